"""Lines fit to play, without idle detours.

A detour is a fill, or a fill and a later one of its card, that can be left out.
"""

from collections.abc import Iterator, Sequence

from acesup.cards import Card
from acesup.errors import IllegalMoveError
from acesup.line import Line, Move
from acesup.position import Position

_FILLS = ("fill", "to_cell", "from_cell")


def tidy(start: Position, line: Line) -> Line:
    """Return a line with no idle detour that ends with at least the score of `line`, which is legal."""
    moves = list(line)
    while (shorter := _shortened(start, moves)) is not None:
        moves = shorter
    return Line(moves)


def _shortened(start: Position, moves: list[Move]) -> list[Move] | None:
    """Leave out the first detour, or return None if there is none."""
    positions = _positions(start, moves)
    score = positions[-1].score
    for detour in _detours(positions, moves):
        first = detour[0]
        rest = [move for step, move in enumerate(moves[first:], first) if step not in detour]
        if _reaches(positions[first], rest, score):
            return moves[:first] + rest
    return None


def _positions(start: Position, moves: Sequence[Move]) -> list[Position]:
    """Return the position before each move, and the last one."""
    positions = [start]
    for move in moves:
        after = positions[-1].copy()
        after.play(move)
        positions.append(after)
    return positions


def _detours(positions: list[Position], moves: Sequence[Move]) -> Iterator[tuple[int, ...]]:
    """Yield the steps of every fill, and of every two fills of one card, the second the next of that card."""
    last: dict[Card, int] = {}
    for step, move in enumerate(moves):
        if move.kind not in _FILLS:
            continue
        before = positions[step]
        card = before.cell if move.kind == "from_cell" else before.columns[move.takes[0]][-1]
        assert card is not None
        yield (step,)
        if card in last:
            yield (last[card], step)
        last[card] = step


def _reaches(start: Position, moves: Sequence[Move], score: int) -> bool:
    """Whether moves are legal from a position and end with at least this score."""
    position = start.copy()
    try:
        for move in moves:
            position.play(move)
    except IllegalMoveError:
        return False
    return position.score >= score
