"""Bad deals: each message says where, what, and what was expected, in one line."""

import io
from collections.abc import Callable, Iterable
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acesup.deal import Deal
from acesup.deal_file import parse_arguments, read_deals, read_entries
from acesup.errors import AcesUpError, DealFormatError
from acesup.source import Source

KPAT = str(Deal.from_source("kpat:1"))  # its first row is JD 2D 9H JC, its last card is 6H
SMALL = str(Deal.from_source("rng:1/0@A,K,Q"))
LONG = "9" * 5000


def message(read: Callable[[], Iterable[object]]) -> str:
    """Return the message of the error that reading ends with."""
    with pytest.raises(DealFormatError) as caught:
        list(read())
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 240
    return text


def assert_says(text: str, words: Iterable[str]) -> None:
    for word in words:
        assert word in text


BAD_DEALS = {
    "nothing": ("", ["no cards", "expected 52"]),
    "only a comment": ("# AS KD", ["no cards", "expected 52"]),
    "51 cards": (KPAT[:-3], ["51 cards without 6H", "expected 52"]),
    "53 cards": (f"{KPAT} 9H", ["card 53 of 53 is 9H", "so is card 3", "at most 52"]),
    "two decks": (f"{KPAT} {KPAT}", ["card 53 of 104 is JD", "so is card 1", "at most 52"]),
    "a duplicate": (KPAT.replace("6H", "JD"), ["card 52 of 52 is JD", "so is card 1", "each card once"]),
    "a duplicate in another spelling": (f"{SMALL} 10c,t♣", ["card 14 of 14 is TC", "so is card 13"]),
    "a rank with three suits": (SMALL.replace("KD", ""), ["11 cards without KD", "four suits"]),
    "most cards missing": ("AS KD 5C 2H", ["4 cards without AC, AD, AH and 9 more", "four suits"]),
    "no aces": ("KC KD KH KS QC QD QH QS", ["8 cards without an ace", "expected the four aces"]),
    "only aces": ("AC AD AH AS", ["only aces", "at least one more rank"]),
    "three aces": ("AC AD AH KC KD KH KS", ["without AS", "four suits"]),
    "an unknown rank": (KPAT.replace("9H", "XH"), ["card 3", "'XH'", "rank (A23456789TJQK or 10)"]),
    "an unknown suit": (KPAT.replace("9H", "9X"), ["card 3", "'9X'", "suit (CDHS or ♣♦♥♠)"]),
    "1 for a rank": (KPAT.replace("AS", "1s"), ["'1s'", "did you mean AS or TS?"]),
    "0 for a ten": ("0H", ["card 1", "'0H'", "did you mean TH?"]),
    "the suit first": ("KD SA", ["card 2", "'SA'", "did you mean AS?"]),
    "the suit before a ten": ("S10", ["'S10'", "did you mean TS?"]),
    "a rank alone": ("AS 10", ["card 2", "'10'", "then a suit"]),
    "no blanks": (KPAT.replace(" ", ""), ["card 1", "'JD2D9HJC", "…"]),
    "a joker": (f"{KPAT} ★", ["card 53", "'★'"]),
    "control characters": ("AS \x1b[31m", ["card 2", r"'\x1b[31m'"]),
    "NUL": ("AS \0\0", ["card 2", r"'\x00\x00'"]),
    "half a character": ("AS \udcff", ["card 2", r"'\udcff'"]),
    "long s is no spade": ("AS 5ß", ["card 2", "'5ß'"]),
    "a range": ("kpat:1-3", ["kpat:1-3 is 3 deals", "expected one number"]),
}

