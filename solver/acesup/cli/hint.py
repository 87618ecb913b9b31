"""`acesup hint`: the best move for a player who cannot see the stock."""

import json

import click
from rich.status import Status
from rich.table import Table
from rich.text import Text

from acesup.blind import SEED
from acesup.cli.inputs import read_position
from acesup.cli.options import Choice, ChosenRules, rules_options
from acesup.cli.program import INTERRUPTED, Command, options_of
from acesup.cli.screen import out, pen_for, progress_screen
from acesup.hint import POLICY, SECONDS, Chance, Hint, HintMethod, hints
from acesup.render import Pen
from acesup.statistics import Method

EXAMPLES = """\b
Examples:
  acesup hint here.json                   five seconds of sampling
  acesup hint here.json --seconds 60
  acesup hint - --samples 10000 --json < here.json
"""
option, output = options_of("Sampling"), options_of("Output")


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("position", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@option("--seconds", type=float, default=SECONDS, show_default=True, metavar="S", help="How long to sample.")
@option("--samples", type=int, metavar="N",
        help="Orders of the stock for each move instead; then the result can be repeated.")  # fmt: skip
@option("--method", type=Choice(("play", "solve")), default="play", show_default=True,
        help="What becomes of an order: it is played out, or solved as if the stock were known.")  # fmt: skip
@option("--seed", type=int, default=SEED, show_default=True, metavar="N", help="Of the sampled orders.")
@rules_options
@output("--json", "as_json", is_flag=True, help="Print one JSON object.")
def hint(
    position: str,
    seconds: float,
    samples: int | None,
    method: HintMethod,
    seed: int,
    rules: ChosenRules,
    as_json: bool,
) -> int:
    """Estimate the chance of each move of a position for a player who cannot see the stock.

    POSITION is a file as for solve --position, - for standard input. Of its stock only the set of cards
    counts. With one row in the stock or none the chances are exact.
    """
    table = read_position(position, rules)
    screen, newest = out(), None
    found = hints(table, rules.over(table.rules), method=method, seconds=seconds, samples=samples, seed=seed)
    looking = progress_screen(screen)
    is_interrupted = False
    try:
        with Status("sampling", console=looking) if looking else _Quiet() as status:
            for newest in found:
                status.update(_state(newest))
    except KeyboardInterrupt:
        is_interrupted = True
    if newest is not None and as_json:
        screen.print(Text(json.dumps(newest.to_json())), soft_wrap=True)
    elif newest is not None:
        pen = pen_for(screen)
        screen.print(pen.board(newest.table), "")
        screen.print(_answer(newest, pen), soft_wrap=True)
    return INTERRUPTED if is_interrupted else 0


class _Quiet:
    """Nobody looks."""

    def __enter__(self) -> "_Quiet":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def update(self, state: str) -> None:
        """Say nothing."""


def _state(hint: Hint) -> str:
    games = hint.best.games if hint.best else 0
    return f"{games:,} orders of the stock for each move"


def _answer(hint: Hint, pen: Pen) -> Text | Table:
    """Return the moves with their chances, the best first."""
    if hint.best is None:
        return Text("no move is legal")
    table = Table("move", "chance", "95 % interval", "", "until the next row", box=None, pad_edge=False)
    for chance in hint.chances:
        words = pen.move(chance.move, hint.table)
        table.add_row(str(chance.move), *_numbers(chance), words, str(chance.plan))
    table.caption, table.caption_justify = _how(hint), "left"
    return table


def _numbers(chance: Chance) -> tuple[str, str]:
    if chance.is_exact:
        return f"{100 * chance.chance:.2f} %", "exact"
    interval = chance.interval(Method())
    return f"{100 * chance.chance:.2f} %", f"{100 * interval.low:.2f} to {100 * interval.high:.2f}"


def _how(hint: Hint) -> str:
    best = hint.best
    if best is None or best.is_exact:
        return f"rules {hint.table.rules}; every order of the stock was solved"
    does = f"played out by {POLICY}" if hint.method == "play" else "solved as if it were known"
    return f"rules {hint.table.rules}; {best.games:,} orders of the stock for each move, {does}"
