"""Lines step by step: where each move leads, and what is said of it."""

from itertools import pairwise

import pytest
from game_strategies import games
from hypothesis import given

from acesup.errors import IllegalMoveError
from acesup.line import Line, Move
from acesup.position import Position
from acesup.referee import verify
from acesup.rules import Rules
from acesup.steps import SENTENCES, steps_of

BEFORE = Position(
    [["2C"], ["AC", "KC"], ["9H"], []], ["AD", "AH", "AS", "8C"], "TS", Rules(cells=1, pairs=True)
)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("D", "A row is dealt: A♦ A♥ A♠ 8♣."),
        ("x1", "2♣ is discarded by K♣."),
        ("2>4", "K♣ moves from column 2 to column 4."),
        ("c>4", "10♠ moves from the cell to column 4."),
    ],
)
def test_moves_in_sentences(move: str, words: str) -> None:
    step = steps_of(BEFORE, [Move.parse(move)])[1]
    assert step.words() == words
    assert step.words(str).isascii()


def test_pairs_and_the_cell_in_sentences() -> None:
    before = Position([["2C"], ["9S"], ["9H"], ["AC", "AD", "AH", "AS"]], [], None, BEFORE.rules)
    steps = steps_of(before, Line.parse("x2=3 1>c"))
    assert [step.words() for step in steps] == [
        SENTENCES["start"],
        "9♠ and 9♥ are discarded as a pair.",
        "2♣ moves from column 1 into the cell.",
    ]


def test_withheld_cards_are_named() -> None:
    step = steps_of(BEFORE, Line.parse("D"))[1]
    assert step.withheld == {"2C": "KC"}
    assert step.withheld_words() == ["2♣ is withheld: K♣ could discard it, but it stays."]
    assert steps_of(BEFORE, Line.parse("x1"))[1].withheld_words() == []


def test_an_illegal_step_is_named() -> None:
    with pytest.raises(IllegalMoveError, match="step 2: x1 is illegal: column 1 is empty"):
        steps_of(BEFORE, Line.parse("x1 x1"))


@given(games())
def test_steps_are_those_of_the_referee(game: tuple[Position, list[Move]]) -> None:
    start, line = game
    steps = steps_of(start, line)
    report = verify(start, None, line)
    assert steps[-1].after.score == report.score
    assert tuple(step.number for step in steps if step.withheld) == report.withheld
    assert all(before.after == after.before for before, after in pairwise(steps))
    assert all(step.words().endswith(".") for step in steps)
