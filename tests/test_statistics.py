"""Intervals equal scipy's, cover as often as they say, and grow with what is not known."""

import sys

import pytest

from acesup.errors import ExtraError, LimitError
from acesup.statistics import METHODS, Interval, Method, Paired, clopper_pearson, jeffreys, wilson

stats = pytest.importorskip("scipy.stats")
COUNTS = [(0, 1), (1, 1), (0, 50), (50, 50), (7, 50), (23_688, 100_000), (999_999, 1_000_000)]
CONFIDENCES = [0.8, 0.95, 0.999]


def close(interval: Interval, low: float, high: float) -> bool:
    return (interval.low, interval.high) == pytest.approx((low, high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("successes", "trials"), COUNTS)
@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_intervals_equal_scipys(successes: int, trials: int, confidence: float) -> None:
    test = stats.binomtest(successes, trials)
    assert close(wilson(successes, trials, confidence), *test.proportion_ci(confidence, "wilson"))
    assert close(clopper_pearson(successes, trials, confidence), *test.proportion_ci(confidence, "exact"))
    posterior = stats.beta(successes + 0.5, trials - successes + 0.5).interval(confidence)
    low, high = posterior[0] if successes else 0, posterior[1] if successes < trials else 1
    assert close(jeffreys(successes, trials, confidence), low, high)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("share", [0.0946, 0.5071, 0.9989])
def test_coverage(name: str, share: float) -> None:
    """Of many simulated runs about as many intervals hold the truth as they promise."""
    trials, runs = 1000, 2000
    counts = [int(count) for count in stats.binom.rvs(trials, share, size=runs, random_state=7)]
    intervals = {count: METHODS[name](count, trials, 0.95) for count in set(counts)}
    covered = sum(intervals[count].low <= share <= intervals[count].high for count in counts) / runs
    assert covered > (0.95 if name == "clopper-pearson" else 0.92) - 0.015
    assert name == "clopper-pearson" or covered < 0.985


def test_nothing_known_says_nothing() -> None:
    assert [make(0, 0, 0.95) for make in METHODS.values()] == [Interval(0, 1)] * 3
    assert Method().interval(0, 0, 5) == Interval(0, 1)


@pytest.mark.parametrize("name", METHODS)
def test_unknowns_widen_both_ends(name: str) -> None:
    method = Method(name)
    known, open_ = method.interval(500, 500), method.interval(450, 450, 100)
    assert open_.low < known.low < known.high < open_.high
    assert open_ == Interval(METHODS[name](450, 1000, 0.95).low, METHODS[name](550, 1000, 0.95).high)


@pytest.mark.parametrize("confidence", [0, 1, 95, float("nan")])
def test_confidence_is_a_share(confidence: float) -> None:
    with pytest.raises(LimitError, match="between 0 and 1"):
        Method(confidence=confidence)


def test_missing_scipy_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    assert wilson(1, 2).low > 0
    with pytest.raises(ExtraError, match=r"pip install 'acesup\[stats\]'"):
        jeffreys(1, 2)


@pytest.mark.parametrize(("first", "second"), [(0, 0), (1, 0), (3, 12), (12, 3), (400, 500), (480, 520)])
def test_mcnemar_is_exact_for_few(first: int, second: int) -> None:
    expected = stats.binomtest(first, first + second).pvalue if first + second else 1
    assert Paired(10, first, second, 10).mcnemar() == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("first", "second"), [(600, 500), (50_300, 49_700)])
def test_mcnemar_for_many(first: int, second: int) -> None:
    expected = stats.chi2.sf((first - second) ** 2 / (first + second), 1)
    assert Paired(0, first, second, 0).mcnemar() == pytest.approx(expected, rel=1e-9)


def test_difference_of_pairs() -> None:
    pairs = Paired(both=400, only_first=100, only_second=50, neither=450)
    low, high = pairs.difference_interval()
    assert low < pairs.difference == 0.05 < high
    # 1.96 * sqrt(150 - 50² / 1000) / 1000
    assert high - pairs.difference == pytest.approx(0.023803, abs=1e-6)
    wider = Paired(400, 100, 50, 440, undecided=10).difference_interval()
    assert wider[0] < low < high < wider[1]
    assert Paired(0, 0, 0, 0).difference_interval() == (-1, 1)


def test_methods_are_named() -> None:
    assert str(Method()) == "95 % interval, wilson"
    assert str(Method("jeffreys", 0.999)) == "99.9 % interval, jeffreys"


@pytest.mark.parametrize("share", [0.0946, 0.5071])
def test_stopping_on_the_width_is_safe_and_on_a_claim_is_not(share: float) -> None:
    """What docs/fraction.md says of `--until-width`, for fewer runs, which look after each 1,000 deals."""
    stopped, ever = 0, 0
    for seed in range(300):
        solvable, misses, width = 0, [], 1.0
        for deals, found in enumerate(stats.binom.rvs(1000, share, size=200, random_state=seed).tolist(), 1):
            solvable += found
            interval = wilson(solvable, 1000 * deals)
            misses.append(not interval.low <= share <= interval.high)
            if width > 0.01 >= interval.width:
                stopped += misses[-1]
            width = interval.width
        ever += any(misses)
    assert stopped / 300 < 0.09
    assert ever / 300 > 0.3
