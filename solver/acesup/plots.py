"""Pictures of a run (extra `plot`): the estimate against deals, the nodes by verdict, the best scores."""

from pathlib import Path
from typing import Any, get_args

from acesup.errors import PlotError
from acesup.extras import load
from acesup.fraction import Estimate
from acesup.result import Verdict

_POINTS = 2000  # of a curve; twice as many at most are kept
_COLOURS = dict(zip(get_args(Verdict), ("tab:green", "tab:red", "tab:gray"), strict=True))


class Picture:
    """A figure that will be written to a file.

    path: its ending names the format, such as .png, .svg or .pdf. Raises PlotError for another ending or a
    directory that is not there, ExtraError without matplotlib: before a long run, not after it.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self.figure = load("matplotlib.figure", "plot", "a plot").Figure(layout="constrained")
        known = self.figure.canvas.get_supported_filetypes()
        if self._path.suffix[1:].lower() not in known:
            raise PlotError(
                f"{path}: {self._path.suffix or 'no ending'!r} is no format, expected {_listed(known)}"
            )
        if not self._path.parent.is_dir():
            raise PlotError(f"{path}: there is no such directory, expected one that exists")

    def save(self) -> None:
        """Write the file. Raises PlotError if it cannot be written."""
        try:
            self.figure.savefig(self._path, dpi=150)
        except OSError as error:
            raise PlotError(f"{self._path}: {error.strerror}, expected a file that can be written") from error


class Plot:
    """Collects the estimates of a run, in the order of its deals, and draws them.

    path: as for `Picture`, which may raise.
    """

    def __init__(self, path: str | Path) -> None:
        self._picture = Picture(path)
        self._curve: list[tuple[float, ...]] = []
        self._stride = 1
        self._added = 0
        self._last: Estimate[Any] | None = None

    def add(self, estimate: Estimate[Any]) -> None:
        """Note an estimate; the curve takes every so manieth, so that memory stays small."""
        self._last = estimate
        if self._added % self._stride == 0:
            self._curve.append(_point(estimate))
        self._added += 1
        if len(self._curve) > 2 * _POINTS:
            self._curve, self._stride = self._curve[::2], 2 * self._stride

    def write(self) -> None:
        """Write the picture; none if no deal was counted. Raises PlotError if it cannot be written."""
        if self._last is None:
            return
        draw_scores = bool(self._last.tally.scores)
        figure = self._picture.figure
        figure.set_size_inches(8, 10 if draw_scores else 7)
        run = self._last.run
        figure.suptitle(f"Aces Up, rules: {run.rules}; {self._last.tally.deals:,} deals of {run.source}")
        axes = figure.subplots(3 if draw_scores else 2)
        _draw_curve(axes[0], [*self._curve, _point(self._last)], self._last)
        _draw_nodes(axes[1], self._last)
        if draw_scores:
            _draw_scores(axes[2], self._last)
        self._picture.save()


def _point(estimate: Estimate[Any]) -> tuple[float, ...]:
    interval, bounds = estimate.interval, estimate.bounds or (0, 1)
    return (estimate.tally.deals, interval.low, *bounds, interval.high)


def _draw_curve(axes: Any, points: list[tuple[float, ...]], last: Estimate[Any]) -> None:
    deals, low, least, most, high = zip(*points, strict=True)
    axes.fill_between(deals, low, high, alpha=0.3, label=f"{last.method}")
    axes.plot(deals, least, label="solvable fraction" if least == most else "solvable, proved")
    if least != most:
        axes.plot(deals, most, label="solvable or unknown")
    axes.set(xlabel="deals", ylabel="fraction")
    axes.ticklabel_format(axis="x", style="plain")
    axes.legend()


def _draw_nodes(axes: Any, last: Estimate[Any]) -> None:
    histogram = last.tally.histogram
    buckets = sorted({bits for _, bits in histogram})
    floor = [0] * len(buckets)
    for verdict, colour in _COLOURS.items():
        heights = [histogram[verdict, bits] for bits in buckets]
        if any(heights):
            axes.bar(buckets, heights, bottom=floor, color=colour, label=verdict, width=0.9)
        floor = [a + b for a, b in zip(floor, heights, strict=True)]
    axes.set(xlabel="nodes of a deal, below 2ⁿ", ylabel="deals", xticks=buckets)
    axes.legend()


def _draw_scores(axes: Any, last: Estimate[Any]) -> None:
    scores = sorted(last.tally.scores)
    axes.bar(scores, [last.tally.scores[score] for score in scores], width=0.9)
    axes.set(xlabel="best score", ylabel="deals", yscale="log")


def _listed(names: Any) -> str:
    return ", ".join(f".{name}" for name in sorted(names))
