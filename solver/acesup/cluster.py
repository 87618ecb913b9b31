"""Shards on a Dask cluster (extra `dask`): one that is there, or a local one for the run."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext
from importlib.metadata import version
from typing import Any

from acesup.errors import ClusterError
from acesup.extras import load
from acesup.run import Settings, Span
from acesup.shard import Shard
from acesup.worker import Worker, worker_of

RETRIES = 3
"""How often a shard is tried again after an error. A worker that dies is another matter: Dask sends its
shards to others."""
_CONNECT_SECONDS = 10
_own = threading.local()


class DaskPool:
    """Decides shards of one run on the workers of a cluster."""

    def __init__(self, run: Settings, executor: Executor, worker_threads: Callable[[], int]) -> None:
        self._run = run
        self._executor = executor
        self._worker_threads = worker_threads

    def submit(self, span: Span) -> "Future[Shard]":
        """Send a shard to the cluster."""
        return self._executor.submit(solve_there, self._run, *span)

    @property
    def window(self) -> int:
        """Two shards a worker thread that there is now; workers may come and go."""
        return 2 * max(1, self._worker_threads())

    def stop(self) -> None:
        """Cancel what is not finished. What a worker has begun it ends, and nobody gets it."""
        self._executor.shutdown(wait=False)


@contextmanager
def cluster(run: Settings, where: str) -> Iterator[DaskPool]:
    """Connect to a cluster for a run, and leave it at the end.

    where: the address of a scheduler, such as `tcp://10.0.0.1:8786`, or `local:N` for N processes on this
    machine, which listen to nobody else. Raises ClusterError, also for what Dask raises meanwhile, and
    ExtraError without Dask.
    """
    distributed = load("distributed", "dask", "a cluster")
    load("dask", "dask", "a cluster").config.set({"distributed.comm.timeouts.connect": _CONNECT_SECONDS})
    with _client(distributed, where) as client:
        executor = client.get_executor(pure=False, retries=RETRIES)
        try:
            yield DaskPool(run, executor, lambda: sum(client.nthreads().values()))
        except Exception as error:
            if isinstance(error, CancelledError) or type(error).__module__.startswith("distributed."):
                raise ClusterError(
                    f"{where}: the cluster gave up, finished shards are kept: {error}"
                ) from error
            raise


@contextmanager
def _client(distributed: Any, where: str) -> Iterator[Any]:
    is_local = where.partition(":")[0] == "local"
    try:
        workers = _local_cluster(distributed, where) if is_local else nullcontext(where)
    except RuntimeError as error:
        raise ClusterError(f"{where}: the workers do not start ({error})") from error
    with workers as address:
        try:
            client = distributed.Client(address, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            raise ClusterError(
                f"{where}: no scheduler answers, expected tcp://HOST:PORT ({error})"
            ) from error
        with client:
            if is_local:
                client.register_plugin(_deafness(distributed))
            yield client


def _deafness(distributed: Any) -> Any:
    """Return what makes a worker ignore Ctrl-C, which a terminal sends to the workers too: this process ends
    them in good order."""

    class Deafness(distributed.WorkerPlugin):  # type: ignore[misc]
        def setup(self, worker: Any) -> None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    return Deafness()


def _local_cluster(distributed: Any, where: str) -> Any:
    return distributed.LocalCluster(
        n_workers=_processes(where),
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs="CRITICAL",
    )


def _processes(where: str) -> int:
    """Return the N of `local:N`."""
    number = where.partition(":")[2]
    if not number.isdecimal() or not 0 < int(number) < 10_000:
        raise ClusterError(f"{where}: expected local:N with N processes, such as local:2")
    return int(number)


def solve_there(run: Settings, first: int, count: int) -> Shard:
    """Decide a shard on a worker, with the worker of its thread.

    Raises ClusterError if the worker has another version of acesup, whose nodes may differ.
    """
    if version("acesup") != run.version:
        raise ClusterError(f"a worker has acesup {version('acesup')}, expected {run.version} as here")
    return _worker(run).shard(first, count)


def _worker(run: Settings) -> Worker:
    """Return the worker of this thread; the last is kept, as shards of a run come one after the other."""
    if getattr(_own, "run", None) != run:
        _own.run, _own.worker = run, worker_of(run)
    worker: Worker = _own.worker
    return worker
