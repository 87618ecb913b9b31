"""Sources: numbered deals, such as `kpat:2`, `rng:1/0-999` or `rng:1/7@A,K,Q`.

A number means the same cards on every platform and for ever. The schemes behind the families are `ms`
(the numbers of KPat and of Microsoft FreeCell), `pysol` (of PySolFC) and `acesup-1` (random deals of this
package); docs/formats.md describes them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from acesup._numbers import ms_deal, rng_deal
from acesup.cards import RANKS, Card, starting_deck
from acesup.errors import DealFormatError

if TYPE_CHECKING:
    from acesup.deal import Deal

_LIMITS = {"rng": (0, 2**64 - 1), "ms": (1, 2**31 - 1), "kpat": (1, 2**31 - 1), "pysol": (0, 10**20)}
_NUMBERS = r"(?P<first>[0-9]+)(-(?P<last>[0-9]+))?"
_RNG = re.compile(rf"(?P<seed>[0-9]+)/{_NUMBERS}(@(?P<ranks>.*))?")
_OTHERS = re.compile(_NUMBERS)
# PySolFC deals the numbers below this one as Microsoft FreeCell does.
_PYSOL_FIRST = 32000


@dataclass(frozen=True, slots=True)
class Source:
    """A run of numbered deals. Iterating makes them one at a time, however many there are.

    family: `rng`, `ms`, `kpat` (the same decks as `ms`) or `pysol`.
    first, count: the numbers are first … first + count − 1.
    seed: of `rng`; None for the others.
    ranks: of a stripped deck, ace first, then rising, as "AQK"; None for all thirteen.

    `parse` and `span` make sources and check them; the constructor itself checks nothing.
    """

    family: str
    first: int
    count: int = 1
    seed: int | None = None
    ranks: str | None = None

    @classmethod
    def parse(cls, text: str, *, where: str = "source") -> Source:
        """Read one number (`kpat:2`) or a range with both its ends (`kpat:1-500`).

        where: what errors call the text, such as a file and line.
        Raises DealFormatError.
        """
        family, _, numbers = text.strip().partition(":")
        family = family.lower()
        if family not in _LIMITS:
            raise DealFormatError(f"{where}: {_short(family)!r} is no source of deals, {_expected(family)}")
        match = (_RNG if family == "rng" else _OTHERS).fullmatch(numbers)
        if not match:
            raise DealFormatError(f"{where}: {_short(text.strip())!r} is no source, expected {_form(family)}")
        parts = match.groupdict()
        first = _read_number(parts["first"], family, "number", where)
        last = _read_number(parts["last"] or parts["first"], family, "number", where)
        if last < first:
            raise DealFormatError(f"{where}: {family} range {first}-{last} is empty, expected a rising one")
        seed, ranks = parts.get("seed"), parts.get("ranks")
        return cls(
            family,
            first,
            last - first + 1,
            None if seed is None else _read_number(seed, family, "seed", where),
            None if ranks is None else _read_ranks(ranks, where),
        )

    @classmethod
    def span(cls, name: str, first: int, count: int) -> Source:
        """Return `count` deals (at least 1) from number `first` of a source named without its numbers.

        name: `rng:SEED`, `rng:SEED@A,K,Q`, `ms`, `kpat` or `pysol`; see the property of that name.
        Raises DealFormatError.
        """
        return cls.parse(_numbered(name, f"{first}-{first + count - 1}"))

    @property
    def last(self) -> int:
        """The highest number."""
        return self.first + self.count - 1

    @property
    def name(self) -> str:
        """The source without its numbers: `kpat`, `rng:1`, `rng:1@A,K,Q`."""
        seed = "" if self.seed is None else f":{self.seed}"
        falling = sorted(self.ranks or "", key=RANKS.index, reverse=True)
        return f"{self.family}{seed}" + (f"@{','.join(falling)}" if falling else "")

    @property
    def scheme(self) -> str:
        """`acesup-1`, `ms`, or `pysol`; PySolFC's numbers below 32000 alone are `ms`."""
        if self.family == "rng":
            return "acesup-1"
        return "pysol" if self.family == "pysol" and self.last >= _PYSOL_FIRST else "ms"

    def __str__(self) -> str:
        """The canonical text, which `parse` reads back."""
        return _numbered(self.name, f"{self.first}" if self.count == 1 else f"{self.first}-{self.last}")

    def __iter__(self) -> Iterator[Deal]:
        """Make the deals, in the order of their numbers."""
        from acesup.deal import Deal  # deals read sources, and sources make deals

        name, start = self.name, Deal(starting_deck(self.ranks or RANKS)).codes()
        for number in range(self.first, self.first + self.count):
            text = _numbered(name, str(number))
            if self.seed is not None:
                yield Deal.from_codes(rng_deal(self.seed, number, start), text)
            elif self.family == "pysol" and number >= _PYSOL_FIRST:
                yield Deal(_pysol_deal(number), text)
            else:
                yield Deal.from_codes(ms_deal(number), text)


