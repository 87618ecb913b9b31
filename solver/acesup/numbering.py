"""Between the game in words and the kernel's numbers: a card's number is its place in the deal.

A position in mid-game is numbered as if it had been dealt: the card at height h of column i takes number
4 * h + i, the one in the cell a number that is left, the stock the places after the table. Numbers left
over stand for cards already discarded.
"""

from dataclasses import dataclass

from acesup._solver import NO_CARD
from acesup.cards import RANKS, SUITS, Card
from acesup.deal import Deal
from acesup.position import Position

Columns = tuple[int, int, int, int]
"""Four masks of card numbers, or sets of them: bit n is card n."""


def code(card: Card) -> int:
    """Return the code of a card in C: rank * 4 + suit, two 0 … ace 12, CDHS."""
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def card_of(code: int) -> Card:
    """Return the card of a code in C."""
    return RANKS[code // 4] + SUITS[code % 4]


@dataclass(frozen=True, slots=True)
class Numbering:
    """A position in numbers: `cards` by number (None: discarded), columns, cell, rows dealt."""

    cards: tuple[Card | None, ...]
    columns: Columns
    cell: int
    rows: int

    @classmethod
    def of(cls, start: Deal | Position) -> "Numbering":
        """Number a deal, or a position in mid-game."""
        if isinstance(start, Deal):
            return cls(start.cards, (1, 2, 4, 8), NO_CARD, 1)
        numbers = {
            card: 4 * height + i
            for i, column in enumerate(start.columns)
            for height, card in enumerate(column)
        }
        columns = tuple(sum(1 << numbers[card] for card in column) for column in start.columns)
        cell = NO_CARD
        if start.cell:
            cell = min(set(range(4 * start.rows_dealt)) - set(numbers.values()))
            numbers[start.cell] = cell
        numbers |= {card: 4 * start.rows_dealt + n for n, card in enumerate(start.stock)}
        names = {number: card for card, number in numbers.items()}
        cards = tuple(names.get(n) for n in range(4 * len(start.ranks)))
        return cls(cards, columns, cell, start.rows_dealt)  # type: ignore[arg-type]

    def codes(self) -> bytes:
        """Return the code of each card for the kernel."""
        return bytes(NO_CARD if card is None else code(card) for card in self.cards)

    def arguments(self) -> tuple[bytes, Columns, int, int]:
        """Return what the kernel is told of the position."""
        return self.codes(), self.columns, self.cell, self.rows

    def names(self, mask: int) -> list[Card]:
        """Return the cards of a column, bottom first."""
        return [card for n, card in enumerate(self.cards) if mask >> n & 1 and card is not None]
