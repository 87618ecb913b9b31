"""`acesup deal`: the cards of a source."""

from collections.abc import Sequence

import click
from rich.text import Text

from acesup.cli.program import Command
from acesup.cli.screen import out, pen_for
from acesup.deal_file import expand, parse_arguments

EXAMPLES = """\b
Examples:
  acesup deal kpat:2 --grid          one line a row, as the rows are dealt
  acesup deal rng:1/0-9              ten random deals, one line each
  acesup deal rng:1/0@A,K,Q,J,T,9,8,7    of a piquet deck
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--grid", is_flag=True, help="One line a row of four, a blank line between deals.")
def deal(sources: Sequence[str], grid: bool) -> None:
    """Print the cards of numbered deals, in the order in which they are dealt.

    A SOURCE is kpat:N, ms:N (the same decks), pysol:N or rng:SEED/INDEX, or a range such as kpat:1-500; cards
    are read as well, and printed in their canonical form.
    """
    screen = out()
    pen = pen_for(screen)
    for number, dealt in enumerate(expand(parse_arguments(sources))):
        if grid and number:
            screen.print()
        text = pen.grid(dealt.cards) if grid else Text(" ").join(map(pen.card, dealt.cards))
        screen.print(text, soft_wrap=pen.width is None)
