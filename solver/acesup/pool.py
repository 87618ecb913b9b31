"""Where shards are decided: in the threads of this process. `acesup.cluster` has the same for a cluster."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Protocol

from acesup.errors import LimitError
from acesup.run import Settings, Span
from acesup.shard import Shard
from acesup.worker import Worker, worker_of

_RETRY_SECONDS = 0.01


class Pool(Protocol):
    """What decides shards of one run."""

    def submit(self, span: Span) -> "Future[Shard]":
        """Begin a shard, now or when there is a place for it."""

    @property
    def window(self) -> int:
        """How many shards to submit ahead, so that nobody waits for work and little is lost at the end."""

    def stop(self) -> None:
        """End what is running, as soon as can be; its results do not count."""


class ThreadPool:
    """Threads with a worker each. A context manager; leaving it stops what is running.

    threads: at least 1; each has a table of its own. Raises LimitError.
    """

    def __init__(self, run: Settings, threads: int) -> None:
        if threads < 1:
            raise LimitError(f"threads: {threads}, expected at least 1")
        self._run = run
        self.window = 2 * threads
        self._own = threading.local()
        self._workers: list[Worker] = []
        self._running: set[Future[Shard]] = set()
        self._stopping = threading.Event()
        self._executor = ThreadPoolExecutor(threads, initializer=self._begin_thread)

    def _begin_thread(self) -> None:
        self._own.worker = worker_of(self._run)
        self._workers.append(self._own.worker)

    def submit(self, span: Span) -> "Future[Shard]":
        """Begin a shard, now or when a thread is free."""
        future = self._executor.submit(self._do, *span)
        self._running.add(future)
        future.add_done_callback(self._running.discard)
        return future

    def _do(self, first: int, count: int) -> Shard:
        worker: Worker = self._own.worker
        return worker.shard(first, count, self._stopping.is_set)

    def stop(self) -> None:
        """End what is running, within a hundredth of a second or two."""
        self._stopping.set()
        self._executor.shutdown(wait=False, cancel_futures=True)
        while wait(list(self._running), _RETRY_SECONDS).not_done:
            for worker in self._workers:  # again and again: a search that only begins does not notice
                worker.stop()

    def __enter__(self) -> "ThreadPool":
        """Return the pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        self.stop()
