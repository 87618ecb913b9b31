"""The brute-force reference: every position that a start can reach, by the book.

No pruning, no ordering, no hashing away: what the fast solver is tested against. Decks of up to five ranks
take seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from acesup.line import Line, Move
from acesup.position import Position


@dataclass(frozen=True, slots=True)
class Answer:
    """What brute force found out: `score` is the best of all positions seen, and `line` reaches it.

    `verdict` is "unknown" only if the position limit stopped the search; `positions` counts those seen.
    """

    verdict: Literal["solvable", "unsolvable", "unknown"]
    line: Line
    score: int
    positions: int


def brute_force(start: Position, *, position_limit: int | None = None) -> Answer:
    """Search every position reachable from `start`, depth first, until a win or the end.

    `position_limit` is the most positions that may be seen, the start included; None means no limit. Memory
    grows with the positions, by some 250 bytes each for small decks. The start is left as it is.
    """
    position = start.copy()
    seen = {position.key()}
    line: list[Move] = []
    best_score, best_line = position.score, Line()
    untried: list[Iterator[Move]] = [iter(position.legal_moves())]
    while untried and not position.is_won:
        move = next(untried[-1], None)
        if move is None:
            untried.pop()
            if line:
                line.pop()
                position.undo()
            continue
        position.play(move)
        if position.key() in seen:
            position.undo()
            continue
        if len(seen) == position_limit:
            return Answer("unknown", best_line, best_score, len(seen))
        seen.add(position.key())
        line.append(move)
        untried.append(iter(position.legal_moves()))
        if position.score > best_score:
            best_score, best_line = position.score, Line(line)
    return Answer("solvable" if position.is_won else "unsolvable", best_line, best_score, len(seen))
