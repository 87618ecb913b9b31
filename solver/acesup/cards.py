"""Cards: two characters each, rank then suit, as in "AS" or "TD".

Plain strings keep positions easy to read, compare and print. The ace is the highest rank.
"""

from collections.abc import Iterable
from typing import TypeAlias

from acesup.errors import DealFormatError

Card: TypeAlias = str
"""A card in its canonical form: one character of `RANKS`, then one of `SUITS`."""

RANKS = "23456789TJQKA"
"""The ranks, rising."""

SUITS = "CDHS"
"""Clubs, diamonds, hearts, spades: the order of a new deck."""

ALL_CARDS = frozenset(rank + suit for rank in RANKS for suit in SUITS)
"""The 52 cards."""

_RANK = {character: height for height, character in enumerate(RANKS)}
_PRETTY_SUIT = dict(zip(SUITS, "♣♦♥♠", strict=True))
# What people write for a suit or a rank; the variation selectors come with copied emoji.
_CANONICAL = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS", "\ufe0e\ufe0f")


def rank(card: Card) -> int:
    """Return the height of a card: 0 for a two … 12 for an ace."""
    return _RANK[card[0]]


def is_ace(card: Card) -> bool:
    """Return whether a card is one of the four that are never discarded."""
    return card[0] == "A"


def outranks(a: Card, b: Card) -> bool:
    """Return whether `a` is of the same suit as `b` and higher."""
    return a[1] == b[1] and _RANK[a[0]] > _RANK[b[0]]


def pretty(card: Card) -> str:
    """Return a card as people write it, such as "7♣" or "10♥"."""
    return ("10" if card[0] == "T" else card[0]) + _PRETTY_SUIT[card[1]]


def parse_card(text: object) -> Card:
    """Read one card as people write it: "AS", "9c", "10h", "5♠".

    Raises DealFormatError if it is no card, be it text or not; the caller knows the place and adds it.
    """
    card = text.translate(_CANONICAL).upper().replace("10", "T") if isinstance(text, str) else None
    if card not in ALL_CARDS:
        raise DealFormatError(
            f"{brief(text)} is no card, expected a rank (A23456789TJQK or 10), then a suit (CDHS or ♣♦♥♠)"
        )
    return card


def starting_deck(ranks: Iterable[str] = RANKS) -> tuple[Card, ...]:
    """Return the deck in the order that a shuffle starts from: AC AD AH AS 2C 2D … KS.

    `ranks` are the ranks of a stripped deck in any order; the ace is always one of them.
    """
    rising = sorted({*ranks} - {"A"}, key=RANKS.index)
    return tuple(rank + suit for rank in ["A", *rising] for suit in SUITS)


def brief(value: object) -> str:
    """Write a wrong value for an error, but never a page of it."""
    text = repr(value)
    return text if len(text) <= 40 else text[:39] + "…"
