"""The notation of moves and lines."""

from collections.abc import Sequence

import game_strategies
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acesup.errors import LineFormatError
from acesup.line import ALL_MOVES, Kind, Line, Move


@pytest.mark.parametrize(
    ("token", "move"),
    [
        ("D", Move("deal")),
        ("x2", Move("discard", 1)),
        ("x1=3", Move("pair", 0, 2)),
        ("3>1", Move("fill", 2, 0)),
        ("2>c", Move("to_cell", 1)),
        ("c>1", Move("from_cell", None, 0)),
    ],
)
def test_each_kind_as_written(token: str, move: Move) -> None:
    assert str(move) == token
    assert Move.parse(token) == move


def test_there_are_31_moves() -> None:
    assert len(set(ALL_MOVES)) == len({str(move) for move in ALL_MOVES}) == 31
    assert all(Move.parse(str(move)) == move for move in ALL_MOVES)


def test_a_pair_has_no_direction() -> None:
    assert Move("pair", 2, 0) == Move("pair", 0, 2) == Move.parse("x3=1") == Move.parse("x1=3")
    assert str(Move.parse("x3=1")) == "x1=3"


@pytest.mark.parametrize(
    ("token", "takes", "puts"),
    [
        ("D", [], [0, 1, 2, 3]),
        ("x2", [1], []),
        ("x1=3", [0, 2], []),
        ("3>1", [2], [0]),
        ("2>c", [1], []),
        ("c>1", [], [0]),
    ],
)
def test_columns_taken_from_and_put_on(token: str, takes: list[int], puts: list[int]) -> None:
    assert (Move.parse(token).takes, Move.parse(token).puts) == (takes, puts)


@pytest.mark.parametrize(
    ("kind", "source", "target"),
    [
        ("deel", None, None),
        ("deal", 0, None),
        ("discard", None, None),
        ("discard", 4, None),
        ("discard", -1, None),
        ("discard", 0, 1),
        ("pair", 0, None),
        ("pair", 1, 1),
        ("fill", 2, 2),
        ("fill", None, 2),
        ("to_cell", 0, 1),
        ("from_cell", 0, None),
    ],
)
def test_no_such_move(kind: Kind, source: int | None, target: int | None) -> None:
    with pytest.raises(LineFormatError) as caught:
        Move(kind, source, target)
    assert str(caught.value).startswith(f"no move is '{kind}' with source {source} and target {target}, ")


@pytest.mark.parametrize(
    "token", ["", "d", "X1", "x0", "x5", "1>1", "1>5", "x1=1", "c>c", ">", "D2", "x1 ", "１>2"]
)
def test_no_such_token(token: str) -> None:
    with pytest.raises(LineFormatError) as caught:
        Move.parse(token)
    assert str(caught.value) == (
        f"{token!r} is no move, expected D, x2, x1=3, 3>1, 2>c or c>1 with columns 1 to 4"
    )


def test_error_names_token_and_place() -> None:
    with pytest.raises(LineFormatError, match=r"^move 3 of the line: 'x5' is no move, expected D, "):
        Line.parse("D x2 x5 D")


@given(game_strategies.lines)
def test_parse_and_format_are_inverse(line: Line) -> None:
    assert Line.parse(str(line)) == line
    assert eval(repr(line)) == line


@given(st.text(alphabet="Dxc>=1234 \n", max_size=12))
def test_any_text_is_a_line_or_an_error(text: str) -> None:
    try:
        line = Line.parse(text)
    except LineFormatError:
        return
    assert len(line) == len(text.split())


def test_a_line_is_a_sequence_of_moves() -> None:
    line = Line.parse("  D\tx2\n3>1 ")
    assert isinstance(line, Sequence)
    assert str(line) == "D x2 3>1"
    assert (len(line), line[1], line[-1].kind) == (3, Move("discard", 1), "fill")
    assert Line() == Line.parse("") == ()
    assert hash(line) == hash(Line(list(line)))
