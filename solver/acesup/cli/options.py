"""Groups of options that commands share; each hands its command one object."""

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import wraps
from typing import Any, TypeAlias

import click
from click.shell_completion import CompletionItem

from acesup.cli.program import options_of
from acesup.errors import OrderingError
from acesup.orderings import ORDERINGS, Ordering
from acesup.rules import OPTIONS, PRESETS, OptionValue, Rules, RulesLike
from acesup.solve import MEMORY_LIMIT_MIB
from acesup.switches import SWITCHES

Command: TypeAlias = Callable[..., int | None]
Decorator: TypeAlias = Callable[[Command], Command]


class Choice(click.Choice[Any]):
    """A choice that guesses what a wrong value was meant to be."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """Say what is wrong, what there is, and what comes near."""
        close = get_close_matches(str(value), map(str, self.choices), n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        return super().get_invalid_choice_message(value, ctx).rstrip(".") + hint


class OrderingName(click.ParamType[str]):
    """The name of an ordering, or package.module:object, looked for here too, as `python -m` does."""

    name = "ordering"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check that there is such an ordering, and return its name as results write it."""
        here = os.getcwd()
        if ":" in value and here not in sys.path:
            sys.path.insert(0, here)
        try:
            return Ordering.of(value).name
        except OrderingError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Complete names."""
        return [
            CompletionItem(name, help=idea) for name, idea in ORDERINGS.items() if name.startswith(incomplete)
        ]


def refuse_others(context: click.Context, allowed: Collection[str], message: str) -> None:
    """Raise UsageError with a message if the command line gives any parameter but those that are allowed."""
    for name in context.params:
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in allowed:
            raise click.UsageError(message)


@dataclass(frozen=True)
class ChosenRules:
    """The rules that the options ask for: a preset, None if none is named, and the options set besides."""

    preset: str | None
    options: Mapping[str, OptionValue]

    def over(self, base: RulesLike = "standard") -> Rules:
        """Return the rules, where `base` stands for a preset that is not named."""
        return Rules.of(self.preset or base).replace(**self.options)


@dataclass(frozen=True)
class Limits:
    """What a search may use, and how it goes about it."""

    node_limit: int | None
    time_limit: float | None
    memory_limit: float
    ordering: str | None
    without: tuple[str, ...]


def rules_options(command: Command) -> Command:
    """Give a command the options of the rules; it takes them as `rules`, a ChosenRules."""

    @wraps(command)
    def with_rules(*args: Any, preset: str | None, **values: Any) -> int | None:
        options = {name: values.pop(name) for name in OPTIONS}
        chosen = {name: value for name, value in options.items() if value is not None}
        return command(*args, rules=ChosenRules(preset, chosen), **values)

    option = options_of("Rules (unset: those of the preset)")
    for decorate in reversed((
        option("--rules", "preset", type=Choice(PRESETS), metavar="PRESET",
               help=f"{', '.join(PRESETS)}; default standard."),
        option("--discard", type=Choice(OPTIONS["discard"].values), help=_meaning("discard")),
        option("--fill", type=Choice(OPTIONS["fill"].values), help=_meaning("fill")),
        option("--lone-moves/--no-lone-moves", default=None, help=_meaning("lone_moves")),
        option("--must-fill/--no-must-fill", default=None, help=_meaning("must_fill")),
        option("--cells", type=Choice(OPTIONS["cells"].values), help=_meaning("cells")),
        option("--pairs/--no-pairs", default=None, help=_meaning("pairs")),
    )):  # fmt: skip
        with_rules = decorate(with_rules)
    return with_rules


def limits_options(command: Command) -> Command:
    """Give a command the options of a search; it takes them as `limits`, a Limits."""

    @wraps(command)
    def with_limits(
        *args: Any,
        node_limit: int | None,
        time_limit: float | None,
        memory_limit: float,
        ordering: str | None,
        without: tuple[str, ...],
        **rest: Any,
    ) -> int | None:
        return command(*args, limits=Limits(node_limit, time_limit, memory_limit, ordering, without), **rest)

    option = options_of("Search (limits are per deal; unset: none)")
    for decorate in reversed((
        option("--node-limit", type=int, metavar="N", help="End as unknown after this many positions."),
        option("--time-limit", type=float, metavar="SECONDS", help="End as unknown after this time."),
        option("--memory-limit", type=float, metavar="MIB", default=MEMORY_LIMIT_MIB, show_default=True,
               help="Size of the table of one thread. A full table forgets, and the search goes on."),
        *search_options(option),
    )):  # fmt: skip
        with_limits = decorate(with_limits)
    return with_limits


def search_options(option: Callable[..., Decorator]) -> Sequence[Decorator]:
    """Return the options `ordering` and `without`, which change nodes and lines, and never a verdict."""
    return (
        option("--ordering", type=OrderingName(), metavar="NAME",
               help="Which moves to try first (unset: what suits the rules): a name that `acesup bench "
                    "orderings` lists, or package.module:object. It never changes the verdict."),
        option("--without", type=Choice(SWITCHES), multiple=True, metavar="SWITCH",
               help=f"Leave out a pruning or stage: {', '.join(SWITCHES)}. It never changes the verdict."),
    )  # fmt: skip


def _meaning(name: str) -> str:
    return OPTIONS[name].meaning[0].upper() + OPTIONS[name].meaning[1:] + "."
