"""Runs: every deal once, and the same totals for any cut, any number of threads, any interruption."""

import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

from acesup.errors import LimitError, StoreError
from acesup.fraction import Estimate, decide, estimates, fraction
from acesup.pool import ThreadPool
from acesup.run import Run
from acesup.shard import Shard, Tally, solve_shard
from acesup.solve import solve_range
from acesup.store import MemoryStore, Store

DECK = "rng:1@A,K,Q,J,T"


def plan(count: int = 3000, deals: int = 100, node_limit: int = 60) -> Run:
    return Run.plan(DECK, 10, count, node_limit=node_limit, memory_limit=1, shard_deals=deals)


def tally_of(store: Store) -> Tally:
    return sum((shard.tally for shard in store.shards()), Tally())


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("deals", [1, 7, 1000, 10_000])
def test_same_totals_for_any_cut_and_threads(threads: int, deals: int) -> None:
    estimate = fraction(plan(2000, deals), threads=threads)
    whole = plan(2000, 2000)
    assert estimate.tally == solve_shard(whole, 10, 2000, whole.solver()).tally
    assert estimate.is_complete


def test_totals_are_those_of_solve_range() -> None:
    tally = fraction(plan(500), threads=2).tally
    result = solve_range(DECK, 10, 500, node_limit=60, memory_limit=1)
    assert [tally.unsolvable, tally.solvable, tally.unknowns] == [result.verdicts.count(n) for n in range(3)]
    assert tally.nodes == sum(result.nodes)


def test_every_deal_once_in_order(tmp_path: Path) -> None:
    run = plan(2000, 7)
    with Store.resume(tmp_path / "run.sqlite", run) as store:
        for seed in range(3):  # twice from the middle, then to the end
            with ThreadPool(run, 2) as pool:
                at = 10
                for shard in decide(run, store, pool):
                    assert shard.first == at
                    at = shard.end
                    if at > 600 * (seed + 1) and seed < 2:
                        break
        assert at == 2010
        assert tally_of(store) == fraction(run).tally


def test_resume_does_only_what_is_missing(tmp_path: Path) -> None:
    run = plan(100, 10)
    with Store.resume(tmp_path / "run.sqlite", run) as store:
        for first in (20, 50, 60):
            store.put(solve_shard(run, first, 10, run.solver()))
        submitted = []

        class Pool(ThreadPool):
            def submit(self, span: tuple[int, int]) -> "Future[Shard]":
                submitted.append(span)
                return super().submit(span)

        with Pool(run, 2) as pool:
            *_, estimate = estimates(run, store, pool)
    assert submitted == [(first, 10) for first in (10, 30, 40, 70, 80, 90, 100)]
    assert estimate.tally == fraction(run).tally


def test_a_run_in_memory_keeps_nothing() -> None:
    run = plan(1000, 10)
    store = MemoryStore(run)
    fraction(run, store, threads=2)
    assert not store._shards


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_width_stops_at_the_same_deal(threads: int, tmp_path: Path) -> None:
    run, width = plan(10_000, 100, 5000), 0.06
    with Store.resume(tmp_path / "run.sqlite", run) as store:
        estimate = fraction(run, store, threads=threads, until_width=width)
        assert not estimate.is_complete
        assert tally_of(store) == estimate.tally
    before = fraction(plan(estimate.tally.deals - 100, 100, 5000))
    assert fraction(plan(estimate.tally.deals, 100, 5000)).tally == estimate.tally
    assert estimate.interval.width <= width < before.interval.width


def test_a_run_that_stopped_can_go_on(tmp_path: Path) -> None:
    run = plan(2000, 50, 5000)
    with Store.resume(tmp_path / "run.sqlite", run) as store:
        wide, narrow, whole = (fraction(run, store, until_width=width) for width in (0.2, 0.1, None))
        assert wide.tally.deals < narrow.tally.deals < whole.tally.deals == 2000
        assert fraction(run, store, until_width=0.2).tally == wide.tally
        assert fraction(run, store).tally == whole.tally == fraction(run).tally


@pytest.mark.parametrize("score", [False, True])
def test_closing_stops_soon(score: bool) -> None:
    run = Run.plan("rng:1", 0, 10**15, score=score, memory_limit=1, shard_deals=100)
    with ThreadPool(run, 2) as pool:
        shards = decide(run, MemoryStore(run), pool)
        threading.Timer(0.1, pool.stop).start()  # as Ctrl-C does, in the middle of shards
        began = time.monotonic()
        with pytest.raises(BaseException):  # noqa: B017, PT011
            list(shards)
    assert time.monotonic() - began < 1


def test_finished_shards_are_kept_when_the_run_ends(tmp_path: Path) -> None:
    run = plan(1000, 10)
    with Store.resume(tmp_path / "run.sqlite", run) as store, ThreadPool(run, 1) as pool:
        shards = decide(run, store, pool)
        next(shards)
        time.sleep(0.2)  # the second of the window is finished, and nobody has asked for it
        shards.close()
        assert store.take(20) is not None


def test_overlapping_shards_are_noticed(tmp_path: Path) -> None:
    run = plan(40, 10)
    with Store.resume(tmp_path / "run.sqlite", run) as store, ThreadPool(run, 1) as pool:
        for first, count in ((10, 25), (30, 20)):
            store.put(solve_shard(run, first, count, run.solver()))
        with pytest.raises(StoreError, match="beside deal 35 overlap"):
            list(decide(run, store, pool))


def test_threads_are_at_least_one() -> None:
    with pytest.raises(LimitError):
        fraction(plan(), threads=0)


def test_the_estimate_as_json() -> None:
    run = Run.plan("kpat", 1, 20, "kpat-solver", node_limit=100, memory_limit=1)
    data = fraction(run).to_json()
    names = ("schema", "preset", "source", "scheme", "first", "count", "complete", "confidence", "method")
    assert [data[name] for name in names] == [1, "kpat-solver", "kpat", "ms", 1, 20, True, 0.95, "wilson"]
    assert data["solvable"] + data["unsolvable"] + data["unknown"] == 20
    assert data["fraction"] == data["solvable"] / 20
    assert data["fraction_at_most"] == (data["solvable"] + data["unknown"]) / 20
    assert data["interval"][0] < data["fraction"] < data["fraction_at_most"] < data["interval"][1]
    assert Estimate(run, Tally()).to_json()["fraction"] is None
