"""How far a run is, shown on stderr while it lasts."""

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from types import TracebackType
from typing import TypeVar, get_args

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
)

from acesup.cli.screen import pen_for
from acesup.render import number_of
from acesup.result import Result, Verdict
from acesup.solve import Solver

_Work = TypeVar("_Work")

_TICK_SECONDS = 0.1
_PATIENCE_SECONDS = 0.3
"""What is done sooner needs no progress shown."""


class Watch:
    """Shows the deals done, the positions searched and the time; at the end it sums up. A context manager.

    screen: the terminal to draw on, None to stay silent. total: the deals there are, None if unknown.
    """

    def __init__(self, screen: Console | None, total: int | None) -> None:
        bar = [BarColumn(20)] if screen and pen_for(screen).is_wide else []
        columns: list[ProgressColumn] = [] if total == 1 else [*bar, MofNCompleteColumn()]
        columns += [TextColumn("{task.fields[nodes]:,} positions"), TimeElapsedColumn()]
        self._progress = Progress(*columns, console=screen, transient=True, disable=screen is None)
        self._task = self._progress.add_task("", total=total, nodes=0)
        self._sums_up = screen is not None and total != 1
        self._began = time.monotonic()
        self._nodes = 0
        self._verdicts: Counter[str] = Counter()

    def running(self, nodes: int) -> None:
        """Note the positions of the search that is running."""
        self._show(nodes, 0)

    def done(self, result: Result) -> None:
        """Note one more deal that is done."""
        self._nodes += result.nodes
        self._verdicts[result.verdict] += 1
        self._show(0, 1)

    def _show(self, running_nodes: int, done: int) -> None:
        self._progress.update(self._task, advance=done, nodes=self._nodes + running_nodes)
        if time.monotonic() >= self._began + _PATIENCE_SECONDS:
            self._progress.start()

    def __enter__(self) -> "Watch":
        """Begin, unseen."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take away what was drawn, and sum up if there were several deals."""
        self._progress.stop()
        if self._sums_up and self._verdicts:
            counts = ((self._verdicts[verdict], verdict) for verdict in get_args(Verdict))
            verdicts = ", ".join(f"{count:,} {verdict}" for count, verdict in counts if count)
            cost = f"{number_of(self._nodes, 'position')} in {time.monotonic() - self._began:.1f} s"
            deals = number_of(self._verdicts.total(), "deal")
            click.echo(f"{deals}: {verdicts}; {cost}", err=True)


def watched(work: Callable[[], _Work], solver: Solver, watch: Watch) -> tuple[_Work, bool]:
    """Do what searches with a solver in another thread, so that this one can watch it.

    Returns what comes of it, and whether Ctrl-C stopped its searches, so that what was found is not lost.
    """
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(work)
        try:
            while not wait([running], _TICK_SECONDS).done:
                watch.running(solver.nodes)
        except KeyboardInterrupt:
            while not running.done():  # again, for a search that had not quite begun
                solver.stop()
                wait([running], _TICK_SECONDS / 10)
            return running.result(), True
        return running.result(), False
