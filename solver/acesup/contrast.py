"""What a trial says: the cost of each setting beside that of the first, with intervals."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from acesup.extras import load
from acesup.result import SCHEMA
from acesup.solve import VERDICTS
from acesup.source import Source
from acesup.statistics import CONFIDENCE, Interval
from acesup.trial import Round, Setting, Trial

RESAMPLES = 2000
"""Of a bootstrap. They are drawn by a fixed seed, so that the same rounds give the same intervals."""
_UNKNOWN = VERDICTS.index("unknown")


@dataclass(frozen=True, slots=True)
class Contrast:
    """One setting on all deals of a trial, beside the first setting. Immutable.

    deals: in all. decided, solvable: of these. paired: decided under both settings.
    nodes_mean, nodes_median, nodes_p99: of all deals; one that was not decided counts with the node limit.
    ratio: of the nodes to those of the first, its geometric mean over the paired deals.
    ratio_interval: percentiles of a bootstrap over deals.
    p: of Wilcoxon's signed-rank test that the logarithms of the ratios lie around 0.
    seconds: of the processor, in all.
    time_ratio: seconds to those of the first.
    time_interval: percentiles of a bootstrap over rounds.
    """

    setting: Setting
    deals: int
    decided: int
    solvable: int
    paired: int
    nodes_mean: float
    nodes_median: float
    nodes_p99: float
    ratio: float
    ratio_interval: Interval
    p: float
    seconds: float
    time_ratio: float
    time_interval: Interval

    def to_json(self) -> dict[str, Any]:
        """Return the object of one setting (docs/laboratory.md)."""
        data = asdict(self)
        for name in ("ratio_interval", "time_interval"):
            data[name] = [data[name]["low"], data[name]["high"]]
        return {"name": str(self.setting), **data.pop("setting"), **data}


def contrasts(trial: Trial, rounds: Sequence[Round], confidence: float = CONFIDENCE) -> list[Contrast]:
    """Compare the settings of a trial by its finished rounds; none if there are none.

    Raises ExtraError without numpy and scipy, AssertionError if two settings contradict each other: that
    would be a mistake of a search.
    """
    numpy = load("numpy", "stats", "a comparison")
    if not rounds:
        return []
    table = _Table(numpy, trial, rounds)
    return [table.contrast(n, confidence) for n in range(len(trial.settings))]


def to_json(trial: Trial, found: Sequence[Contrast], confidence: float) -> dict[str, Any]:
    """Return the object that `acesup bench compare --json` prints."""
    return {
        "schema": SCHEMA,
        "version": trial.version,
        "rules": trial.rules.to_json(),
        "preset": trial.rules.preset_name,
        "source": trial.source,
        "first": trial.first,
        "count": found[0].deals if found else 0,
        "complete": bool(found) and found[0].deals == trial.count,
        "node_limit": trial.node_limit,
        "confidence": confidence,
        "settings": [contrast.to_json() for contrast in found],
    }


class _Table:
    """The rounds as arrays: a row a setting."""

    def __init__(self, numpy: Any, trial: Trial, rounds: Sequence[Round]) -> None:
        self.numpy = numpy
        self.trial = trial
        settings = range(len(trial.settings))
        self.nodes = numpy.array([[n for r in rounds for n in r.turns[s].nodes] for s in settings])
        self.verdicts = numpy.array([[v for r in rounds for v in r.turns[s].verdicts] for s in settings])
        self.seconds = numpy.array([[r.turns[s].seconds for r in rounds] for s in settings])
        self.decided = self.verdicts != _UNKNOWN
        self.check()

    def check(self) -> None:
        """Raise AssertionError unless all settings agree on every deal that they decide."""
        for n, verdicts in enumerate(self.verdicts):
            both = self.decided[0] & self.decided[n]
            for deal in self.numpy.flatnonzero(both & (verdicts != self.verdicts[0])):
                name = Source.span(self.trial.source, self.trial.first + int(deal), 1)
                raise AssertionError(
                    f"{name} is {VERDICTS[self.verdicts[0][deal]]} by {self.trial.settings[0]} "
                    f"and {VERDICTS[verdicts[deal]]} by {self.trial.settings[n]}"
                )

    def contrast(self, n: int, confidence: float) -> Contrast:
        numpy, nodes = self.numpy, self.nodes[n]
        paired = self.decided[0] & self.decided[n]
        logs = numpy.log(nodes[paired]) - numpy.log(self.nodes[0][paired])
        seconds = numpy.stack([self.seconds[n], self.seconds[0]], axis=1)
        return Contrast(
            setting=self.trial.settings[n],
            deals=len(nodes),
            decided=int(self.decided[n].sum()),
            solvable=int((self.verdicts[n] == VERDICTS.index("solvable")).sum()),
            paired=len(logs),
            nodes_mean=float(nodes.mean()),
            nodes_median=float(numpy.median(nodes)),
            nodes_p99=float(numpy.percentile(nodes, 99)),
            ratio=math.exp(logs.mean()) if len(logs) else math.nan,
            ratio_interval=_interval(numpy, logs, confidence, lambda sample: math.exp(sample.mean())),
            p=_wilcoxon(logs),
            seconds=float(self.seconds[n].sum()),
            time_ratio=_quotient(seconds),
            time_interval=_interval(numpy, seconds, confidence, _quotient),
        )


def _quotient(seconds: Any) -> float:
    ours, theirs = seconds.sum(axis=0)
    return float(ours / theirs) if theirs else math.nan


def _interval(numpy: Any, data: Any, confidence: float, statistic: Any) -> Interval:
    """Return the percentile bootstrap interval (Efron 1979) of a statistic of rows."""
    if not len(data):
        return Interval(math.nan, math.nan)
    tail = 50 * (1 - confidence)
    samples = [statistic(data[draw]) for draw in _draws(numpy, len(data))]
    low, high = numpy.percentile(samples, [tail, 100 - tail])
    return Interval(float(low), float(high))


def _draws(numpy: Any, size: int) -> Iterator[Any]:
    generator = numpy.random.default_rng(0)
    for _ in range(RESAMPLES):
        yield generator.integers(size, size=size)


def _wilcoxon(logs: Any) -> float:
    if not logs.any():
        return 1.0
    return float(load("scipy.stats", "stats", "a comparison").wilcoxon(logs).pvalue)
