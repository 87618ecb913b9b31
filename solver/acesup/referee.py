"""The referee: replays a line by the rules, and names the first illegal step and why.

Plain Python only: it must not share a mistake with the compiled solver whose lines it judges.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from acesup.cards import Card
from acesup.errors import IllegalMoveError
from acesup.line import Line, Move
from acesup.position import Position
from acesup.rules import RulesLike


class HasCards(Protocol):
    """What a deal is to the referee: something with its cards in order."""

    @property
    def cards(self) -> Sequence[Card]:
        """The whole deck, next card first."""


Start: TypeAlias = Position | HasCards | Sequence[Card] | str
"""Where a line starts: a position, or a deal as an object with `cards`, as cards, or as their text."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the referee says of a legal line.

    `won`: whether it ends in a win. `score`: cards discarded at its end. `withheld`: the steps, from 1, that
    deal a row over a card that could be discarded.
    """

    won: bool
    score: int
    withheld: tuple[int, ...]


def verify(deal: Start, rules: RulesLike | None, line: Iterable[Move] | str) -> Report:
    """Replay a line by the rules.

    `rules` None means those of the position, or `standard` for a deal. Raises IllegalMoveError with the first
    illegal step and why; LineFormatError, DealFormatError or RulesError for what cannot be read.
    """
    before = start_of(deal, rules)
    moves = Line.parse(line) if isinstance(line, str) else line
    withheld = []
    for step, (move, after) in enumerate(replay(before, moves), 1):
        if move.kind == "deal" and before.discardable():
            withheld.append(step)
        before = after
    return Report(before.is_won, before.score, tuple(withheld))


def replay(start: Position, line: Iterable[Move]) -> Iterator[tuple[Move, Position]]:
    """Yield each move of a line with a position of its own after it; the start is left as it is.

    Raises IllegalMoveError at the first illegal step.
    """
    position = start
    for step, move in enumerate(line, 1):
        position = position.copy()
        try:
            position.play(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(step, f"{move} is illegal: {error.why}") from None
        yield move, position


def start_of(deal: Start, rules: RulesLike | None = None) -> Position:
    """Return the position that a line starts from.

    `rules` None means those of the position, or `standard` for a deal. Raises DealFormatError or RulesError.
    """
    if isinstance(deal, Position):
        if rules is None:
            return deal
        return Position(deal.columns, deal.stock, deal.cell, rules, deal.ranks)
    if isinstance(deal, str):
        cards: Sequence[Card] = re.findall(r"[^\s,]+", deal)
    else:
        cards = deal if isinstance(deal, Sequence) else deal.cards
    return Position.start(cards, "standard" if rules is None else rules)
