"""`acesup show`: a line as pictures."""

import sys
from contextlib import closing
from pathlib import Path

import click
from rich.console import Console, Group, RenderableType
from rich.text import Text

from acesup.cli.inputs import Inputs, inputs_options
from acesup.cli.options import ChosenRules, Limits, limits_options, rules_options
from acesup.cli.program import INTERRUPTED, Command, options_of
from acesup.cli.progress import Watch
from acesup.cli.screen import out, pen_for, progress_screen
from acesup.cli.solve import checked, run
from acesup.deal import Deal
from acesup.page import html_page
from acesup.result import Result, name
from acesup.walk import Walk

EXAMPLES = """\b
Examples:
  acesup show kpat:34                  a page a row
  acesup show kpat:34 --step           walk through it with the arrow keys
  acesup show kpat:34 --html 34.html   a page for a browser, to look at and to play
  acesup show --position here.json --rules ace-only

\b
Keys of --step:
  right, space, n   next step          left, b   back
  down              next row           up        row before
  home, g           first step         end, G    last step
  q                 quit
"""
option = options_of("Output")

# What a key does: how far it goes, and over what.
_KEYS = {
    **dict.fromkeys(["\x1b[C", "\x1bOC", " ", "n", "\r", "\n"], ("step", 1)),
    **dict.fromkeys(["\x1b[D", "\x1bOD", "b", "\x7f"], ("step", -1)),
    **dict.fromkeys(["\x1b[B", "\x1bOB", "\x1b[6~"], ("row", 1)),
    **dict.fromkeys(["\x1b[A", "\x1bOA", "\x1b[5~"], ("row", -1)),
    **dict.fromkeys(["\x1b[H", "\x1bOH", "\x1b[1~", "g"], ("end", -1)),
    **dict.fromkeys(["\x1b[F", "\x1bOF", "\x1b[4~", "G"], ("end", 1)),
}
_QUIT = ("q", "\x1b")
_HELP = "arrow keys: step and row, space: next, g G: first and last, q: quit"


@click.command(cls=Command, epilog=EXAMPLES)
@inputs_options
@rules_options
@limits_options
@option(
    "--html",
    "html",
    type=click.Path(dir_okay=False, writable=True, allow_dash=True),
    metavar="FILE",
    help="Write a page to look at and to play, one file for a browser; - is standard output.",
)
@option("--step", is_flag=True, help="Walk through the line with keys, on a terminal.")
def show(inputs: Inputs, rules: ChosenRules, limits: Limits, html: str | None, step: bool) -> int:
    """Show the line of one deal: the board row by row, and what to do then.

    The line wins, or if none does it is the one with the best score. A DEAL is given as to solve.
    """
    screen = out()
    if html and step:
        raise click.UsageError("--html writes a page and --step walks here, expected one of them.")
    if step and not (screen.is_terminal and sys.stdin.isatty()):
        raise click.UsageError("--step walks with keys, expected a terminal.")
    with Watch(progress_screen(screen), 1) as watch:
        result = find(inputs, rules, limits, watch)
        if html:
            page = html_page(result, title=title_of(result, inputs), watch=watch.running)
    walk = Walk(pen_for(screen), result)
    if html:
        with click.open_file(html, "w", encoding="utf-8", atomic=True) as file:
            file.write(page)
    elif step:
        walk_with_keys(walk, screen)
    else:
        screen.print(pages(walk), soft_wrap=walk.pen.width is None)
    return INTERRUPTED if result.reason == "interrupted" else 0


def find(inputs: Inputs, rules: ChosenRules, limits: Limits, watch: Watch) -> Result:
    """Search the one deal that is asked for; Ctrl-C ends the search, and what it found is returned."""
    starts = inputs.read(rules)
    if not starts.is_single():
        if starts.error:
            raise starts.error
        raise click.UsageError("Several deals, expected one.")
    with closing(run(starts, limits, 1, True, watch)) as results:
        return next(checked(results))


def title_of(result: Result, inputs: Inputs) -> str:
    """Return what a page calls the deal: its source, or else the file it was read from."""
    named = isinstance(result.deal, Deal) and result.deal.source
    path = inputs.position or next(iter(inputs.files), "-")
    return name(result.deal) if named or path == "-" else Path(path).name


def pages(walk: Walk) -> RenderableType:
    """Return all that is shown of a line, row by row."""
    return Group(walk.head(), *(Group("", page) for page in walk.rows()), "", walk.end())


def walk_with_keys(walk: Walk, screen: Console) -> None:
    """Show one step after another, as keys ask for them, until one of them quits."""
    here, last = 0, len(walk.steps) - 1
    with screen.screen(hide_cursor=True):
        while True:
            screen.clear()
            count = Text(f"step {here} of {last}; {_HELP}", "dim")
            screen.print(Group(walk.head(), "", walk.step(walk.steps[here]), "", count))
            key = click.getchar()
            if key in _QUIT:
                return
            here = go(key, here, walk.row_starts, last)


def go(key: str, here: int, rows: list[int], last: int) -> int:
    """Return the step that a key leads to: at the ends, and by any other key, it stays."""
    unit, way = _KEYS.get(key, ("step", 0))
    if unit == "step":
        return min(max(here + way, 0), last)
    if unit == "end":
        return last if way > 0 else 0
    beyond = [row for row in (rows if way > 0 else rows[::-1]) if (row - here) * way > 0]
    return beyond[0] if beyond else here
