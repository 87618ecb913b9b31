"""Lists of deals: files, streams and arguments."""

import io
from collections.abc import Iterator
from itertools import islice

import pytest

from acesup.deal import Deal
from acesup.deal_file import count_deals, expand, parse_arguments, read_deals, read_entries
from acesup.errors import DealFormatError
from acesup.source import Source

ONE, TWO = Deal.from_source("kpat:1"), Deal.from_source("kpat:2")
SMALL, OTHER = Deal.from_source("rng:1/0@A,K,Q"), Deal.from_source("rng:1/1@A,K")

# Each text with the deals that it holds.
TEXTS = {
    "a deal a line": (f"{ONE}\n{TWO}\n", [ONE, TWO]),
    "no last line end": (f"{ONE}\n{TWO}", [ONE, TWO]),
    "a block": (ONE.grid(), [ONE]),
    "whole blocks need no blank line": (f"{ONE.grid()}\n{TWO.grid()}\n", [ONE, TWO]),
    "but may have one": (f"{ONE.grid()}\n\n\n{TWO.grid()}\n\n", [ONE, TWO]),
    "stripped blocks": (f"{SMALL.grid()}\n \t\n{OTHER.grid()}", [SMALL, OTHER]),
    "a block before a deal": (f"{SMALL.grid()}\n{ONE}", [SMALL, ONE]),
    "a block before a source": (f"{SMALL.grid()}\nkpat:2", [SMALL, TWO]),
    "comments": (f"# two\n{ONE} # the first\n#\n  # and\nkpat:2#last", [ONE, TWO]),
    "a comment in a block is no blank line": (SMALL.grid().replace("\n", " # row\n# next\n"), [SMALL]),
    "a small deal a line": (f"{OTHER}\n{SMALL}", [OTHER, SMALL]),
    "sources and ranges": ("kpat:1-2\nrng:1/0@A,K,Q\n", [ONE, TWO, SMALL]),
    "tabs and commas": (str(ONE).replace(" ", ",\t"), [ONE]),
    "lower case": (str(ONE).lower(), [ONE]),
    "ten": (str(ONE).replace("T", "10"), [ONE]),
    "Unicode suits": (str(ONE).translate(str.maketrans("CDHS", "♣♢♥♤")), [ONE]),
    "byte order mark": (f"\ufeff{ONE.grid()}", [ONE]),
    "byte order mark alone in its line": (f"\ufeff\n{ONE}", [ONE]),
    "line ends of DOS": (f"{SMALL.grid()}\n\n{OTHER.grid()}\n".replace("\n", "\r\n"), [SMALL, OTHER]),
}


@pytest.mark.parametrize(("text", "deals"), TEXTS.values(), ids=TEXTS)
def test_texts_and_streams(text: str, deals: list[Deal]) -> None:
    assert list(read_deals(text, "deals.txt")) == deals
    assert list(read_deals(io.StringIO(text), "deals.txt")) == deals
    assert list(read_deals(io.BytesIO(text.encode()), "deals.txt")) == deals


def test_only_sources_are_kept_as_such() -> None:
    text = f"{ONE}\nkpat:2\n{SMALL.grid()}"
    assert list(read_entries(text, "deals.txt")) == [ONE, Source.parse("kpat:2"), SMALL]


class Typed(io.RawIOBase):
    """Bytes that come a line at a time; asked for more than there is, it fails."""

    def __init__(self, *lines: str) -> None:
        self.lines: Iterator[bytes] = iter([line.encode() for line in lines])

    def readline(self, size: int | None = -1, /) -> bytes:
        return next(self.lines)


@pytest.mark.parametrize("lines", [["kpat:1\n"], [f"{ONE}\n"], ONE.grid().splitlines(keepends=True)])
def test_a_deal_is_there_with_its_last_line(lines: list[str]) -> None:
    assert next(read_deals(Typed(*lines), "stdin")) == ONE  # type: ignore[arg-type]


def test_deals_before_a_bad_line_stand() -> None:
    deals = read_deals(io.BytesIO(b"kpat:1\n\xff\xfe\n"), "stdin")
    assert next(deals) == ONE
    with pytest.raises(DealFormatError, match=r"^stdin:2: "):
        next(deals)


def test_arguments() -> None:
    cards = str(ONE).split()
    entries = parse_arguments(["kpat:1-3", str(TWO), *cards, SMALL.grid(), "rng:1/0"])
    assert entries == [Source.parse("kpat:1-3"), TWO, ONE, SMALL, Source.parse("rng:1/0")]
    assert parse_arguments([*(f"{card}," for card in cards[:-1]), f" {cards[-1]} "]) == [ONE]
    assert parse_arguments([]) == []


def test_entries_are_counted_and_expanded_without_making_all_deals() -> None:
    entries = [ONE, *parse_arguments(["rng:1/0-999999999999", str(TWO)])]
    assert count_deals(entries) == 10**12 + 2
    assert list(islice(expand(entries), 2)) == [ONE, Deal.from_source("rng:1/0")]
    assert list(expand([ONE, Source.parse("kpat:1-2"), TWO])) == [ONE, ONE, TWO, TWO]
