"""Where deals come from: arguments, files, standard input, a position."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO, cast

import click

from acesup.cli.options import ChosenRules, Command
from acesup.cli.program import options_of
from acesup.deal import Deal
from acesup.deal_file import Entry, count_deals, expand, parse_arguments, read_entries
from acesup.errors import AcesUpError, DealFormatError, RulesError
from acesup.position import Position
from acesup.rules import Rules

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)
_option = options_of("Input")
position_option = _option(
    "--position", type=_FILE, metavar="FILE", help="Read a position in mid-game, as JSON."
)
"""Gives a command the option of a position, for `read_position`."""


@dataclass(frozen=True)
class Inputs:
    """What a command is asked to read: deals as arguments, files of deals, the file of one position."""

    deals: Sequence[str]
    files: Sequence[str]
    position: str | None

    def read(self, rules: ChosenRules) -> "Starts":
        """Read all but standard input whole. Raises AcesUpError, OSError, UsageError if there is nothing."""
        if self.position is None:
            return self._read_deals(rules.over())
        if self.deals or self.files:
            raise click.UsageError("--position is answered alone, expected no deals and no -f beside it.")
        position = read_position(self.position, rules)
        return Starts([position], 1, rules.over(position.rules))

    def _read_deals(self, rules: Rules) -> "Starts":
        files = self.files
        if not self.deals and not files:
            if stdin().isatty():
                raise click.UsageError("No deal, expected cards, a source such as kpat:2, or -f FILE.")
            files = ["-"]
        lists = [parse_arguments(self.deals), *(_read_file(file) for file in files if file != "-")]
        streams = [read_entries(stdin(), "stdin") for file in files if file == "-"]
        total = None if streams else sum(map(count_deals, lists))
        return Starts(expand(chain(*lists, *streams)), total, rules)


class Starts:
    """Deals or positions to be solved, under some rules.

    total: how many there are, None if only the end of standard input will show it.
    error: what ended the deals too soon. It is kept here, so that deals before it can be answered first.
    """

    def __init__(self, starts: Iterable[Deal | Position], total: int | None, rules: Rules) -> None:
        self._starts = self._until_error(starts)
        self.total = total
        self.rules = rules
        self.error: AcesUpError | None = None

    def _until_error(self, starts: Iterable[Deal | Position]) -> Iterator[Deal | Position]:
        try:
            yield from starts
        except AcesUpError as error:
            self.error = error

    def __iter__(self) -> Iterator[Deal | Position]:
        """Yield the deals, until the last or an error."""
        return self._starts

    def is_single(self) -> bool:
        """Return whether there is only one; a stream is read as far as the second to know."""
        if self.total is None:
            first = list(islice(self._starts, 2))
            self._starts = chain(first, self._starts)
            self.total = 1 if len(first) == 1 else None
        return self.total == 1


def inputs_options(command: Command) -> Command:
    """Give a command arguments and options for deals; it takes them as `inputs`, an Inputs."""

    @wraps(command)
    def with_inputs(
        *args: Any, deals: Sequence[str], files: Sequence[str], position: str | None, **rest: Any
    ) -> int | None:
        return command(*args, inputs=Inputs(deals, files, position), **rest)

    for decorate in reversed((
        click.argument("deals", metavar="[DEAL]...", nargs=-1),
        _option("-f", "--file", "files", type=_FILE, multiple=True, metavar="FILE",
               help="Read deals from a file; - is standard input, as is no deal at all in a pipe."),
        position_option,
    )):  # fmt: skip
        with_inputs = decorate(with_inputs)
    return with_inputs


def stdin() -> BinaryIO:
    """Return standard input as bytes. Raises UsageError if it is closed."""
    if sys.stdin is None:
        raise click.UsageError("Standard input is closed, expected something to read there.")
    return cast(BinaryIO, sys.stdin.buffer)


def _read_file(path: str) -> list[Entry]:
    with open(path, "rb") as stream:
        return list(read_entries(stream, path))


def read_position(path: str, rules: ChosenRules) -> Position:
    """Read a position; its own rules count unless the options say otherwise."""
    where = "stdin" if path == "-" else path
    data = stdin().read() if path == "-" else Path(path).read_bytes()
    try:
        return Position.from_json(data.decode(), rules.over())
    except UnicodeDecodeError:
        raise DealFormatError(f"{where}: binary data, expected a position as JSON in UTF-8") from None
    except (DealFormatError, RulesError) as error:
        raise type(error)(f"{where}: {error}") from None
