"""Moves, and lines of moves, in the notation of docs/formats.md.

    D      deal a row                  3>1    fill column 1 from column 3
    x2     discard the top of column 2 2>c    put the top of column 2 into the cell
    x1=3   discard a pair              c>1    fill column 1 from the cell

Written columns count from 1, those of a `Move` from 0.
"""

import re
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, TypeAlias

from acesup.cards import brief
from acesup.errors import LineFormatError
from acesup.picture import figure, text_svg

Kind: TypeAlias = Literal["deal", "discard", "pair", "fill", "to_cell", "from_cell"]

COLUMNS = range(4)
"""The columns, left to right."""

# How a move is written, by kind; what its kind does not name, a move does not have.
_TOKENS: dict[str, str] = {
    "deal": "D",
    "discard": "x{source}",
    "pair": "x{source}={target}",
    "fill": "{source}>{target}",
    "to_cell": "{source}>c",
    "from_cell": "c>{target}",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One move: its kind, and the columns (0 to 3) that it takes from and puts on.

    A pair takes from both; the lower column is its source, in whichever order they are given.
    Raises LineFormatError if the columns do not suit the kind.
    """

    kind: Kind
    source: int | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        token = _TOKENS.get(self.kind, "")
        columns = [column for column in (self.source, self.target) if column is not None]
        if (
            not token
            or ("{source}" in token) != (self.source is not None)
            or ("{target}" in token) != (self.target is not None)
            or not set(columns) <= set(COLUMNS)
            or len(set(columns)) < len(columns)
        ):
            raise LineFormatError(
                f"no move is {self.kind!r} with source {self.source!r} and target {self.target!r}, "
                f"expected {', '.join(_TOKENS)} with the columns (0 to 3) it takes from and puts on"
            )
        if self.kind == "pair":
            object.__setattr__(self, "source", min(columns))
            object.__setattr__(self, "target", max(columns))

    @classmethod
    def parse(cls, token: str) -> "Move":
        """Read one move. Raises LineFormatError if it is none."""
        if token not in _MOVES:
            raise LineFormatError(
                f"{brief(token)} is no move, expected D, x2, x1=3, 3>1, 2>c or c>1 with columns 1 to 4"
            )
        return _MOVES[token]

    @property
    def takes(self) -> list[int]:
        """The columns whose top card the move takes."""
        return [c for c in (self.source, self.target if self.kind == "pair" else None) if c is not None]

    @property
    def puts(self) -> list[int]:
        """The columns that the move puts a card on."""
        if self.kind == "deal":
            return list(COLUMNS)
        return [] if self.target is None or self.kind == "pair" else [self.target]

    def __str__(self) -> str:
        """Return the move as it is written."""
        source, target = ("" if column is None else column + 1 for column in (self.source, self.target))
        return _TOKENS[self.kind].format(source=source, target=target)


ALL_MOVES: tuple[Move, ...] = (
    *(Move("discard", column) for column in COLUMNS),
    *(Move("pair", *columns) for columns in combinations(COLUMNS, 2)),
    *(Move("fill", *columns) for columns in permutations(COLUMNS, 2)),
    *(Move("from_cell", None, column) for column in COLUMNS),
    *(Move("to_cell", column) for column in COLUMNS),
    Move("deal"),
)
"""Every move there is, in the order in which a position lists those that are legal."""

_MOVES = {str(move): move for move in ALL_MOVES}
_MOVES |= {f"x{b + 1}={a + 1}": Move("pair", a, b) for a, b in combinations(COLUMNS, 2)}


class Line(tuple[Move, ...]):
    """A sequence of moves from a position on; for a deal the first row lies already. Immutable."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Line":
        """Read moves separated by blanks; no move at all is a line too.

        Raises LineFormatError that says which token, at which place, and what was expected.
        """
        return cls(_parse_at(place, token) for place, token in enumerate(text.split(), 1))

    def __str__(self) -> str:
        """Return the moves, separated by blanks."""
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Line.parse({str(self)!r})"

    def _repr_svg_(self) -> str:
        """Draw the moves, a row of the game a line, for a notebook."""
        return text_svg(re.split(" (?=D)", str(self)), f"line: {self}")

    def _repr_html_(self) -> str:
        """Draw the moves, a row of the game a line, for a notebook."""
        return figure(self._repr_svg_())


def _parse_at(place: int, token: str) -> Move:
    try:
        return Move.parse(token)
    except LineFormatError as error:
        raise LineFormatError(f"move {place} of the line: {error}") from None