BAD_SOURCES = {
    "unknown family": ("kapt:2", ["'kapt'", "rng, ms, kpat or pysol", "did you mean kpat?"]),
    "nothing like a family": ("deal:2", ["'deal'", "rng, ms, kpat or pysol"]),
    "no family": (":2", ["''", "rng, ms, kpat or pysol"]),
    "a path": ("C:\\deals.txt", ["'c'", "rng, ms, kpat or pysol"]),
    "family alone": ("kpat", ["'kpat'", "kpat:N or kpat:FIRST-LAST", "1 to 2147483647"]),
    "no number": ("kpat:", ["'kpat:'", "kpat:N or kpat:FIRST-LAST"]),
    "a negative number": ("pysol:-1", ["'pysol:-1'", "0 to 100000000000000000000"]),
    "a fraction": ("ms:1.5", ["'ms:1.5'", "ms:N", "1 to 2147483647"]),
    "an underscore": ("ms:1_000", ["'ms:1_000'", "ms:N"]),
    "digits of another script": ("ms:١", ["'ms:١'", "ms:N"]),
    "two sources": ("kpat:1 kpat:2", ["'kpat:1 kpat:2'", "kpat:N"]),
    "kpat 0": ("kpat:0", ["kpat number 0 is out of range", "1 to 2147483647"]),
    "kpat too high": ("kpat:2147483648", ["kpat number 2147483648 is out", "1 to 2147483647"]),
    "ms too high": ("ms:1-2147483648", ["ms number 2147483648 is out", "1 to 2147483647"]),
    "ms range from 0": ("ms:0-5", ["ms number 0 is out", "1 to 2147483647"]),
    "pysol too high": ("pysol:100000000000000000001", ["pysol number 100000000000000000001 is out"]),
    "more digits than Python reads": (f"pysol:{LONG}", ["pysol number 999", "…", "out of range"]),
    "rng seed too high": ("rng:18446744073709551616/0", ["rng seed 18446744073709551616 is out", "0 to"]),
    "rng index too high": ("rng:0/18446744073709551616", ["rng number 18446744073709551616 is out"]),
    "rng without an index": ("rng:1", ["'rng:1'", "rng:SEED/INDEX", "0 to 18446744073709551615"]),
    "rng without a seed": ("rng:/1", ["'rng:/1'", "rng:SEED/INDEX"]),
    "a range that falls": ("kpat:9-3", ["kpat range 9-3 is empty", "rising"]),
    "a range without an end": ("kpat:1-", ["'kpat:1-'", "FIRST-LAST"]),
    "ranks without an ace": ("rng:1/0@K,Q", ["'@K,Q'", "ace is missing", "expected A"]),
    "only the ace": ("rng:1/0@A", ["'@A'", "only aces", "at least one more"]),
    "a rank twice": ("rng:1/0@A,K,k", ["'@A,K,k'", "twice"]),
    "an unknown rank in a deck": ("rng:1/0@A,1", ["'@A,1'", "'1' is no rank"]),
    "ranks without commas": ("rng:1/0@AKQ", ["'AKQ' is no rank", "separated by commas"]),
    "no ranks": ("rng:1/0@", ["'' is no rank"]),
    "stripped kpat": ("kpat:1@A,K", ["'kpat:1@A,K'", "kpat:N"]),
    "control characters in a family": ("\x1b[31m:1", [r"'\x1b[31m'", "rng, ms"]),
    "control characters in a deck": ("rng:1/0@\x1b", [r"'\x1b' is no rank"]),
}

EVERY_BAD_TEXT = {**BAD_DEALS, **BAD_SOURCES}


@pytest.mark.parametrize(("text", "words"), EVERY_BAD_TEXT.values(), ids=EVERY_BAD_TEXT)
def test_a_deal(text: str, words: list[str]) -> None:
    assert_says(message(lambda: Deal.parse(text, where="hand").cards), ["hand: ", *words])


@pytest.mark.parametrize(("text", "words"), BAD_SOURCES.values(), ids=BAD_SOURCES)
def test_a_source_in_every_place(text: str, words: list[str]) -> None:
    assert_says(message(lambda: Source.parse(text)), ["source: ", *words])
    assert_says(message(lambda: Deal.from_source(text).cards), ["source: ", *words])
    assert_says(message(lambda: parse_arguments(["kpat:1", text])), ["argument 2: ", *words])
    assert_says(message(lambda: read_deals(f"# one\n{text}\n", "deals.txt")), ["deals.txt:2: ", *words])


def rows(text: str) -> str:
    cards = text.split()
    return "\n".join(" ".join(cards[place : place + 4]) for place in range(0, len(cards), 4))


