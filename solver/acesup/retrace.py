"""From the path of a search to a line that can be played.

A path has the moves that make progress: a row, a stack's card to a gap, a discard that was a decision. What
goes without saying is left out: discards that needed no decision, and exchanges of lone cards (a search may
put those off to the next row, csrc/au_free.h). A search that decides late also has steps that are no move but
say which cards were withheld; what lies on the table at each step tells that. Here all this is put back, by
the plain rules of `Position`.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from acesup.cards import Card, is_ace
from acesup.line import Line, Move
from acesup.numbering import Columns, Numbering
from acesup.position import Position

Step = tuple[str, int, int, Columns, int]
"""A move of a path as the kernel gives it: kind, card, other card of a pair, columns and cell after it."""


@dataclass(frozen=True, slots=True)
class _Waypoint:
    """A move of the path: the cards that it takes, and where every card lies after it."""

    kind: str
    takes: frozenset[Card]
    columns: list[list[Card]]
    cell: Card | None
    present: frozenset[Card]


def retrace(start: Position, numbering: Numbering, path: Sequence[Step]) -> Line:
    """Return the line of a path from `start`, all discards at its end included.

    Raises AssertionError if the path cannot be played, which would be a mistake of the search.
    """
    moves = _follow(start.copy(), [_waypoint(numbering, step) for step in path], 0)
    if moves is None:
        raise AssertionError(f"the path of the search cannot be played: {path}")
    return Line(moves)


def _waypoint(numbering: Numbering, step: Step) -> _Waypoint:
    kind, card, other, masks, cell = step
    columns = [numbering.names(mask) for mask in masks]
    cell_card = numbering.names(1 << cell)
    present = frozenset(card for column in [*columns, cell_card] for card in column)
    takes = frozenset(numbering.names(1 << card | 1 << other))
    return _Waypoint(kind, takes, columns, cell_card[0] if cell_card else None, present)


def _follow(position: Position, waypoints: list[_Waypoint], index: int) -> list[Move] | None:
    """Play along the waypoints from `index` on: the moves, or None if there is no way."""
    if index == len(waypoints):
        return _discard(position, lambda card: not is_ace(card))
    waypoint = waypoints[index]
    spared = waypoint.present | waypoint.takes
    discards = _discard(position, lambda card: card not in spared)
    for way in [[]] if waypoint.kind == "decide" else _ways(position, waypoint):
        for move in way:
            position.play(move)
        rest = _follow(position, waypoints, index + 1)
        if rest is not None:
            return [*discards, *way, *rest]
        _undo(position, len(way))
    _undo(position, len(discards))
    return None


def _discard(position: Position, wanted: Callable[[Card], bool]) -> list[Move]:
    """Make all discards of wanted cards, in any order: within a row none bars the way of another."""
    moves: list[Move] = []
    while ready := [c for c in position.discardable() if wanted(position.columns[c][-1])]:
        moves.append(Move("discard", ready[0]))
        position.play(moves[-1])
    return moves


def _undo(position: Position, moves: int) -> None:
    for _ in range(moves):
        position.undo()


def _ways(start: Position, waypoint: _Waypoint) -> Iterator[list[Move]]:
    """Yield every way to make the move of a waypoint, after fewer idle moves first (csrc/au_moves.h)."""
    seen = {start.key()}
    queue: deque[tuple[list[Move], Position]] = deque([([], start.copy())])
    while queue:
        idle, position = queue.popleft()
        for move in position.legal_moves():
            after = position.copy()
            after.play(move)
            if move.kind == waypoint.kind and _takes(position, move) == waypoint.takes:
                if _arrives(after, waypoint):
                    yield [*idle, move]
            elif _is_idle(position, move) and after.key() not in seen:
                seen.add(after.key())
                queue.append(([*idle, move], after))


def _takes(position: Position, move: Move) -> set[Card]:
    """Return the cards that a move takes from columns or cell."""
    if move.kind == "from_cell" and position.cell:
        return {position.cell}
    return {position.columns[c][-1] for c in move.takes}


def _is_idle(position: Position, move: Move) -> bool:
    """Whether a move can be taken back at once: a lone card, or the cell's, changes its place."""
    return move.kind == "from_cell" or (
        move.kind in ("fill", "to_cell") and all(len(position.columns[c]) == 1 for c in move.takes)
    )


def _arrives(position: Position, waypoint: _Waypoint) -> bool:
    """Whether cards lie as they must. A search without a cell fixes their places only when a row is dealt."""
    if waypoint.kind != "deal" and not position.rules.cells:
        return True
    return position.columns == waypoint.columns and position.cell == waypoint.cell
