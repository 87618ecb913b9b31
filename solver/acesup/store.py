"""Stores: the shards of a run in an SQLite file, so that a run can end at any moment and go on later."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast

from acesup.archive import Archive, explained
from acesup.blind import BlindRun
from acesup.errors import AcesUpError, StoreError
from acesup.run import Run, Settings, SettingsT, Span
from acesup.shard import Hard, Shard, Tally

FORMAT = 1
"""The version of the tables; SQLite keeps it as `user_version`."""
# Deal numbers go up to 10^20, beyond SQLite's integers. As text of one length they still sort.
_DIGITS = 21
_Any = TypeVar("_Any", bound="ShardStore[Any]")


class MemoryStore:
    """The shards of a run that nobody keeps: each is forgotten once it is taken."""

    def __init__(self, run: Settings) -> None:
        self.run = run
        self._shards: dict[int, Shard] = {}

    def gaps(self) -> list[Span]:
        """Return the deal numbers without results: all."""
        return list(self.run.spans)

    def put(self, shard: Shard) -> None:
        """Keep a shard until it is taken."""
        self._shards[shard.first] = shard

    def take(self, first: int) -> Shard | None:
        """Return the shard that begins with a deal number, and forget it; None if there is none."""
        return self._shards.pop(first, None)

    def count_up_to(self, deals: int | None) -> None:
        """Do nothing: there is nothing to remember it for."""


class ShardStore(Archive, Generic[SettingsT]):
    """The shards of a run in a file.

    `resume` opens one to be written, by one process at a time; `read` opens one as it is, also while another
    process writes it. A context manager; closing it is all that it needs. One thread at a time may use it.

    run: the settings.
    counted: how many deals count, from the lowest number on; None: all up to the first that is missing. Only
      a run that stopped on the width of its interval sets it.
    """

    settings: ClassVar[type[Settings]]
    application = 0x41435550  # "ACUP"
    format = FORMAT
    kind = "a store of acesup"
    tables = """
    CREATE TABLE run (settings TEXT NOT NULL, counted TEXT);
    CREATE TABLE shard (
      first TEXT PRIMARY KEY, deals INTEGER NOT NULL, solvable INTEGER NOT NULL, unsolvable INTEGER NOT NULL,
      nodes INTEGER NOT NULL, seconds REAL NOT NULL, unknown TEXT NOT NULL, histogram TEXT NOT NULL,
      scores TEXT NOT NULL, hardest TEXT NOT NULL, unknown_deals TEXT NOT NULL, verdicts BLOB
    ) WITHOUT ROWID;
    INSERT INTO run VALUES (?, NULL)
    """

    def __init__(self, path: str | Path, connection: sqlite3.Connection, lock: int | None) -> None:
        super().__init__(path, connection, lock)
        self.run, self.counted = self._read_run()

    @classmethod
    def resume(cls: type[_Any], path: str | Path, run: Settings) -> _Any:
        """Open the store of a run, or create it.

        Raises StoreError if the file is no store or a damaged one, holds a run of other settings, is in use
        by another process, or cannot be written.
        """
        return cls._write(path, json.dumps(run.to_json()), lambda store: store._accept(run))

    def _accept(self, run: Settings) -> None:
        differences = self.run.differences(run)
        if differences:
            raise StoreError(
                f"it holds another run, expected the same settings (there, here): {'; '.join(differences)}"
            )

    def _read_run(self) -> tuple[SettingsT, int | None]:
        try:
            settings, counted = self._connection.execute("SELECT settings, counted FROM run").fetchone()
            run = cast(SettingsT, self.settings.from_json(json.loads(settings)))
            return run, None if counted is None else int(counted)
        except StoreError:
            raise
        except (AcesUpError, KeyError, TypeError, ValueError):
            raise StoreError("its settings cannot be read, expected those of a run") from None

    def gaps(self) -> list[Span]:
        """Return the deal numbers without results, in order."""
        gaps: list[Span] = []
        for first, count in self.run.spans:
            at = first
            for begin, deals in self._execute(
                "SELECT first, deals FROM shard WHERE first >= ? AND first < ? ORDER BY first",
                _key(first),
                _key(first + count),
            ):
                if int(begin) > at:
                    gaps.append((at, int(begin) - at))
                at = int(begin) + deals
            if at < first + count:
                gaps.append((at, first + count - at))
        return gaps

    def put(self, shard: Shard) -> None:
        """Write a shard: all of it or nothing, and on the disk when this returns. Raises StoreError."""
        row = _row(shard)
        self._execute(f"INSERT INTO shard VALUES ({', '.join('?' * len(row))})", *row)

    def take(self, first: int) -> Shard | None:
        """Return the shard that begins with a deal number, None if there is none. Raises StoreError."""
        for row in self._execute("SELECT * FROM shard WHERE first = ?", _key(first)):
            with explained(self.path):
                return _shard(*row)
        return None

    def count_up_to(self, deals: int | None) -> None:
        """Set how many deals count. Raises StoreError."""
        self._execute("UPDATE run SET counted = ?", None if deals is None else str(deals))
        self.counted = deals

    def shards(self) -> Iterator[Shard]:
        """Yield the shards that count, in the order of their deals: up to the first that is missing."""
        deals = 0
        for first, count in self.run.spans:
            at = first
            while at < first + count:
                shard = self.take(at) if self.counted is None or deals < self.counted else None
                if shard is None:
                    return
                yield shard
                deals, at = deals + shard.tally.deals, shard.end


class Store(ShardStore[Run]):
    """The shards of a solvable fraction."""

    settings = Run


class BlindStore(ShardStore[BlindRun]):
    """The shards of blind play."""

    settings = BlindRun


def _key(number: int) -> str:
    return str(number).zfill(_DIGITS)


def _row(shard: Shard) -> tuple[object, ...]:
    """Return the row of a shard, in the order of the columns."""
    tally = shard.tally
    return (
        _key(shard.first),
        tally.deals,
        tally.solvable,
        tally.unsolvable,
        tally.nodes,
        tally.seconds,
        json.dumps(tally.unknown),
        json.dumps([[verdict, bits, deals] for (verdict, bits), deals in sorted(tally.histogram.items())]),
        json.dumps(sorted(tally.scores.items())),
        json.dumps(tally.hardest),
        json.dumps(shard.unknown_deals),
        shard.packed,
    )


def _shard(
    first: str,
    deals: int,
    solvable: int,
    unsolvable: int,
    nodes: int,
    seconds: float,
    unknown: str,
    histogram: str,
    scores: str,
    hardest: str,
    unknown_deals: str,
    verdicts: bytes | None,
) -> Shard:
    """Return the shard of a row."""
    try:
        tally = Tally(
            solvable,
            unsolvable,
            Counter(json.loads(unknown)),
            nodes,
            Counter({(verdict, bits): count for verdict, bits, count in json.loads(histogram)}),
            Counter(dict(json.loads(scores))),
            tuple(Hard(*hard) for hard in json.loads(hardest)),
            seconds,
        )
        shard = Shard(int(first), tally, tuple(json.loads(unknown_deals)), verdicts)
    except (TypeError, ValueError):
        shard = None
    if shard is None or tally.deals != deals:
        raise StoreError(f"the row of the shard from deal {first.lstrip('0') or 0} on is damaged")
    return shard
