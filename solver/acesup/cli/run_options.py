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
class ChosenRun:
    """The run that the options ask for."""

    rules: ChosenRules
    source: str
    first: int | None
    count: int | None
    node_limit: int
    memory_limit: float
    ordering: str | None
    without: tuple[str, ...]

    def plan(self, count_unless_given: int = COUNT, **settings: Any) -> Run:
        """Return the run.

        settings: the other settings of `Run.plan`. Raises AcesUpError.
        """
        first = self.first
        if first is None:
            first = 1 if self.source.lower() in ("kpat", "ms") else 0
        return Run.plan(
            self.source,
            first,
            count_unless_given if self.count is None else self.count,
            self.rules.over(),
            node_limit=self.node_limit,
            memory_limit=self.memory_limit,
            ordering=self.ordering,
            without=self.without,
            **settings,
        )


def run_options(command: Command) -> Command:
    """Give a command the options of a run; it takes them as `chosen`, a ChosenRun."""

    @wraps(command)
    def with_run(
        *args: Any,
        rules: ChosenRules,
        source: str,
        first: int | None,
        count: int | None,
        node_limit: int,
        memory_limit: float,
        ordering: str | None,
        without: tuple[str, ...],
        **rest: Any,
    ) -> int | None:
        chosen = ChosenRun(rules, source, first, count, node_limit, memory_limit, ordering, without)
        return command(*args, chosen=chosen, **rest)

    deals, search = (
        options_of("Deals"),
        options_of("Search (there is no time limit: results can be repeated)"),
    )
    decorated = rules_options(with_run)
    for decorate in reversed((
        deals("--source", default="rng:1", show_default=True, metavar="SOURCE",
              help="Numbered deals: rng:SEED, rng:SEED@A,K,Q, kpat, ms or pysol."),
        deals("--first", type=int, metavar="N", help="The first number; default 0, of kpat and ms 1."),
        deals("--count", type=int, metavar="N",
              help=f"How many deals; default {COUNT:,}, with --until-width 10^9."),
        search("--node-limit", type=int, metavar="N", default=NODE_LIMIT, show_default=True,
               help="A deal that takes more positions is unknown."),
        search("--memory-limit", type=float, metavar="MIB", default=MEMORY_LIMIT_MIB, show_default=True,
               help="Size of the table of one thread."),
        *search_options(search),
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
