"""The rules: six options, and names for the settings that people play by.

docs/rules.md says what each option means; every result states the rules it holds for.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, Union

from acesup.errors import RulesError

OptionValue: TypeAlias = str | int | bool
RulesLike: TypeAlias = Union["Rules", str, Mapping[str, Any]]
"""What stands for rules wherever they are asked for: `Rules`, a preset's name, a mapping as in JSON."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the rules: its name, its values (the default first) and what they mean."""

    name: str
    values: tuple[OptionValue, ...]
    meaning: str

    @property
    def shown(self) -> tuple[str, ...]:
        """The values as the tables of the rules write them, in the same order: booleans are yes and no."""
        return tuple(map(_shown, self.values))


_OPTIONS = (
    Option("discard", ("optional", "compulsory"), "compulsory: a discard by suit precedes any other move"),
    Option("fill", ("any", "aces"), "which top cards may be moved to an empty column"),
    Option("lone_moves", (True, False), "no: only columns of two or more cards may fill"),
    Option(
        "must_fill",
        (False, True),
        "yes: no row is dealt while a column of two or more cards, or the cell, could fill an empty one",
    ),
    Option("cells", (0, 1), "1: a cell beside the columns holds any one card until it fills an empty column"),
    Option("pairs", (False, True), "yes: two top cards of equal rank, not aces, may be discarded together"),
)
OPTIONS: Mapping[str, Option] = MappingProxyType({option.name: option for option in _OPTIONS})
"""The options by name."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A setting of all six options; the defaults are the preset `standard`.

    Immutable, hashable and safe to share between threads. A value that its option does not have raises
    RulesError.
    """

    discard: Literal["optional", "compulsory"] = "optional"
    fill: Literal["any", "aces"] = "any"
    lone_moves: bool = True
    must_fill: bool = False
    cells: Literal[0, 1] = 0
    pairs: bool = False

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            value = getattr(self, option.name)
            # `True == 1`, but a boolean is no number of cells, and 1 is no "yes".
            if not any(type(value) is type(known) and value == known for known in option.values):
                raise RulesError(f"{option.name}={value!r} is no rule, {_expected(value, option.values)}")

    @classmethod
    def preset(cls, name: str, /, **overrides: Any) -> "Rules":
        """Return the rules of a preset, with any option overridden.

        Raises RulesError if there is no such preset, option or value.
        """
        if name not in PRESETS:
            raise RulesError(f"{name!r} is no preset of the rules, {_expected(name, PRESETS)}")
        return PRESETS[name].rules.replace(**overrides)

    @classmethod
    def of(cls, value: RulesLike) -> "Rules":
        """Return the rules that a preset's name, a mapping as in JSON, or rules themselves stand for.

        Raises RulesError if they stand for none.
        """
        if isinstance(value, Rules):
            return value
        if isinstance(value, str):
            return cls.preset(value)
        if isinstance(value, Mapping):
            return cls.from_json(value)
        raise RulesError(f"{value!r} is no rules, expected a preset's name or a mapping of options")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rules":
        """Return the rules of a mapping from option to value; what is missing has its default.

        Raises RulesError for an unknown option or value.
        """
        return cls().replace(**data)

    @classmethod
    def all_settings(cls) -> "Iterator[Rules]":
        """Yield all 64 settings of the options, `standard` first."""
        for values in itertools.product(*(option.values for option in OPTIONS.values())):
            yield cls.from_json(dict(zip(OPTIONS, values, strict=True)))

    @property
    def preset_name(self) -> str | None:
        """The preset with exactly these settings, or None."""
        return next((preset.name for preset in PRESETS.values() if preset.rules == self), None)

    def replace(self, /, **options: Any) -> "Rules":
        """Return these rules with some options set otherwise.

        Raises RulesError for an unknown option or value.
        """
        for name in options:
            if name not in OPTIONS:
                raise RulesError(f"{name!r} is no option of the rules, {_expected(name, OPTIONS)}")
        return replace(self, **options)

    def to_json(self) -> dict[str, OptionValue]:
        """Return all options with their values, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the preset's name, or else the options that differ from `standard`."""
        standard = Rules().to_json()
        return self.preset_name or ", ".join(
            f"{name}={_shown(value)}" for name, value in self.to_json().items() if value != standard[name]
        )


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting of the rules, and who plays so."""

    name: str
    rules: Rules
    played_by: str


_PRESETS = (
    Preset("standard", Rules(), "the rule as written; what KPat and PySolFC let a person do"),
    Preset("ace-only", Rules(fill="aces"), "the strictest players: nothing but an ace fills a column"),
    Preset("free-cell", Rules(cells=1), "the mildest players: a card may wait aside; PySolFC's Firing Squad"),
    Preset("pairs", Rules(pairs=True), "some computer versions"),
    Preset("kpat-solver", Rules(discard="compulsory"), "KPat's built-in solver, when it judges a deal"),
    Preset(
        "stacked-only",
        Rules(discard="compulsory", lone_moves=False),
        "the study of 10^9 deals in matssson/aces-up",
    ),
    Preset(
        "stacked-must-fill",
        Rules(discard="compulsory", lone_moves=False, must_fill=True),
        "our reading of must-fill in kaces, with the other settings of that study",
    ),
)
PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _PRESETS})
"""The presets by name."""


def _shown(value: object) -> str:
    """Write a value as in the tables of the rules: booleans are yes and no."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _expected(wrong: object, known: Iterable[object]) -> str:
    """Say what was expected instead, and which of it was probably meant."""
    *others, last = map(repr, known)
    close = get_close_matches(repr(wrong), [*others, last], n=1)
    return f"expected {', '.join(others)} or {last}" + (f" (did you mean {close[0]}?)" if close else "")
