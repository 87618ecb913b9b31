"""Compare two rule sets on the same deals."""

from collections import Counter
from collections.abc import Iterator

from acesup.errors import StoreError
from acesup.run import SettingsT
from acesup.solve import VERDICTS
from acesup.statistics import Paired
from acesup.store import ShardStore


def compare(first: ShardStore[SettingsT], second: ShardStore[SettingsT]) -> Paired:
    """Count the deals that are in both stores by what becomes of them.

    Raises StoreError if their sources differ, if one keeps no verdicts, or if they share no deals.
    """
    if first.run.source != second.run.source:
        raise StoreError(
            f"{second.path}: deals of {second.run.source}, expected {first.run.source} to compare"
        )
    for store in (first, second):
        if not store.run.verdicts:
            raise StoreError(f"{store.path}: it keeps no verdicts, expected those of every deal to compare")
    counts = _count(_codes(first), _codes(second))
    if not counts:
        raise StoreError(
            f"{second.path}: no deal of it is in {first.path}, expected the same range to compare"
        )
    unsolvable, solvable = VERDICTS.index("unsolvable"), VERDICTS.index("solvable")
    known = {
        (one, other): counts[one, other] for one in (unsolvable, solvable) for other in (unsolvable, solvable)
    }
    return Paired(
        both=known[solvable, solvable],
        only_first=known[solvable, unsolvable],
        only_second=known[unsolvable, solvable],
        neither=known[unsolvable, unsolvable],
        undecided=counts.total() - sum(known.values()),
    )


def _codes(store: ShardStore[SettingsT]) -> Iterator[tuple[int, bytes]]:
    return ((shard.first, shard.codes()) for shard in store.shards())


def _count(one: Iterator[tuple[int, bytes]], other: Iterator[tuple[int, bytes]]) -> Counter[tuple[int, int]]:
    """Count pairs of codes; the pieces of both rise, but need not begin and end at the same deals."""
    counts: Counter[tuple[int, int]] = Counter()
    ours, theirs = next(one, None), next(other, None)
    while ours and theirs:
        begin = max(ours[0], theirs[0])
        counts.update(zip(ours[1][begin - ours[0] :], theirs[1][begin - theirs[0] :], strict=False))
        if ours[0] + len(ours[1]) <= theirs[0] + len(theirs[1]):
            ours = next(one, None)
        else:
            theirs = next(other, None)
    return counts
