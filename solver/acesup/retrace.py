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

_TAKEN_OFF = {"fill", "to_cell"}
"""What takes a card off a stack, to whichever place."""

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
    waypoints = [_waypoint(numbering, step) for step in path]
    for exact in (True, False) if start.rules.cells else (False,):
        moves = _follow(start.copy(), waypoints, 0, exact=exact)
        if moves is not None:
            return Line(moves)
    raise AssertionError(f"the path of the search cannot be played: {path}")


def _waypoint(numbering: Numbering, step: Step) -> _Waypoint:
    kind, card, other, masks, cell = step
    columns = [numbering.names(mask) for mask in masks]
    cell_card = numbering.names(1 << cell)
    present = frozenset(card for column in [*columns, cell_card] for card in column)
    takes = frozenset(numbering.names(1 << card | 1 << other))
    return _Waypoint(kind, takes, columns, cell_card[0] if cell_card else None, present)


def _follow(position: Position, waypoints: list[_Waypoint], index: int, *, exact: bool) -> list[Move] | None:
    """Play along the waypoints from `index` on: the moves, or None if there is no way.

    `exact` if lone cards and the cell's have to be where the path has them; else not before a row is dealt.
    """
    if index == len(waypoints):
        return _discard(position, lambda card: not is_ace(card), idle=True)
    waypoint = waypoints[index]
    spared = waypoint.present | waypoint.takes
    discards = _discard(position, lambda card: card not in spared, idle=not exact)
    for way in [[]] if waypoint.kind == "decide" else _ways(position, waypoint, exact=exact):
        for move in way:
            position.play(move)
        rest = _follow(position, waypoints, index + 1, exact=exact)
        if rest is not None:
            return [*discards, *way, *rest]
        _undo(position, len(way))
    _undo(position, len(discards))
    return None


def _discard(position: Position, wanted: Callable[[Card], bool], *, idle: bool) -> list[Move]:
    """Make all discards of wanted cards, in any order: within a row none bars the way of another.

    `idle` if idle moves may be made for them, where a cell hides cards.
    """
    moves: list[Move] = []
    while way := _way_to_discard(position, wanted, idle=idle and position.rules.cells == 1):
        for move in way:
            position.play(move)
        moves += way
    return moves


def _way_to_discard(position: Position, wanted: Callable[[Card], bool], *, idle: bool) -> list[Move]:
    """Return the discard of a wanted card, after as few idle moves as it takes; nothing if there is none."""
    for way, reached in _idle_ways(position) if idle and _has_card(position, wanted) else [([], position)]:
        for column in reached.discardable():
            if wanted(reached.columns[column][-1]):
                return [*way, Move("discard", column)]
    return []


def _has_card(position: Position, wanted: Callable[[Card], bool]) -> bool:
    """Whether a wanted card lies on the table or in the cell."""
    cell = [position.cell] if position.cell else []
    return any(wanted(card) for column in [*position.columns, cell] for card in column)


def _undo(position: Position, moves: int) -> None:
    for _ in range(moves):
        position.undo()


def _ways(start: Position, waypoint: _Waypoint, *, exact: bool) -> Iterator[list[Move]]:
    """Yield every way to make the move of a waypoint, after fewer idle moves first (csrc/au_moves.h)."""
    kinds = {waypoint.kind} if exact or waypoint.kind not in _TAKEN_OFF else _TAKEN_OFF
    for idle, position in _idle_ways(start):
        for move in position.legal_moves():
            if move.kind not in kinds or _takes(position, move) != waypoint.takes:
                continue
            after = position.copy()
            after.play(move)
            if _arrives(after, waypoint, exact=exact):
                yield [*idle, move]


def _idle_ways(start: Position) -> Iterator[tuple[list[Move], Position]]:
    """Yield every position that idle moves reach, with the moves, nearer ones first."""
    seen = {start.key()}
    queue: deque[tuple[list[Move], Position]] = deque([([], start.copy())])
    while queue:
        way, position = queue.popleft()
        yield way, position
        for move in position.legal_moves():
            if not _is_idle(position, move):
                continue
            after = position.copy()
            after.play(move)
            if after.key() not in seen:
                seen.add(after.key())
                queue.append(([*way, move], after))


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


def _arrives(position: Position, waypoint: _Waypoint, *, exact: bool) -> bool:
    """Whether cards lie as they must.

    Where that is put off to the next row (csrc/au_free.h, csrc/au_pool.h) only the cell's card has to,
    if no place is blank.
    """
    if waypoint.kind == "deal" or exact:
        return position.columns == waypoint.columns and position.cell == waypoint.cell
    is_full = waypoint.cell is not None and all(waypoint.columns)
    return position.cell == waypoint.cell or not is_full
