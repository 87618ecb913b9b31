"""The options of a run over numbered deals."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from acesup.cli.options import ChosenRules, Command, rules_options, search_options
from acesup.cli.program import options_of
from acesup.run import NODE_LIMIT, Run
from acesup.solve import MEMORY_LIMIT_MIB

COUNT = 10_000
"""The deals of a run unless another number is asked for."""
COUNT_UNTIL_WIDTH = 1_000_000_000
"""The same for a run that ends on the width of its interval: more than anyone waits for."""


@dataclass(frozen=True)
class ChosenDeals:
    """The numbered deals that the options ask for."""

    source: str
    first: int | None
    count: int | None

    def span(self, count_unless_given: int = COUNT) -> tuple[str, int, int]:
        """Return the source, the first number and how many."""
        first = self.first
        if first is None:
            first = 1 if self.source.lower() in ("kpat", "ms") else 0
        return self.source, first, count_unless_given if self.count is None else self.count


@dataclass(frozen=True)
class ChosenRun:
    """The run that the options ask for."""

    rules: ChosenRules
    deals: ChosenDeals
    node_limit: int
    memory_limit: float
    ordering: str | None
    without: tuple[str, ...]

    def plan(self, count_unless_given: int = COUNT, **settings: Any) -> Run:
        """Return the run.

        settings: the other settings of `Run.plan`. Raises AcesUpError.
        """
        return Run.plan(
            *self.deals.span(count_unless_given),
            self.rules.over(),
            node_limit=self.node_limit,
            memory_limit=self.memory_limit,
            ordering=self.ordering,
            without=self.without,
            **settings,
        )


def deals_options(command: Command) -> Command:
    """Give a command the options of numbered deals; it takes them as `deals`, a ChosenDeals."""

    @wraps(command)
    def with_deals(*args: Any, source: str, first: int | None, count: int | None, **rest: Any) -> int | None:
        return command(*args, deals=ChosenDeals(source, first, count), **rest)

    option = options_of("Deals")
    for decorate in reversed((
        option("--source", default="rng:1", show_default=True, metavar="SOURCE",
               help="Numbered deals: rng:SEED, rng:SEED@A,K,Q, kpat, ms or pysol."),
        option("--first", type=int, metavar="N", help="The first number; default 0, of kpat and ms 1."),
        option("--count", type=int, metavar="N",
               help=f"How many deals; default {COUNT:,}, with --until-width 10^9."),
    )):  # fmt: skip
        with_deals = decorate(with_deals)
    return with_deals


def run_options(command: Command) -> Command:
    """Give a command the options of a run; it takes them as `chosen`, a ChosenRun."""

    @wraps(command)
    def with_run(
        *args: Any,
        rules: ChosenRules,
        deals: ChosenDeals,
        node_limit: int,
        memory_limit: float,
        ordering: str | None,
        without: tuple[str, ...],
        **rest: Any,
    ) -> int | None:
        chosen = ChosenRun(rules, deals, node_limit, memory_limit, ordering, without)
        return command(*args, chosen=chosen, **rest)

    search = options_of("Search (there is no time limit: results can be repeated)")
    decorated = with_run
    for decorate in reversed((
        deals_options,
        search("--node-limit", type=int, metavar="N", default=NODE_LIMIT, show_default=True,
               help="A deal that takes more positions is unknown."),
        search("--memory-limit", type=float, metavar="MIB", default=MEMORY_LIMIT_MIB, show_default=True,
               help="Size of the table of one thread."),
        *search_options(search),
        rules_options,
    )):  # fmt: skip
        decorated = decorate(decorated)
    return decorated


def threads_option(section: str) -> Callable[[Command], Command]:
    """Return the option -j of a command, None if it is not given (see `all_cores`)."""
    return options_of(section)(
        "-j", "--threads", type=click.IntRange(1), metavar="N", help="Threads; default all cores."
    )


def all_cores() -> int:
    """Return the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