def names_source(text: str) -> bool:
    """Return whether a text is meant as a source, right or wrong, and not as cards."""
    return ":" in text or text.strip().lower().startswith(tuple(_LIMITS))


def _pysol_deal(number: int) -> list[Card]:
    """Shuffle as PySolFC does; Python promises that `random()` of a seed never changes."""
    cards = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    draw = random.Random(number).random
    for n in range(len(cards) - 1, 0, -1):
        other = int(draw() * (n + 1))
        cards[n], cards[other] = cards[other], cards[n]
    return cards[::-1]


def _numbered(name: str, numbers: str) -> str:
    """Put numbers into the name of a source: `rng:1@A,K` and `0-9` make `rng:1/0-9@A,K`."""
    head, at, ranks = name.partition("@")
    separator = "/" if ":" in head else ":"
    return f"{head}{separator}{numbers}{at}{ranks}"


def _read_number(digits: str, family: str, what: str, where: str) -> int:
    """Read a number within the limits of its family. Long ones are not converted: Python may refuse to."""
    low, high = _LIMITS[family]
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(high)) or not low <= int(digits) <= high:
        raise DealFormatError(
            f"{where}: {family} {what} {_short(digits)} is out of range, expected {low} to {high}"
        )
    return int(digits)


def _read_ranks(text: str, where: str) -> str | None:
    """Read the ranks of a stripped deck, as `A,K,10`; None if they are all thirteen."""
    ranks = ["T" if rank == "10" else rank.upper() for rank in text.split(",")]
    strange = [rank for rank in ranks if rank not in [*RANKS]]
    if strange:
        problem = f"{_short(strange[0])!r} is no rank"
    elif len({*ranks}) < len(ranks):
        problem = "a rank stands there twice"
    elif "A" not in ranks:
        problem = "the ace is missing"
    elif len(ranks) == 1:
        problem = "there are only aces"
    else:
        rising = "".join(card[0] for card in starting_deck(ranks)[::4])
        return rising if len(ranks) < len(RANKS) else None
    raise DealFormatError(
        f"{where}: deck {_short('@' + text)!r}: {problem}, "
        "expected A and at least one more of 2 3 4 5 6 7 8 9 T J Q K, separated by commas"
    )


def _form(family: str) -> str:
    """Say how the sources of a family are written."""
    numbers = f"{_LIMITS[family][0]} to {_LIMITS[family][1]}"
    if family == "rng":
        return f"rng:SEED/INDEX or rng:SEED/FIRST-LAST ({numbers}), then @A,K,Q for a stripped deck"
    return f"{family}:N or {family}:FIRST-LAST ({numbers})"


def _expected(family: str) -> str:
    """Say which families there are, and which was probably meant."""
    close = get_close_matches(family, _LIMITS, n=1)
    return "expected rng, ms, kpat or pysol, as in kpat:2" + (f" (did you mean {close[0]}?)" if close else "")


def _short(text: str) -> str:
    """Cut a text that may be rubbish to what a message can show."""
    return text if len(text) <= 24 else text[:23] + "…"
