"""The referee: legal lines, withheld discards, and the first illegal step."""

import ast
from pathlib import Path

import game_strategies
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import acesup.referee
from acesup.errors import DealFormatError, IllegalMoveError, LineFormatError, RulesError
from acesup.line import Line, Move
from acesup.position import Position
from acesup.referee import Report, Start, replay, verify
from acesup.rules import Rules

# Under ace-only it goes out only because 3C is withheld at step 5.
DEAL = "3H AC 3D 3S 2H AD 2D 3C AH 2C AS 2S"
LINE = "D x3 x3 2>3 D x4 x2 x4 x4 1>4 x1 x1"


class DealWithCards:
    """A deal of another module, as far as the referee looks at it."""

    cards = tuple(DEAL.split())


@pytest.mark.parametrize(
    "deal",
    [
        DEAL,
        DEAL.replace(" ", ", ").lower(),
        DEAL.split(),
        tuple(DEAL.split()),
        DealWithCards(),
        Position.start(DEAL.split(), "pairs"),
    ],
)
def test_any_form_of_a_deal(deal: Start) -> None:
    assert verify(deal, "ace-only", LINE) == Report(won=True, score=8, withheld=(5,))


def test_a_line_that_ends_early_is_legal_but_not_won() -> None:
    line = Line.parse(LINE)
    assert verify(DEAL, None, line[:-1]) == Report(won=False, score=7, withheld=(5,))
    assert verify(DEAL, None, line[:4]) == Report(won=False, score=2, withheld=())
    assert verify(DEAL, None, "") == Report(won=False, score=0, withheld=())


@pytest.mark.parametrize(
    ("rules", "line", "step", "why"),
    [
        ("ace-only", "x1", 1, "x1 is illegal: no card on top of a column is higher than 3H in its suit"),
        ("ace-only", "D x3 x3 1>3", 4, "1>3 is illegal: 2H may not fill, only an ace may (fill=aces)"),
        ("standard", "D x3 x3 x3", 4, "x3 is illegal: column 3 is empty"),
        ("standard", "D D D", 3, "D is illegal: the stock is empty"),
        ("kpat-solver", LINE, 5, "D is illegal: 3C must be discarded first (discard=compulsory)"),
        ("standard", "D x3 x3 2>c", 4, "2>c is illegal: there is no cell under these rules (cells=0)"),
    ],
)
def test_first_illegal_step(rules: str, line: str, step: int, why: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        verify(DEAL, rules, line)
    assert (caught.value.step, caught.value.why) == (step, why)
    assert str(caught.value) == f"step {step}: {why}"


@given(game_strategies.games(max_ranks=6))
def test_legal_play_passes(game: tuple[Position, list[Move]]) -> None:
    start, line = game
    end = start.copy()
    withheld = []
    for step, move in enumerate(line, 1):
        if move == Move("deal") and end.discardable():
            withheld.append(step)
        end.play(move)
    assert verify(start, None, Line(line)) == Report(end.is_won, end.score, tuple(withheld))


@given(game_strategies.games(max_ranks=6), st.data(), game_strategies.moves)
def test_a_wrong_move_is_found_where_it_stands(
    game: tuple[Position, list[Move]], data: st.DataObject, wrong: Move
) -> None:
    start, line = game
    place = data.draw(st.integers(0, len(line)))
    *_, (_, position) = [(None, start), *replay(start, line[:place])]
    assume(position.why_illegal(wrong) is not None)
    with pytest.raises(IllegalMoveError) as caught:
        verify(start, None, [*line[:place], wrong, *line[place:]])
    assert caught.value.step == place + 1


def test_replay_yields_positions_of_their_own() -> None:
    start = Position.start(DEAL.split())
    steps = list(replay(start, Line.parse(LINE)))
    assert [move for move, _ in steps] == list(Line.parse(LINE))
    assert [position.score for _, position in steps] == [0, 1, 2, 2, 2, 3, 4, 5, 6, 6, 7, 8]
    assert steps[3][1].text() == "3H 2H | AC | AD | 3S 3C"
    assert steps[-1][1].is_won
    assert start == Position.start(DEAL.split())


def test_a_position_brings_its_rules_unless_others_are_given() -> None:
    start = Position.start(DEAL.split(), "kpat-solver")
    with pytest.raises(IllegalMoveError, match=r"^step 5: "):
        verify(start, None, LINE)
    assert verify(start, Rules(), LINE).won
    assert verify(start, {"fill": "aces"}, LINE).won
    full = Position([["AC"], ["AD"], ["AH"], ["AS"]], [], "KC", "free-cell")
    assert verify(full, None, "") == Report(won=False, score=47, withheld=())
    with pytest.raises(DealFormatError, match=r"^cell: KC, expected none"):
        verify(full, "standard", "")


def test_what_cannot_be_read() -> None:
    with pytest.raises(LineFormatError, match=r"^move 2 of the line: 'x7' is no move"):
        verify(DEAL, None, "D x7")
    with pytest.raises(DealFormatError, match=r"^deal: 2S is missing"):
        verify(DEAL[:-3], None, LINE)
    with pytest.raises(RulesError, match=r"^'ace' is no preset"):
        verify(DEAL, "ace", LINE)


def test_the_plain_game_imports_nothing_compiled() -> None:
    """The witness must not share a mistake with what it judges."""
    plain = {"cards", "errors", "line", "picture", "position", "reference", "referee", "rules"}
    for name in plain:
        source = Path(acesup.referee.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                modules = [str(node.module)]
            for module in modules:
                package, _, inner = module.partition(".")
                assert package != "acesup" or inner in plain
