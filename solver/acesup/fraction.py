"""The solvable fraction: all shards of a run decided and counted, in the order of their deals."""

from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Generic

from acesup.errors import StoreError
from acesup.pool import Pool, ThreadPool
from acesup.result import SCHEMA
from acesup.run import Run, Settings, SettingsT
from acesup.shard import Shard, Tally
from acesup.source import Source
from acesup.statistics import Interval, Method
from acesup.store import MemoryStore, ShardStore


@dataclass(frozen=True, slots=True)
class Estimate(Generic[SettingsT]):
    """The solvable fraction as far as a run has counted it. Immutable.

    run: what was decided, and how.
    tally: of the deals that count, which are the first of the run.
    method: how the interval is made.
    """

    run: SettingsT
    tally: Tally
    method: Method = field(default_factory=Method)

    @property
    def interval(self) -> Interval:
        """The interval for the fraction; undecided deals widen it at both ends."""
        return self.method.interval(self.tally.solvable, self.tally.unsolvable, self.tally.unknowns)

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The fraction if no undecided deal were solvable, and if all were; None without deals."""
        tally = self.tally
        if not tally.deals:
            return None
        return tally.solvable / tally.deals, (tally.solvable + tally.unknowns) / tally.deals

    @property
    def is_complete(self) -> bool:
        """Whether all deals of the run are counted."""
        return self.tally.deals == self.run.count

    def to_json(self: "Estimate[Run]") -> dict[str, Any]:
        """Return the object that `acesup fraction run --json` ends with (docs/formats.md)."""
        run, tally, interval = self.run, self.tally, self.interval
        low, high = self.bounds or (None, None)
        return {
            "schema": SCHEMA,
            "version": run.version,
            "rules": run.rules.to_json(),
            "preset": run.rules.preset_name,
            "source": run.source,
            "scheme": Source.span(run.source, run.first, 1).scheme,
            "first": run.first,
            "count": tally.deals,
            "complete": self.is_complete,
            "solvable": tally.solvable,
            "unsolvable": tally.unsolvable,
            "unknown": tally.unknowns,
            "reasons": dict(sorted(tally.unknown.items())),
            "fraction": low,
            "fraction_at_most": high,
            "interval": [interval.low, interval.high],
            "confidence": self.method.confidence,
            "method": self.method.name,
            "ordering": run.ordering,
            "without": list(run.without),
            "node_limit": run.node_limit,
            "memory_limit": run.memory_limit,
            "nodes": tally.nodes,
            "hardest": [hard._asdict() for hard in tally.hardest],
            "scores": {str(score): deals for score, deals in sorted(tally.scores.items())} or None,
            "seconds": round(tally.seconds, 3),
        }


def decide(
    run: Settings, store: ShardStore[SettingsT] | MemoryStore, pool: Pool
) -> Generator[Shard, None, None]:
    """Decide what the store does not hold yet, and yield every shard of the run in the order of its deals.

    Each new shard is in the store before it is yielded. Closing the iterator stops the pool; so does an
    exception such as KeyboardInterrupt, after which the store still holds all that was finished before.
    Raises StoreError, ClusterError.
    """
    todo = (shard for gap in store.gaps() for shard in run.shards_of(gap))
    running: set[Future[Shard]] = set()
    try:
        for first, count in run.spans:
            at = first
            while at < first + count:
                while (shard := store.take(at)) is None:
                    running |= {
                        pool.submit(span) for span in islice(todo, max(0, pool.window - len(running)))
                    }
                    if not running:
                        raise StoreError(f"the shards beside deal {at} overlap, expected each deal once")
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        store.put(future.result())
                yield shard
                at = shard.end
    except (KeyboardInterrupt, GeneratorExit):
        pool.stop()
        for future in running:
            if future.done() and not future.cancelled() and not future.exception():
                store.put(future.result())
        raise
    finally:
        pool.stop()


def accumulate(run: SettingsT, shards: Iterable[Shard], method: Method) -> Iterator[Estimate[SettingsT]]:
    """Yield the estimate after each of a run's shards, which come in the order of their deals."""
    tally = Tally()
    for shard in shards:
        tally += shard.tally
        yield Estimate(run, tally, method)


def estimate_of(store: ShardStore[SettingsT], method: Method | None = None) -> Estimate[SettingsT]:
    """Return the estimate of the deals that count in a store."""
    tally = sum((shard.tally for shard in store.shards()), Tally())
    return Estimate(store.run, tally, method or Method())


def estimates(
    run: SettingsT,
    store: ShardStore[SettingsT] | MemoryStore,
    pool: Pool,
    *,
    method: Method | None = None,
    until_width: float | None = None,
) -> Generator[Estimate[SettingsT], None, None]:
    """Decide a run, and yield the estimate after each shard, in the order of the deals; else like `decide`.

    until_width: end as soon as the interval is as narrow. It is judged after each shard in the order of the
    deals, not of time, so that the result does not depend on threads. Shards beyond do not count.
    """
    store.count_up_to(None)
    with closing(decide(run, store, pool)) as shards:
        for estimate in accumulate(run, shards, method or Method()):
            stops = until_width is not None and estimate.interval.width <= until_width
            if stops:
                store.count_up_to(estimate.tally.deals)
            yield estimate
            if stops:
                return


def fraction(
    run: SettingsT,
    store: ShardStore[SettingsT] | MemoryStore | None = None,
    *,
    threads: int = 1,
    method: Method | None = None,
    until_width: float | None = None,
) -> Estimate[SettingsT]:
    """Decide a run, and return the estimate of its solvable fraction.

    store: where its shards are kept, and taken from if they are there; None: nowhere. threads: at least 1.
    until_width: end early, as soon as the interval is as narrow. Raises StoreError, LimitError.
    """
    estimate = Estimate(run, Tally(), method or Method())
    store = store or MemoryStore(run)
    with ThreadPool(run, threads) as pool:
        for latest in estimates(run, store, pool, method=method, until_width=until_width):
            estimate = latest
    return estimate
