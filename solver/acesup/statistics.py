"""What a count says of a fraction: intervals, and the comparison of two rule sets on the same deals."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType

from acesup.errors import LimitError
from acesup.extras import load

CONFIDENCE = 0.95
"""The confidence of an interval unless another is asked for."""
_EXACT_UP_TO = 1000  # pairs that differ; beyond, the normal approximation is good to four digits


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of fractions, 0 ≤ low ≤ high ≤ 1."""

    low: float
    high: float

    @property
    def width(self) -> float:
        """The distance of its ends."""
        return self.high - self.low


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return Wilson's score interval (J. Am. Stat. Assoc. 22, 1927), in closed form.

    successes: 0 to trials. confidence: between 0 and 1. Without trials the interval is all of 0 to 1.
    """
    if not trials:
        return Interval(0.0, 1.0)
    z = _quantile(confidence)
    share, spread = successes / trials, z * z / trials
    centre = (share + spread / 2) / (1 + spread)
    reach = z * math.sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    # At 0 and at all the ends are exact; rounding must not take them away.
    low = centre - reach if successes else 0.0
    return Interval(low, centre + reach if successes < trials else 1.0)


def clopper_pearson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the exact interval of Clopper and Pearson: it covers at least as often as it says.

    Arguments as for `wilson`. Raises ExtraError without scipy.
    """
    tail = (1 - confidence) / 2
    failures = trials - successes
    low = _beta_quantile(tail, successes, failures + 1) if successes else 0.0
    return Interval(low, _beta_quantile(1 - tail, successes + 1, failures) if failures else 1.0)


def jeffreys(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the equal-tailed interval of the posterior after Jeffreys' prior.

    Arguments as for `wilson`. Raises ExtraError without scipy. At 0 and at all its end is 0 or 1, as usual
    (Brown, Cai and DasGupta, Stat. Sci. 16, 2001).
    """
    tail = (1 - confidence) / 2
    failures = trials - successes
    low = _beta_quantile(tail, successes + 0.5, failures + 0.5) if successes else 0.0
    return Interval(low, _beta_quantile(1 - tail, successes + 0.5, failures + 0.5) if failures else 1.0)


METHODS: Mapping[str, Callable[[int, int, float], Interval]] = MappingProxyType(
    {"wilson": wilson, "clopper-pearson": clopper_pearson, "jeffreys": jeffreys}
)
"""The kinds of interval by name, the default first."""


@dataclass(frozen=True, slots=True)
class Method:
    """How an interval is made: its kind, a name of METHODS, and its confidence, between 0 and 1.

    Raises LimitError for another confidence.
    """

    name: str = "wilson"
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            raise LimitError(
                f"confidence: {self.confidence}, expected a number between 0 and 1, such as 0.95"
            )

    def __str__(self) -> str:
        """Name it, as `95 % interval, wilson`."""
        return f"{100 * self.confidence:.10g} % interval, {self.name}"

    def interval(self, solvable: int, unsolvable: int, unknown: int = 0) -> Interval:
        """Return the interval for the solvable fraction.

        Undecided deals widen it at both ends: low is that of all of them unsolvable, high of all solvable.
        """
        make, deals = METHODS[self.name], solvable + unsolvable + unknown
        low = make(solvable, deals, self.confidence).low
        return Interval(low, make(solvable + unknown, deals, self.confidence).high)


@dataclass(frozen=True, slots=True)
class Paired:
    """The same deals under two rule sets, counted by what becomes of them.

    both, only_first, only_second, neither: deals solvable there. undecided: unknown under either; they are
    in none of the other counts.
    """

    both: int
    only_first: int
    only_second: int
    neither: int
    undecided: int = 0

    @property
    def deals(self) -> int:
        """The deals decided under both."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def difference(self) -> float:
        """The first fraction less the second, of the deals decided under both; 0 without any."""
        return (self.only_first - self.only_second) / self.deals if self.deals else 0.0

    def difference_interval(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        """Return an interval for the difference, from the variance of paired shares.

        Undecided deals widen it at both ends, as they might all be solvable under one rule set only.
        """
        total = self.deals + self.undecided
        if not total:
            return -1.0, 1.0
        differ, gap = self.only_first + self.only_second, self.only_first - self.only_second
        reach = _quantile(confidence) * math.sqrt(max(0.0, differ - gap * gap / total)) / total
        low, high = (gap - self.undecided) / total, (gap + self.undecided) / total
        return max(-1.0, low - reach), min(1.0, high + reach)

    def mcnemar(self) -> float:
        """Return the p-value of McNemar's test that both fractions are equal.

        Exact (two-sided binomial) up to 1,000 deals that differ; beyond, from the normal distribution.
        """
        differ, fewer = self.only_first + self.only_second, min(self.only_first, self.only_second)
        if differ <= _EXACT_UP_TO:
            tail = sum(math.comb(differ, n) for n in range(fewer + 1))
            return min(1.0, float(2 * tail / 2**differ))
        return math.erfc(abs(self.only_first - self.only_second) / math.sqrt(2 * differ))


def _quantile(confidence: float) -> float:
    """Return how many standard deviations a two-sided interval reaches."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _beta_quantile(probability: float, a: float, b: float) -> float:
    stats = load("scipy.stats", "stats", "this interval")
    return float(stats.beta.ppf(probability, a, b))
