"""Move orderings: named ones with their parameters, and orderings of your own."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias, Union

from acesup import _solver
from acesup.cards import Card, is_ace, outranks
from acesup.errors import OrderingError
from acesup.numbering import card_of

ORDERINGS: Mapping[str, str] = MappingProxyType(_solver.ORDERINGS)
"""The move orderings by name, each with its idea."""
PARAMETERS: Mapping[str, Mapping[str, int]] = MappingProxyType(_solver.PARAMETERS)
"""The parameters of each ordering, with their defaults."""
_INT_MAX = 2**31 - 1


def get_include() -> str:
    """Return the directory of `acesup_ordering.h`, for compilers of orderings of your own."""
    return str(Path(__file__).parent / "include")


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards that lie open before or after a move: what an ordering in Python sees. Immutable.

    columns: four, each from the bottom up.
    cell: the card there, or None.
    rows: rows dealt so far, 1 to 13.

    A search that decides late shows the cards that are certain to be there, and no others.
    """

    columns: tuple[tuple[Card, ...], ...]
    cell: Card | None
    rows: int

    @property
    def gaps(self) -> int:
        """How many columns are empty."""
        return self.columns.count(())

    @property
    def cards(self) -> list[Card]:
        """The cards of all columns."""
        return [card for column in self.columns for card in column]

    @property
    def aces_down(self) -> int:
        """How many columns begin with an ace."""
        return sum(is_ace(column[0]) for column in self.columns if column)

    def swept(self) -> "Layout":
        """Return what is left after all discards by suit that are then possible."""
        columns, before = self.columns, None
        while columns != before:
            before, tops = columns, [column[-1] for column in columns if column]
            columns = tuple(
                column[:-1] if column and any(outranks(top, column[-1]) for top in tops) else column
                for column in columns
            )
        return Layout(columns, self.cell, self.rows)


PythonOrdering: TypeAlias = Callable[[Layout, Layout, str], int]
"""Called with the cards before a move, those after it, and its kind, such as `fill` or `deal`; returns a
whole number of 32 bits."""
OrderingLike: TypeAlias = Union["Ordering", str, int, PythonOrdering, Any]
"""What stands for an ordering: an `Ordering`, the text of one, an address, a capsule, or a PythonOrdering."""


@dataclass(frozen=True, slots=True)
class Ordering:
    """Which moves a search tries first; `of` makes one. Immutable.

    name: what results call it.
    code: what the compiled search takes: a name of ORDERINGS, an address, a capsule, or what it calls.
    parameters: values for the parameters of a named one.
    """

    name: str
    code: Any
    parameters: tuple[int, ...] = ()

    @classmethod
    def of(cls, value: OrderingLike) -> "Ordering":
        """Return the ordering that a value stands for.

        value: a name of ORDERINGS, such as `clear`, or one with parameters, such as `random:7` or
        `weighted:gaps=30,table=-8`; or `package.module:object`, where the object, or the value itself, is
        the address of a C function of `acesup_ordering.h`, a PyCapsule that holds one, or a Python callable
        (slow: see PythonOrdering). That the address is right cannot be checked. Raises OrderingError.
        """
        if isinstance(value, Ordering):
            return value
        if not isinstance(value, str):
            return cls._own(_name_of(value), value)
        name, colon, rest = value.partition(":")
        if name in ORDERINGS:
            return cls._named(name, rest) if colon else cls(name, name)
        if not colon:
            raise OrderingError(
                f"{value!r} is no ordering, expected {', '.join(ORDERINGS)} or package.module:object"
                f"{_hint(value, ORDERINGS)}"
            )
        return cls._own(value, _imported(value))

    @classmethod
    def _named(cls, name: str, text: str) -> "Ordering":
        values = _parameters(name, text)
        return cls(_canonical(name, values), name, tuple(values.values()))

    @classmethod
    def _own(cls, name: str, thing: Any) -> "Ordering":
        capsule = _solver.capsule_name(thing)
        if capsule is not None:
            if capsule != _solver.CAPSULE_NAME:
                raise OrderingError(
                    f"{name}: a capsule named {capsule!r}, expected {_solver.CAPSULE_NAME!r}: "
                    "compile it again with the header of this acesup"
                )
            return cls(name, thing)
        if isinstance(thing, int) and not isinstance(thing, bool):
            if not 0 < thing <= sys.maxsize:
                raise OrderingError(f"{name}: {thing}, expected the address of a C function")
            return cls(name, thing)
        if callable(thing):
            return cls(name, partial(_call, name, thing))
        raise OrderingError(f"{name}: {thing!r} is no ordering, expected an address, a capsule or a callable")


def _parameters(name: str, text: str) -> dict[str, int]:
    """Read the parameters of a named ordering: `key=value,key=value`, or the value of the only one."""
    values = dict(PARAMETERS[name])
    for word in text.split(","):
        key, equals, number = word.rpartition("=")
        key = key if equals or len(values) != 1 else next(iter(values))
        if key not in values:
            expected = ", ".join(f"{known}={value}" for known, value in values.items()) or "none"
            raise OrderingError(
                f"{name}: {word!r} is no parameter of it, expected {expected}{_hint(key, values)}"
            )
        try:
            values[key] = int(number)
        except ValueError:
            raise OrderingError(f"{name}: {key} is {number!r}, expected a whole number") from None
        if abs(values[key]) > _solver.PARAMETER_LIMIT:
            raise OrderingError(
                f"{name}: {key} is {number}, expected at most {_solver.PARAMETER_LIMIT} either way"
            )
    return values


def _canonical(name: str, values: Mapping[str, int]) -> str:
    """Write an ordering with the parameters that are not the default, always the same way."""
    changed = {key: value for key, value in values.items() if value != PARAMETERS[name][key]}
    if not changed:
        return name
    if len(values) == 1:
        return f"{name}:{next(iter(values.values()))}"
    return f"{name}:{','.join(f'{key}={value}' for key, value in changed.items())}"


def _imported(path: str) -> Any:
    """Return the object of `package.module:object`."""
    module_name, _, attributes = path.partition(":")
    try:
        thing: Any = import_module(module_name)
    except (ImportError, ValueError) as error:
        close = _hint(module_name, ORDERINGS)
        raise OrderingError(f"{path}: {module_name!r} cannot be imported ({error}){close}") from error
    for attribute in attributes.split("."):
        if not hasattr(thing, attribute):
            raise OrderingError(
                f"{path}: there is no {attribute!r} in it, expected package.module:object"
                f"{_hint(attribute, vars(thing) if hasattr(thing, '__dict__') else ())}"
            )
        thing = getattr(thing, attribute)
    return thing


def _name_of(thing: Any) -> str:
    """Name an object that is given itself."""
    name = getattr(thing, "__qualname__", None)
    return f"{thing.__module__}:{name}" if name else f"a given {type(thing).__name__}"


def _call(name: str, ordering: PythonOrdering, kind: str, before: Any, after: Any) -> int:
    """Ask an ordering in Python, and check its answer."""
    score = ordering(_layout(*before), _layout(*after), kind)
    if not isinstance(score, int) or abs(score) > _INT_MAX:
        raise OrderingError(f"{name} returned {score!r}, expected a whole number of 32 bits")
    return score


def _layout(columns: tuple[bytes, ...], cell: int, rows: int) -> Layout:
    cards = tuple(tuple(map(card_of, column)) for column in columns)
    return Layout(cards, None if cell == _solver.NO_CARD else card_of(cell), rows)


def _hint(wrong: str, known: Any) -> str:
    close = get_close_matches(wrong, list(known), n=1)
    return f" (did you mean {close[0]}?)" if close else ""
