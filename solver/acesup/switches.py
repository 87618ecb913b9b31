"""Switches: prunings and stages that a search can do without, so that their worth can be measured."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from acesup import _solver
from acesup.errors import SwitchError

SWITCHES: Mapping[str, str] = MappingProxyType(_solver.SWITCHES)
"""The switches by name, each with what it does and where."""


def known_switches(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names once each, in the order of SWITCHES. Raises SwitchError for one that is none."""
    asked = set(names)
    for name in sorted(asked - {*SWITCHES}):
        close = get_close_matches(name, SWITCHES, n=1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise SwitchError(f"{name!r} is no switch, expected {', '.join(SWITCHES)}{hint}")
    return tuple(name for name in SWITCHES if name in asked)
