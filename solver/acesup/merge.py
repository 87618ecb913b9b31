"""Join the stores of runs that differ in their deal numbers only."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from acesup.errors import StoreError
from acesup.run import SettingsT, Span
from acesup.store import ShardStore


def merge(stores: Sequence[ShardStore[SettingsT]], path: str | Path) -> ShardStore[SettingsT]:
    """Write the shards that count in any of the stores to a new store, and return it, open.

    stores: at least one. Raises StoreError if their settings differ, if a deal is in two of them, or if the
    new file exists or cannot be written; then none is left behind.
    """
    run = _merged(stores)
    if Path(path).exists():
        raise StoreError(f"{path}: it exists, expected the name of a new file")
    store = type(stores[0]).resume(path, run)
    try:
        with store.all_or_nothing():
            for source in stores:
                for shard in source.shards():
                    store.put(shard)
    except BaseException:
        store.close()
        Path(path).unlink()
        raise
    return store


def _merged(stores: Sequence[ShardStore[SettingsT]]) -> SettingsT:
    """Return the run that all the stores are parts of."""
    first = stores[0]
    for store in stores[1:]:
        same = replace(store.run, spans=first.run.spans, shard_deals=first.run.shard_deals)
        differences = first.run.differences(same)
        if differences:
            raise StoreError(
                f"{store.path}: it differs from {first.path} in more than its deals, "
                f"expected equal settings (there, here): {'; '.join(differences)}"
            )
    counted = [(span, store) for store in stores for span in _counted(store)]
    spans: list[Span] = []
    before = first
    for span, store in sorted(counted, key=lambda entry: entry[0]):
        if spans and span[0] < sum(spans[-1]):
            last = min(sum(span), sum(spans[-1])) - 1
            raise StoreError(
                f"{store.path}: deals {span[0]}-{last} are in {before.path} too, expected disjoint ranges"
            )
        _append(spans, span)
        before = store
    return replace(first.run, spans=tuple(spans))


def _counted(store: ShardStore[SettingsT]) -> list[Span]:
    """Return the deal numbers that count."""
    spans: list[Span] = []
    for shard in store.shards():
        _append(spans, (shard.first, shard.tally.deals))
    if not spans:
        raise StoreError(f"{store.path}: no deal of it is finished, expected some to merge")
    return spans


def _append(spans: list[Span], span: Span) -> None:
    """Add a span, joined to the last if they touch."""
    if spans and sum(spans[-1]) == span[0]:
        spans[-1] = (spans[-1][0], spans[-1][1] + span[1])
    else:
        spans.append(span)
