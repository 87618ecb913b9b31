"""A run while it goes on: drawn on a terminal, else a line on stderr now and then."""

import time
from contextlib import closing
from datetime import timedelta
from types import TracebackType
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from acesup.cli.screen import out, progress_screen
from acesup.cli.summary import fraction_of, interval_of
from acesup.fraction import Estimate, estimates
from acesup.plots import Plot
from acesup.pool import Pool
from acesup.run import SettingsT
from acesup.shard import Tally
from acesup.statistics import Method
from acesup.store import MemoryStore, ShardStore

_LINE_SECONDS = 30.0
"""Between two lines, where nobody looks at a terminal."""


class LiveView:
    """Shows how far a run is, how fast, and what it estimates so far. A context manager.

    screen: the terminal to draw on; None: lines on stderr. estimate: before the first deal. already: deals
    that were in the store, which say nothing of the speed. until_width: where the run may end. outcome: what
    is counted.
    """

    def __init__(
        self,
        screen: Console | None,
        estimate: Estimate[Any],
        already: int,
        until_width: float | None,
        outcome: str = "solvable",
    ) -> None:
        self._outcome = outcome
        self._estimate = estimate
        self._already = already
        self._until_width = until_width
        self._began = self._last_line = time.monotonic()
        self._live = Live(self, console=screen, transient=True) if screen else None

    def show(self, estimate: Estimate[Any]) -> None:
        """Note the newest estimate."""
        self._estimate = estimate
        if self._live is None and time.monotonic() >= self._last_line + _LINE_SECONDS:
            self._last_line = time.monotonic()
            click.echo(f"{self._progress()}; {self._state()}", err=True)

    def _expected_deals(self) -> int:
        """Return the deals after which the run ends, as far as can be told."""
        estimate = self._estimate
        planned: int = estimate.run.count
        if self._until_width is None or not estimate.tally.deals:
            return planned
        # The width falls with the root of the deals.
        grow = (estimate.interval.width / self._until_width) ** 2
        return min(planned, max(estimate.tally.deals, round(estimate.tally.deals * grow)))

    def _progress(self) -> str:
        deals, seconds = self._estimate.tally.deals, time.monotonic() - self._began
        speed = (deals - self._already) / max(seconds, 1e-9)
        about = "" if self._until_width is None else "about "
        text = f"{deals:,} of {about}{self._expected_deals():,} deals"
        if speed <= 0:
            return text
        return f"{text}, {speed:,.0f} deals/s, {_time((self._expected_deals() - deals) / speed)} left"

    def _state(self) -> str:
        estimate = self._estimate
        if not estimate.tally.deals:
            return "no estimate yet"
        unknown = f", {estimate.tally.unknowns:,} unknown" if self._outcome == "solvable" else ""
        return f"{self._outcome} {fraction_of(estimate)}, {interval_of(estimate)}{unknown}"

    def __rich__(self) -> RenderableType:
        """Return the picture of this moment."""
        bar = Table.grid()
        bar.add_row(
            ProgressBar(self._expected_deals(), self._estimate.tally.deals, width=60),
            f" {_time(time.monotonic() - self._began)}",
        )
        return Group(bar, self._progress(), self._state())

    def __enter__(self) -> "LiveView":
        """Begin to draw."""
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take away what was drawn."""
        if self._live:
            self._live.stop()


def watch(
    run: SettingsT,
    store: ShardStore[SettingsT] | MemoryStore,
    pool: Pool,
    method: Method,
    *,
    until_width: float | None = None,
    picture: Plot | None = None,
    outcome: str = "solvable",
) -> tuple[Estimate[SettingsT], bool]:
    """Do a run, and show how far it is; return its estimate, and whether Ctrl-C ended it."""
    estimate = Estimate(run, Tally(), method)
    already = run.count - sum(count for _, count in store.gaps())
    try:
        with (
            LiveView(progress_screen(out()), estimate, already, until_width, outcome) as view,
            closing(estimates(run, store, pool, method=method, until_width=until_width)) as newest,
        ):
            for estimate in newest:
                view.show(estimate)
                if picture:
                    picture.add(estimate)
    except KeyboardInterrupt:
        return estimate, True
    return estimate, False


def _time(seconds: float) -> str:
    return str(timedelta(seconds=round(min(seconds, 1e8))))
