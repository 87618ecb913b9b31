"""Deals: the order of the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from acesup import picture
from acesup.cards import ALL_CARDS, RANKS, SUITS, Card, parse_card, starting_deck
from acesup.errors import DealFormatError
from acesup.source import Source, names_source

# The cards by their codes in C: rank * 4 + suit.
_CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CODES = {card: code for code, card in enumerate(_CARDS)}
# A card that starts with one of these is a slip for a card that starts with one of those.
_RANK_SLIPS = {"1": "AT", "0": "T"}


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """A whole deck in deal order: 52 cards, or the four suits of R ranks (2 to 13) with the ace.

    cards: the canonical cards; the first four are the first row, left to right.
    source: the text of the source that made it, such as "kpat:2", or None; taken on trust, and no part
        of equality.

    Immutable and hashable. Raises DealFormatError unless the cards are a deck; each may be written in any way
    that `parse` reads. `where` is what errors call the deal, such as a file and line.
    """

    cards: tuple[Card, ...]
    source: str | None = field(compare=False)

    def __init__(self, cards: Iterable[str], source: str | None = None, *, where: str = "deal") -> None:
        cards = read_cards(cards, where)
        problem = _deck_problem(cards)
        if problem:
            raise DealFormatError(f"{where}: {problem}")
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "source", source)

    @classmethod
    def parse(cls, text: str, *, where: str = "deal") -> Deal:
        """Read a whole deal, in any layout, or a source of one deal.

        Cards are separated by blanks or commas; `#` starts a comment.
        Raises DealFormatError; `where` is what it calls the text.
        """
        text = strip_comments(text)
        if names_source(text):
            return cls.from_source(text, where=where)
        return cls(split_cards(text), where=where)

    @classmethod
    def from_source(cls, text: str, *, where: str = "source") -> Deal:
        """Return the one deal of a source such as "kpat:2". Raises DealFormatError."""
        source = Source.parse(text, where=where)
        if source.count > 1:
            raise DealFormatError(f"{where}: {source} is {source.count} deals, expected one number")
        return next(iter(source))

    @classmethod
    def from_codes(cls, codes: bytes, source: str | None = None) -> Deal:
        """Return the deal of the card codes of the C core, rank * 4 + suit. Raises DealFormatError."""
        if codes and max(codes) >= len(_CARDS):
            raise DealFormatError(f"deal: code {max(codes)} is no card, expected 0 to {len(_CARDS) - 1}")
        return cls((_CARDS[code] for code in codes), source)

    def codes(self) -> bytes:
        """Return the cards as the codes of the C core: rank * 4 + suit, two 0 … ace 12, CDHS."""
        return bytes(_CODES[card] for card in self.cards)

    @property
    def scheme(self) -> str | None:
        """The numbering scheme of the source: `acesup-1`, `ms` or `pysol`; None without a source."""
        return None if self.source is None else Source.parse(self.source).scheme

    @property
    def ranks(self) -> str:
        """The ranks of the deck, ace first, then rising: "A23456789TJQK" for 52 cards."""
        return "".join(card[0] for card in starting_deck({card[0] for card in self.cards})[::4])

    @property
    def rows(self) -> tuple[tuple[Card, ...], ...]:
        """The rows of four, in the order in which they are dealt."""
        return tuple(self.cards[place : place + 4] for place in range(0, len(self.cards), 4))

    def grid(self) -> str:
        """Return the deal as one line of text a row; `parse` and `read_deals` read it back."""
        return "\n".join(map(" ".join, self.rows))

    def _repr_svg_(self) -> str:
        """Draw the rows, for a notebook."""
        return picture.grid_svg(self.rows, f"deal: {self}")

    def _repr_html_(self) -> str:
        """Draw the rows with their source below, for a notebook."""
        return picture.figure(self._repr_svg_(), self.source or "")

    def __len__(self) -> int:
        """The number of cards."""
        return len(self.cards)

    def __str__(self) -> str:
        """The canonical text: the cards, separated by blanks."""
        return " ".join(self.cards)


def strip_comments(text: str) -> str:
    """Return a text without comments, byte order mark and outer blanks."""
    return re.sub("#.*|\ufeff", "", text).strip()


def split_cards(text: str) -> list[str]:
    """Return what stands between blanks and commas."""
    return re.findall(r"[^\s,]+", text)


def read_cards(texts: Iterable[str], where: str, first_place: int = 1) -> tuple[Card, ...]:
    """Read cards as people write them.

    where, first_place: what errors call the deal, and the place of the first of these cards in it.
    Raises DealFormatError.
    """
    return tuple(
        text if text in ALL_CARDS else _read_card(text, f"{where}: card {place}")
        for place, text in enumerate(texts, first_place)
    )


def number_of(cards: Sequence[str]) -> str:
    """Return how many cards there are, in words for a message."""
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _read_card(text: str, where: str) -> Card:
    try:
        return parse_card(text if len(text) <= 24 else text[:23] + "…")
    except DealFormatError as error:
        raise DealFormatError(f"{where}: {error}{_did_you_mean(text)}") from None


def _did_you_mean(text: str) -> str:
    """Recognise the suit before the rank, 1 for an ace or a ten, and 0 for a ten."""
    slips = [text[1:] + text[:1], *(rank + text[1:] for rank in _RANK_SLIPS.get(text[:1], ""))]
    meant = [card for card in (slip.upper().replace("10", "T") for slip in slips) if card in ALL_CARDS]
    return f" (did you mean {' or '.join(meant)}?)" if meant else ""


def _deck_problem(cards: Sequence[Card]) -> str | None:
    """Say why some cards are no deck, or None."""
    places: dict[Card, int] = {}
    for place, card in enumerate(cards, 1):
        if card in places:
            return (
                f"card {place} of {len(cards)} is {card}, and so is card {places[card]}, "
                "expected each card once, at most 52"
            )
        places[card] = place
    if not cards:
        return "no cards, expected 52, or a source such as kpat:2"
    ranks = {card[0] for card in cards}
    if "A" not in ranks:
        return f"{number_of(cards)} without an ace, expected the four aces in every deck"
    missing = [card for card in starting_deck(ranks) if card not in places]
    if missing:
        return (
            f"{number_of(cards)} without {_some(missing)}, "
            "expected 52 cards, or four suits of each rank of a stripped deck"
        )
    return "only aces, expected at least one more rank" if len(ranks) == 1 else None


def _some(cards: Sequence[Card]) -> str:
    """Name a few cards, and count the rest."""
    more = f" and {len(cards) - 3} more" if len(cards) > 3 else ""
    return ", ".join(cards[:3]) + more
