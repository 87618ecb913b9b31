"""The odds of a policy that cannot see the stock: how often it wins, and how far it gets."""

import math
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypeAlias

from acesup.blind import BlindRun
from acesup.errors import OtherRunError
from acesup.fraction import Estimate, fraction
from acesup.result import SCHEMA
from acesup.source import Source
from acesup.statistics import Interval, Method
from acesup.store import BlindStore, MemoryStore, Store

EitherStore: TypeAlias = BlindStore | Store
"""A store of blind play, or of the solvable fraction."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What a policy wins, as far as its games are counted. Immutable.

    estimate: in its tally a game that was won counts as solvable, one that was lost as unsolvable.
    """

    estimate: Estimate[BlindRun]

    @property
    def won(self) -> int:
        """Games won."""
        return self.estimate.tally.solvable

    @property
    def games(self) -> int:
        """All games."""
        return self.estimate.tally.deals

    @property
    def rate(self) -> float | None:
        """Games won by games played; None without games."""
        return self.won / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """The interval for the rate."""
        return self.estimate.interval

    @property
    def mean_score(self) -> float | None:
        """Cards discarded on average; None without games."""
        return self._moment(1) if self.games else None

    @property
    def mean_interval(self) -> tuple[float, float] | None:
        """The interval for the mean score, from the normal distribution; None without games."""
        if not self.games:
            return None
        mean = self._moment(1)
        sigmas = NormalDist().inv_cdf((1 + self.estimate.method.confidence) / 2)
        reach = sigmas * math.sqrt(max(0.0, self._moment(2) - mean * mean) / self.games)
        return mean - reach, mean + reach

    def _moment(self, power: int) -> float:
        scores = self.estimate.tally.scores
        total: int = sum(score**power * games for score, games in scores.items())
        return total / self.games

    def to_json(self) -> dict[str, Any]:
        """Return the object that `acesup odds --json` prints (docs/odds.md)."""
        run, tally = self.estimate.run, self.estimate.tally
        return {
            "schema": SCHEMA,
            "version": run.version,
            "rules": run.rules.to_json(),
            "preset": run.rules.preset_name,
            "policy": run.policy,
            "tips": list(run.tips),
            "samples": run.samples,
            "seed": run.seed,
            "source": run.source,
            "scheme": Source.span(run.source, run.first, 1).scheme,
            "first": run.first,
            "count": self.games,
            "complete": self.estimate.is_complete,
            "won": self.won,
            "rate": self.rate,
            "interval": [self.interval.low, self.interval.high],
            "confidence": self.estimate.method.confidence,
            "method": self.estimate.method.name,
            "mean_score": self.mean_score,
            "mean_interval": self.mean_interval,
            "scores": {str(score): games for score, games in sorted(tally.scores.items())},
            "seconds": round(tally.seconds, 3),
        }


def read_either(path: str | Path) -> EitherStore:
    """Open a store of blind play or of a solvable fraction to be read. Raises StoreError."""
    try:
        return BlindStore.read(path)
    except OtherRunError:
        return Store.read(path)


def odds(
    run: BlindRun,
    store: BlindStore | MemoryStore | None = None,
    *,
    threads: int = 1,
    method: Method | None = None,
) -> Odds:
    """Play a run, and return its odds.

    store: where its shards are kept, and taken from if they are there; None: nowhere. threads: at least 1;
    the games are the same for any number. Raises StoreError, LimitError, PolicyError.
    """
    return Odds(fraction(run, store, threads=threads, method=method))
