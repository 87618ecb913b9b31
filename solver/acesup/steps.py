"""A line step by step: where each move leads, and in a sentence what it does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from acesup.cards import Card, pretty
from acesup.line import COLUMNS, Move
from acesup.position import Position
from acesup.referee import replay

SENTENCES = {
    "start": "The game starts here.",
    "deal": "A row is dealt: {cards}.",
    "discard": "{card} is discarded by {by}.",
    "pair": "{card} and {other} are discarded as a pair.",
    "fill": "{card} moves from column {source} to column {target}.",
    "to_cell": "{card} moves from column {source} into the cell.",
    "from_cell": "{card} moves from the cell to column {target}.",
    "withheld": "{card} is withheld: {by} could discard it, but it stays.",
}
"""What a move of each kind does, where a line starts, and what happens to a card that a deal withholds."""

WITHHELD_NOTE = "withhold: the card stays, although it could be discarded, and the next row is dealt over it"
"""What withholding is."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a line: the move, and the position before and after it.

    number: the moves made so far, this one included. move: None at the start, where nothing moves.
    """

    number: int
    move: Move | None
    before: Position
    after: Position

    @property
    def withheld(self) -> dict[Card, Card]:
        """The cards that this step deals a row over, each with the card that could discard it."""
        return self.before.withheld() if self.move and self.move.kind == "deal" else {}

    def words(self, name: Callable[[Card], str] = pretty) -> str:
        """Say what the step does, as in "7♣ is discarded by J♣."; `name` writes a card."""
        return SENTENCES[self.move.kind if self.move else "start"].format(**self._parts(name))

    def withheld_words(self, name: Callable[[Card], str] = pretty) -> list[str]:
        """Say of each card withheld that it is; `name` writes a card."""
        return [
            SENTENCES["withheld"].format(card=name(card), by=name(by)) for card, by in self.withheld.items()
        ]

    def _parts(self, name: Callable[[Card], str]) -> dict[str, str]:
        """Return what the sentence may speak of."""
        if not self.move:
            return {}
        move, before = self.move, self.before
        cards = [before.columns[c][-1] for c in move.takes]
        parts = {
            "card": cards[0] if cards else before.cell,
            "other": cards[-1] if cards else None,
            "by": before.discarder(move.takes[0]) if move.kind == "discard" else None,
        }
        return {
            "cards": " ".join(map(name, before.stock[: len(COLUMNS)])),
            **{part: name(card) for part, card in parts.items() if card},
            "source": _column(move.source),
            "target": _column(move.target),
        }


def steps_of(start: Position, line: Iterable[Move]) -> list[Step]:
    """Return the start of a line and each of its moves. Raises IllegalMoveError at the first illegal one."""
    steps = [Step(0, None, start, start)]
    for move, after in replay(start, line):
        steps.append(Step(len(steps), move, steps[-1].after, after))
    return steps


def _column(column: int | None) -> str:
    return "" if column is None else str(column + 1)
