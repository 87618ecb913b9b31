"""Lines: legal, winning, and without an idle detour."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from kernel_decks import ALL_RULES, decks

from acesup.cards import Card
from acesup.deal import Deal
from acesup.errors import IllegalMoveError
from acesup.line import Line
from acesup.orderings import ORDERINGS
from acesup.position import Position
from acesup.referee import replay, verify
from acesup.rules import PRESETS, Rules
from acesup.solve import Solver
from acesup.source import Source


def fills(start: Position, line: Line) -> list[tuple[int, Card]]:
    """Return the step and the card of every fill, those to and from the cell included."""
    found, before = [], start
    for step, (move, after) in enumerate(replay(start, line)):
        if move.kind in ("fill", "to_cell", "from_cell"):
            card = before.cell if move.kind == "from_cell" else before.columns[move.takes[0]][-1]
            assert card is not None
            found.append((step, card))
        before = after
    return found


def detours(start: Position, line: Line) -> Iterator[set[int]]:
    """Yield the steps of every fill, and of every two fills of one card."""
    moved = fills(start, line)
    yield from ({step} for step, _ in moved)
    for (step, card), (later, same) in combinations(moved, 2):
        if card == same:
            yield {step, later}


def check_line(deal: Deal, rules: Rules, line: Line) -> None:
    assert verify(deal, rules, line).won
    assert Line.parse(str(line)) == line
    for detour in detours(Position.start(deal.cards, rules), line):
        rest = [move for step, move in enumerate(line) if step not in detour]
        try:
            assert not verify(deal, rules, rest).won, (deal, line, detour)
        except IllegalMoveError:
            continue


def solvable(rules: Rules, deals: Iterator[Deal], count: int) -> int:
    """Check the lines of the first deals that can go out; return how many there were."""
    solver, checked = Solver(rules, memory_limit=16), 0
    for deal in deals:
        result = solver.solve(deal, node_limit=200_000)
        if result.line is not None:
            check_line(deal, rules, result.line)
            checked += 1
        if checked == count:
            break
    return checked


@pytest.mark.parametrize("preset", PRESETS)
def test_no_idle_detour_in_whole_decks(preset: str) -> None:
    assert solvable(Rules.preset(preset), iter(Source.span("rng:6", 0, 600)), 30) == 30


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_no_idle_detour_in_stripped_decks(rules: Rules) -> None:
    assert solvable(rules, decks(rules, 5, 300, "lines"), 5) == 5


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_no_idle_detour_by_any_ordering(ordering: str) -> None:
    for preset in ("standard", "free-cell"):
        solver = Solver(preset, ordering=ordering, memory_limit=16)
        for deal in Source.span("rng:7@A,K,Q,J,T,9", 0, 20):
            result = solver.solve(deal)
            if result.line is not None:
                check_line(deal, solver.rules, result.line)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_lines_of_best_scores(rules: Rules) -> None:
    """A line to the best score ends there, also where that is no win."""
    solver = Solver(rules, memory_limit=16)
    for deal in decks(rules, 4, 8, "scores"):
        result = solver.solve(deal, score=True)
        assert result.line is not None
        report = verify(deal, rules, result.line)
        assert report.score == result.score == result.score_at_least
        assert report.won == (result.verdict == "solvable")