BAD_FILES: dict[str, tuple[str | bytes, list[str]]] = {
    "empty": ("", ["f: no deals", "expected a row of 4 cards", "kpat:1-500"]),
    "blank lines and comments": ("\n# none\n \n", ["f: no deals"]),
    "a line of three": ("AS KD 5C", ["f:1: 3 cards", "row of 4", "8 or more"]),
    "a line of five": (f"{SMALL}\n\nAS KD 5C 2H 3H", ["f:3: 5 cards", "row of 4"]),
    "a line of one": ("AS", ["f:1: 1 card", "row of 4"]),
    "only commas": (",,", ["f:1: 0 cards", "row of 4"]),
    "51 cards in a line": (f"kpat:1\n{KPAT[:-3]}", ["f:2: 51 cards without 6H"]),
    "51 cards in rows": (rows(KPAT[:-3]), ["f:1-12: 48 cards without", "6H"]),
    "a duplicate in a block": (rows(KPAT.replace("6H", "JD")), ["f:1-13: card 52 of 52 is JD", "card 1"]),
    "an unknown card in a block": (f"\n{rows(KPAT.replace('9D', '9X'))}", ["f:6: card 19: '9X'"]),
    "stripped blocks without a blank line": (f"{rows(SMALL)}\n{rows(SMALL)}", ["f:1-6: card 13 of 24"]),
    "a block cut in two": (rows(SMALL).replace("\n", "\n\n", 1), ["f:1: 4 cards without"]),
    "a block cut by a source": (f"{rows(SMALL)[:23]}\nkpat:1", ["f:1-2: 8 cards without"]),
    "four sources in a line": ("kpat:1 kpat:2 kpat:3 kpat:4", ["f:1: 'kpat:1 kpat:2", "kpat:N"]),
    "prose": ("kpat:1\nSome deals\n", ["f:2: card 1: 'Some'", "expected a rank"]),
    "bytes that are no UTF-8": (b"kpat:1\n\xff\xfe\x00A", ["f:2: binary data", "UTF-8"]),
    "UTF-16": ("kpat:1".encode("utf-16"), ["f:1: binary data", "UTF-8"]),
    "Latin-1": ("# für\n".encode("latin-1"), ["f:1: binary data", "UTF-8"]),
    "NUL bytes": (b"AS KD\n\0\0\0", ["f:1: 2 cards"]),
    "NUL bytes first": (b"\0\0\0\n", ["f:1: binary data"]),
    "no line end in sight": (b" " * (1 << 20), ["f:1: binary data"]),
}


@pytest.mark.parametrize(("text", "words"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_file(text: str | bytes, words: list[str]) -> None:
    assert_says(message(lambda: read_deals(as_bytes(text), "f")), words)
    if isinstance(text, str):
        assert_says(message(lambda: read_deals(text, "f")), words)


def as_bytes(text: str | bytes) -> io.BytesIO:
    return io.BytesIO(text.encode() if isinstance(text, str) else text)


def test_a_stream_of_text_that_cannot_be_decoded() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"kpat:1\n\xff\n"), "utf-8")
    assert_says(message(lambda: read_deals(stream, "f")), ["f:1: binary data"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([""], ["argument 1: no cards"]),
        (["kpat:1", "AS"], ["argument 2: 1 card without AC, AD, AH"]),
        (["kpat:1", *KPAT.split()[:-1]], ["arguments 2-52: 51 cards without 6H"]),
        ([*KPAT.replace("9H", "9X").split()], ["arguments 1-52: card 3: '9X'"]),
        ([*KPAT.split(), *KPAT.split()], ["arguments 1-104: card 53 of 104 is JD"]),
        (["rng:1/0-999999999999999", KPAT[:-3]], ["argument 2: 51 cards"]),
        (["deals.txt"], ["argument 1: card 1: 'deals.txt'"]),
    ],
)
def test_arguments(arguments: list[str], words: list[str]) -> None:
    assert_says(message(lambda: parse_arguments(arguments)), words)


def test_codes() -> None:
    assert_says(message(lambda: Deal.from_codes(bytes([51, 52])).cards), ["code 52 is no card", "0 to 51"])
    assert_says(message(lambda: Deal.from_codes(b"").cards), ["no cards"])


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [("kpat", 0, 1), ("kpat", 5, 0), ("kpat:1", 1, 1), ("rng", 0, 1), ("rng:1", -1, 2)],
)
def test_spans(name: str, first: int, count: int) -> None:
    assert_says(
        message(lambda: Source.span(name, first, count)), ["source: ", name.split(":")[0], "expected"]
    )


def test_errors_are_ours_and_about_a_value() -> None:
    assert issubclass(DealFormatError, AcesUpError)
    assert issubclass(DealFormatError, ValueError)


def outcome(stream: str | BinaryIO) -> str:
    """Return the error that reading ends with, or the entries."""
    try:
        return repr(list(read_entries(stream, "f")))
    except DealFormatError as error:
        return str(error)


@given(st.text() | st.text("AKQ♠sdhc10 ,:@/-#\nrng", max_size=40))
def test_any_text_is_entries_or_an_error_in_one_line(text: str) -> None:
    assert outcome(text).isprintable()


@given(st.binary())
def test_any_bytes_are_entries_or_an_error_in_one_line(data: bytes) -> None:
    assert outcome(io.BytesIO(data)).isprintable()
