"""Lists of deals: files, standard input, and the arguments of a command."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import BinaryIO, NamedTuple, TextIO, TypeAlias

from acesup.cards import RANKS
from acesup.deal import Deal, number_of, read_cards, split_cards, strip_comments
from acesup.errors import DealFormatError
from acesup.source import Source, names_source

Entry: TypeAlias = Deal | Source
"""What a list of deals holds: a deal, or a source, which is checked and may stand for very many."""

_EXPECTED = "expected a row of 4 cards, a deal of 8 or more, or a source such as kpat:1-500"
# No line of deals comes near; without an end, binary rubbish would be read into memory as one line.
_LONGEST_LINE = 1 << 16


class _Line(NamedTuple):
    number: int
    text: str  # without comments
    cards: list[str]  # as written; empty in a blank line

    def is_row(self) -> bool:
        return len(self.cards) == 4 and not names_source(self.text)


def read_entries(stream: str | TextIO | BinaryIO, name: str) -> Iterator[Entry]:
    """Read a list of deals, an entry at a time and as soon as its lines are there.

    A line of 4 cards is a row of a block, a line of 8 or more a whole deal; a line may also be a source. A
    block ends when it has 52 cards, and otherwise at a blank line, before a line that is no row, and at the
    end; so blank lines must part the blocks of stripped decks. `#` starts a comment, and a line that holds
    nothing else does not count, not even as a blank one.

    stream: text, or a stream of text or of UTF-8 bytes. Only bytes name the line of what is no text.
    name: what errors call the stream.
    Raises DealFormatError, also if there is no entry.
    """
    lines = None
    for lines in _blocks(_lines(io.StringIO(stream) if isinstance(stream, str) else stream, name)):
        yield _read_block(lines, name)
    if lines is None:
        raise DealFormatError(f"{name}: no deals, {_EXPECTED}")


def read_deals(stream: str | TextIO | BinaryIO, name: str) -> Iterator[Deal]:
    """Read a list of deals as `read_entries` does, and make the deals of its sources."""
    return expand(read_entries(stream, name))


def parse_arguments(arguments: Sequence[str]) -> list[Entry]:
    """Read arguments: each a deal or a source, but neighbours of one card each are joined into one deal.

    Raises DealFormatError, so that all arguments are known to be good before the first deal is made.
    """
    entries: list[Entry] = []
    for is_card, group in groupby(enumerate(arguments, 1), key=lambda numbered: _is_one_card(numbered[1])):
        run = list(group)
        if is_card and len(run) > 1:
            joined = " ".join(text for _, text in run)
            entries.append(_read_entry(joined, f"arguments {run[0][0]}-{run[-1][0]}"))
        else:
            entries += [_read_entry(text, f"argument {place}") for place, text in run]
    return entries


def expand(entries: Iterable[Entry]) -> Iterator[Deal]:
    """Make the deals of some entries, in order and one at a time."""
    for entry in entries:
        if isinstance(entry, Source):
            yield from entry
        else:
            yield entry


def count_deals(entries: Iterable[Entry]) -> int:
    """Return how many deals some entries stand for, without making them."""
    return sum(entry.count if isinstance(entry, Source) else 1 for entry in entries)


def _is_one_card(argument: str) -> bool:
    return not names_source(argument) and len(split_cards(argument)) == 1


def _read_entry(text: str, where: str) -> Entry:
    text = strip_comments(text)
    return Source.parse(text, where=where) if names_source(text) else Deal(split_cards(text), where=where)


def _lines(stream: TextIO | BinaryIO, name: str) -> Iterator[_Line]:
    """Read the lines that count: those with only a comment do not."""
    for number in count(1):
        try:
            read = stream.readline(_LONGEST_LINE)
            line = read.decode() if isinstance(read, bytes) else read
        except UnicodeDecodeError:
            line = "\0"  # rubbish like any other
        if "\0" in line or len(line) >= _LONGEST_LINE:
            raise DealFormatError(f"{name}:{number}: binary data and no text in UTF-8, {_EXPECTED}")
        if not line:
            return
        text = strip_comments(line)
        if text or not line.strip():
            yield _Line(number, text, split_cards(text))


def _blocks(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    """Put the rows of each block together; a deal or a source is a list of one line."""
    block: list[_Line] = []
    for line in lines:
        if block and not line.is_row():
            yield block
            block = []
        if line.is_row():
            block.append(line)
        elif line.text:
            yield [line]
        if len(block) == len(RANKS):
            yield block
            block = []
    if block:
        yield block


def _read_block(lines: list[_Line], name: str) -> Entry:
    first, last = lines[0], lines[-1]
    where = f"{name}:{first.number}" + (f"-{last.number}" if last is not first else "")
    if names_source(first.text):
        return Source.parse(first.text, where=where)
    cards = [
        card
        for row, line in enumerate(lines)
        for card in read_cards(line.cards, f"{name}:{line.number}", 4 * row + 1)
    ]
    if not first.is_row() and len(cards) < 8:
        raise DealFormatError(f"{where}: {number_of(cards)}, {_EXPECTED}")
    return Deal(cards, where=where)
