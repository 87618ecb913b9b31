"""`acesup explain`: the move that lost."""

import json
from collections.abc import Iterator, Sequence
from functools import partial

import click
from rich.console import Group, RenderableType
from rich.text import Text

from acesup.cli.inputs import position_option, read_position
from acesup.cli.options import ChosenRules, Limits, limits_options, rules_options
from acesup.cli.program import INTERRUPTED, Command, options_of
from acesup.cli.progress import Watch, watched
from acesup.cli.screen import out, pen_for, progress_screen
from acesup.deal import Deal
from acesup.explain import Explanation, explain_with
from acesup.line import Line
from acesup.position import Position
from acesup.render import Pen, number_of
from acesup.result import name
from acesup.solve import Solver

EXAMPLES = """\b
Examples:
  acesup explain kpat:2 'x2 x4 D D D x1 ...'
  acesup explain 'rng:1/0@A,K,Q' D D --rules ace-only
  acesup explain --position here.json 'x1 D' --json
"""
_STYLES = {"won": "bold green", "alive": "bold green", "lost": "bold red", "unknown": "bold magenta"}


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("words", metavar="[DEAL] LINE...", nargs=-1)
@position_option
@rules_options
@limits_options
@options_of("Output")("--json", "as_json", is_flag=True, help="Print one JSON object.")
def explain(
    words: Sequence[str], position: str | None, rules: ChosenRules, limits: Limits, as_json: bool
) -> int:
    """Find the move after which a game was lost, and what would have kept it alive.

    DEAL is the cards in one argument, or a source such as kpat:2; with --position there is none. LINE is the
    game as it was played, written as solve shows lines.
    """
    start, line = _read(words, position, rules)
    chosen = rules.over(start.rules) if isinstance(start, Position) else rules.over()
    solver = Solver(
        chosen, ordering=limits.ordering, without=limits.without, memory_limit=limits.memory_limit
    )
    work = partial(
        explain_with, solver, start, line, node_limit=limits.node_limit, time_limit=limits.time_limit
    )
    screen = out()
    with Watch(progress_screen(screen), 1) as watch:
        explanation, interrupted = watched(work, solver, watch)
    pen = pen_for(screen)
    shown = Text(json.dumps(explanation.to_json())) if as_json else in_words(explanation, pen)
    screen.print(shown, soft_wrap=as_json or pen.width is None)
    return INTERRUPTED if interrupted else 0


def _read(words: Sequence[str], position: str | None, rules: ChosenRules) -> tuple[Deal | Position, Line]:
    """Read where the game starts, and the game."""
    if position is not None:
        return read_position(position, rules), Line.parse(" ".join(words))
    if len(words) < 2:
        raise click.UsageError("No game, expected DEAL and LINE, or --position FILE and LINE.")
    return Deal.parse(words[0]), Line.parse(" ".join(words[1:]))


def in_words(explanation: Explanation, pen: Pen) -> RenderableType:
    """Draw an explanation: what became of the game, where, and what would have been better."""
    start, steps = explanation.deal, explanation.steps
    head = Text.assemble((name(start), "bold"), f", rules: {explanation.rules}\n", _outcome(explanation))
    parts: list[RenderableType] = [head]
    if explanation.outcome == "lost" and explanation.lost:
        parts += _turn(explanation, pen)
    parts += ["", _game(explanation)]
    if explanation.win is not None and explanation.outcome != "won":
        went = "" if explanation.alive == len(steps) - 1 else f", as played for {_moves(explanation.alive)}"
        parts += ["", Text(f"a line that wins{went}: {explanation.win}")]
    return Group(*parts)


def _outcome(explanation: Explanation) -> Text:
    lost, alive = explanation.lost, explanation.alive
    says = {
        "won": f"the game is won after {_moves(explanation.alive)}",
        "alive": "the game can still be won",
        "lost": f"move {lost} lost the game" if lost else "the deal is lost from the start: no play wins it",
        "unknown": "not decided within the limits" + _between(alive, lost),
    }[explanation.outcome]
    return Text.assemble((explanation.outcome, _STYLES[explanation.outcome]), f": {says}")


def _between(alive: int | None, lost: int | None) -> str:
    won = "" if alive is None else f"; after {_moves(alive)} it could still be won"
    return won + ("" if lost is None else f"; after {_moves(lost)} it was lost")


def _moves(count: int | None) -> str:
    return number_of(count or 0, "move")


def _turn(explanation: Explanation, pen: Pen) -> Iterator[RenderableType]:
    """Draw the position before the move that lost, what it did, and what would have kept the game alive."""
    step = explanation.steps[explanation.lost or 0]
    yield Group("", Text(f"before move {step.number}:", "bold"), pen.board(step.before), "")
    if step.move:
        yield Text.assemble((f"{step.move} lost the game: ", "bold red"), pen.move(step.move, step.before))
    for card, by in step.withheld.items():
        yield Text.assemble("   withholds ", pen.card(card), " (from ", pen.card(by), ")")
    for moves, what in ((explanation.kept_alive, "keeps it alive"), (explanation.undecided, "not decided")):
        for move in moves:
            yield Text.assemble((f"{move} {what}: ", "bold"), pen.move(move, step.before))


def _game(explanation: Explanation) -> Text:
    """Draw the game, with the move that lost in brackets."""
    text = Text("the game:")
    for step in explanation.steps[1:]:
        loses = explanation.outcome == "lost" and step.number == explanation.lost
        text.append(f" [{step.move}]" if loses else f" {step.move}", "bold red" if loses else "")
    return text
