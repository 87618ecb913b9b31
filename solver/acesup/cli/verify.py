"""`acesup verify`: the referee."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import click
from rich.text import Text

from acesup.cards import brief
from acesup.cli.inputs import stdin
from acesup.cli.options import ChosenRules, rules_options
from acesup.cli.program import Command, options_of
from acesup.cli.screen import out
from acesup.deal import Deal
from acesup.errors import AcesUpError, DealFormatError, IllegalMoveError, LineFormatError
from acesup.line import Line
from acesup.position import Position
from acesup.referee import verify as replay
from acesup.render import number_of
from acesup.result import name
from acesup.rules import Rules

EXAMPLES = """\b
Examples:
  acesup verify 'rng:1/0@A,K' 'D x1 x2 ...'
  acesup verify kpat:2 'D x1 ...' --rules ace-only --json
  acesup solve kpat:1-500 --json | acesup verify

\b
Exit codes: 0 every line is legal and wins, 1 not, 2 bad usage or input
"""


_EXPECTED = "expected one object of acesup solve --json a line"


@dataclass(frozen=True)
class Claim:
    """A line and where it starts, in words and in cards. No line: nothing is claimed."""

    name: str
    start: Deal | Position
    rules: Rules
    line: Line | None


@dataclass(frozen=True)
class Judgement:
    """What the referee says: `legal` is None, and `why` says so, where there was no line to judge."""

    legal: bool | None
    step: int | None = None
    why: str | None = None
    won: bool | None = None
    score: int | None = None


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("deal", required=False)
@click.argument("line", nargs=-1)
@rules_options
@options_of("Output")("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
def verify(deal: str | None, line: Sequence[str], rules: ChosenRules, as_json: bool) -> int:
    """Replay a line by the rules, and name the first illegal step and why.

    DEAL is its cards in one argument, or a source such as kpat:2. LINE is written as solve shows it: D deals
    a row, x2 discards the top of column 2, x1=3 a pair, 3>1 fills column 1 from column 3, 2>c and c>1 use
    the cell. Without both, the JSON objects of solve are read from standard input, with the rules they name.
    """
    outcomes = set()
    for claim in _claims(deal, line, rules):
        judgement = judge(claim)
        _show(claim, judgement, as_json)
        outcomes.add(judgement.won)
    return 0 if outcomes - {None} == {True} else 1


def judge(claim: Claim) -> Judgement:
    """Ask the referee."""
    if claim.line is None:
        return Judgement(None, why="no line")
    try:
        report = replay(claim.start, claim.rules, claim.line)
    except IllegalMoveError as error:
        return Judgement(False, error.step, error.why, False)
    return Judgement(True, won=report.won, score=report.score)


def _show(claim: Claim, judgement: Judgement, as_json: bool) -> None:
    text = Text(json.dumps(asdict(judgement))) if as_json else _in_words(claim, judgement)
    out().print(text, soft_wrap=True)


def _in_words(claim: Claim, judgement: Judgement) -> Text:
    if judgement.legal is None:
        return Text(f"{claim.name}: {judgement.why}")
    if not judgement.legal:
        return Text.assemble(claim.name, ": ", (f"step {judgement.step}", "bold red"), f": {judgement.why}")
    verdict = ("won", "bold green") if judgement.won else ("not won", "bold magenta")
    moves = number_of(len(claim.line or ()), "move")
    return Text.assemble(claim.name, ": legal and ", verdict, f", score {judgement.score} after {moves}")


def _claims(deal: str | None, line: Sequence[str], rules: ChosenRules) -> Iterator[Claim]:
    """Read what is to be judged, one claim at a time."""
    if deal is None:
        yield from _claims_on_stdin(rules)
    elif not line:
        raise click.UsageError(
            "No line, expected DEAL and LINE, or neither and JSON objects on standard input."
        )
    else:
        start = Deal.parse(deal)
        yield Claim(name(start), start, rules.over(), Line.parse(" ".join(line)))


def _claims_on_stdin(rules: ChosenRules) -> Iterator[Claim]:
    stream, number = stdin(), 0
    if stream.isatty():
        raise click.UsageError("No deal, expected DEAL and LINE, or JSON objects on standard input.")
    for number, text in enumerate(stream, 1):
        try:
            yield _read_claim(text, number, rules)
        except AcesUpError as error:
            raise type(error)(f"stdin:{number}: {error}") from None
    if not number:
        raise DealFormatError(f"stdin: empty, {_EXPECTED}")


def _read_claim(text: bytes, number: int, rules: ChosenRules) -> Claim:
    """Read one object of `solve --json`."""
    data = _read_object(text)
    line, source = data["line"], data.get("source")
    if not isinstance(line, str | None):
        raise LineFormatError(f"line: {brief(line)}, expected moves in one text, or null")
    start = _read_start(data)
    own_rules = start.rules if isinstance(start, Position) else "standard"
    return Claim(
        source if isinstance(source, str) else name(start, number),
        start,
        rules.over(data.get("rules", own_rules)),
        None if line is None else Line.parse(line),
    )


def _read_object(text: bytes) -> Mapping[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise DealFormatError(f"no JSON, {_EXPECTED}") from None
    if not isinstance(data, dict):
        raise DealFormatError(f"{brief(data)}, {_EXPECTED}")
    for key in ("deal", "line"):
        if key not in data:
            raise DealFormatError(f"no {key!r}, {_EXPECTED}")
    return data


def _read_start(data: Mapping[str, Any]) -> Deal | Position:
    deal, position = data["deal"], data.get("position")
    if isinstance(deal, str):
        return Deal.parse(deal)
    if position is None:
        raise DealFormatError(f"deal: {brief(deal)}, expected cards in one text, or a position")
    return Position.from_json(position)
