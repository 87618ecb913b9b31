"""A run while it goes on: drawn on a terminal, else a line on stderr now and then."""

import time
from datetime import timedelta
from types import TracebackType

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from acesup.cli.summary import fraction_of, interval_of
from acesup.fraction import Estimate

_LINE_SECONDS = 30.0
"""Between two lines, where nobody looks at a terminal."""


class LiveView:
    """Shows how far a run is, how fast, and what it estimates so far. A context manager.

    screen: the terminal to draw on; None: lines on stderr. estimate: before the first deal. already: deals
    that were in the store, which say nothing of the speed. until_width: where the run may end.
    """

    def __init__(
        self, screen: Console | None, estimate: Estimate, already: int, until_width: float | None
    ) -> None:
        self._estimate = estimate
        self._already = already
        self._until_width = until_width
        self._began = self._last_line = time.monotonic()
        self._live = Live(self, console=screen, transient=True) if screen else None

    def show(self, estimate: Estimate) -> None:
        """Note the newest estimate."""
        self._estimate = estimate
        if self._live is None and time.monotonic() >= self._last_line + _LINE_SECONDS:
            self._last_line = time.monotonic()
            click.echo(f"{self._progress()}; {self._state()}", err=True)

    def _expected_deals(self) -> int:
        """Return the deals after which the run ends, as far as can be told."""
        estimate = self._estimate
        if self._until_width is None or not estimate.tally.deals:
            return estimate.run.count
        # The width falls with the root of the deals.
        grow = (estimate.interval.width / self._until_width) ** 2
        return min(estimate.run.count, max(estimate.tally.deals, round(estimate.tally.deals * grow)))

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
        return (
            f"solvable {fraction_of(estimate)}, {interval_of(estimate)}, {estimate.tally.unknowns:,} unknown"
        )

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


def _time(seconds: float) -> str:
    return str(timedelta(seconds=round(min(seconds, 1e8))))
