"""A Dask cluster gives the totals that threads give, also when a worker dies."""

import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from acesup.cluster import cluster, solve_there
from acesup.errors import ClusterError, ExtraError
from acesup.fraction import decide, estimates, fraction
from acesup.run import Run
from acesup.store import MemoryStore

distributed = pytest.importorskip("distributed")
RUN = Run.plan("rng:1@A,K,Q,J,T", 0, 3000, node_limit=60, memory_limit=1, shard_deals=70)
SLOW = Run.plan("kpat", 1, 3000, "kpat-solver", memory_limit=1, shard_deals=100)


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """A cluster of two processes on this machine, which is there before the runs and after them."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs="CRITICAL"
    ) as workers:
        yield workers


def test_same_totals_as_threads(workers: Any) -> None:
    for run in (RUN, replace(RUN, score=True)):  # one after the other: the workers change their solvers
        with cluster(run, workers.scheduler_address) as pool:
            *_, estimate = estimates(run, MemoryStore(run), pool)
        assert estimate.tally == fraction(run, threads=2).tally
        assert estimate.is_complete


def test_a_cluster_stops_on_the_width_as_threads_do(workers: Any) -> None:
    run = replace(RUN, node_limit=5000)
    with cluster(run, workers.scheduler_address) as pool:
        *_, estimate = estimates(run, MemoryStore(run), pool, until_width=0.1)
    assert estimate.tally == fraction(run, until_width=0.1).tally


def test_a_worker_that_dies_costs_time_only(workers: Any) -> None:
    with distributed.Client(workers) as client, cluster(SLOW, workers.scheduler_address) as pool:
        pids = client.run(os.getpid)
        shards = decide(SLOW, MemoryStore(SLOW), pool)
        tally = next(shards).tally
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        tally = sum((shard.tally for shard in shards), tally)
    assert tally == fraction(SLOW, threads=2).tally


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("tcp://127.0.0.1:9", "no scheduler answers"),
        ("nonsense", "no scheduler answers"),
        ("local:0", "expected local:N"),
        ("local:two", "expected local:N"),
        ("local", "expected local:N"),
    ],
)
def test_no_cluster_there(where: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acesup.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match=f"^{where}: .*{message}"), cluster(RUN, where):
        pass


def test_a_worker_of_another_version_is_refused(workers: Any) -> None:
    run = replace(RUN, version="0.0.1")
    with pytest.raises(ClusterError, match="a worker has acesup"):
        solve_there(run, 0, 10)
    with (
        pytest.raises(ClusterError, match=r"expected 0.0.1"),
        cluster(run, workers.scheduler_address) as pool,
    ):
        list(decide(run, MemoryStore(run), pool))


def test_missing_dask_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ExtraError, match=r"pip install 'acesup\[dask\]'"), cluster(RUN, "local:2"):
        pass
