"""Stores: the shards of a run in an SQLite file, so that a run can end at any moment and go on later."""

import fcntl
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

from acesup.errors import AcesUpError, StoreError
from acesup.run import Run, Span
from acesup.shard import Hard, Shard, Tally

FORMAT = 1
"""The version of the tables; SQLite keeps it as `user_version`."""
_APPLICATION = 0x41435550  # "ACUP", SQLite's application_id
# Deal numbers go up to 10^20, beyond SQLite's integers. As text of one length they still sort.
_DIGITS = 21
_TABLES = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {FORMAT};
CREATE TABLE run (settings TEXT NOT NULL, counted TEXT);
CREATE TABLE shard (
  first TEXT PRIMARY KEY, deals INTEGER NOT NULL, solvable INTEGER NOT NULL, unsolvable INTEGER NOT NULL,
  nodes INTEGER NOT NULL, seconds REAL NOT NULL, unknown TEXT NOT NULL, histogram TEXT NOT NULL,
  scores TEXT NOT NULL, hardest TEXT NOT NULL, unknown_deals TEXT NOT NULL, verdicts BLOB
) WITHOUT ROWID;
INSERT INTO run VALUES (?, NULL);
COMMIT
"""
# What SQLite says, and what it means for a run. Python 3.10 has no error codes of it.
_MEANINGS = {
    "disk is full": "the disk is full, expected room; finished shards are kept, make room and run again",
    "disk i/o error": "the disk failed; finished shards are kept",
    "readonly database": "it is read-only, expected a file that can be written",
    "not a database": "it is no SQLite file, expected a store of acesup",
    "malformed": "it is damaged or cut short, expected a whole store (`sqlite3 FILE .recover` may save rows)",
    "unable to open": "it cannot be opened, expected a store in a directory that exists and can be read",
    "locked": "another program has locked it, expected nobody else writing there",
}


class MemoryStore:
    """The shards of a run that nobody keeps: each is forgotten once it is taken."""

    def __init__(self, run: Run) -> None:
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


class Store:
    """The shards of a run in a file.

    `resume` opens one to be written, by one process at a time; `read` opens one as it is, also while another
    process writes it. A context manager; closing it is all that it needs. One thread at a time may use it.

    run: the settings.
    counted: how many deals count, from the lowest number on; None: all up to the first that is missing. Only
      a run that stopped on the width of its interval sets it.
    """

    def __init__(self, path: str | Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = Path(path)
        self._connection = connection
        self._lock = lock
        self.run, self.counted = self._read_run()

    @classmethod
    def resume(cls, path: str | Path, run: Run) -> "Store":
        """Open the store of a run, or create it.

        Raises StoreError if the file is no store or a damaged one, holds a run of other settings, is in use
        by another process, or cannot be written.
        """
        with _explained(path):
            lock = _lock(path)
            try:
                connection = sqlite3.connect(path, isolation_level=None)
                try:
                    return cls._resume(path, connection, lock, run)
                except BaseException:
                    connection.close()
                    raise
            except BaseException:
                os.close(lock)
                raise

    @classmethod
    def _resume(cls, path: str | Path, connection: sqlite3.Connection, lock: int, run: Run) -> "Store":
        if _is_new(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            for statement in _TABLES.split(";"):
                connection.execute(statement, [json.dumps(run.to_json())] if "?" in statement else [])
        _check(Path(path), connection)
        connection.execute("PRAGMA synchronous = FULL")
        store = cls(path, connection, lock)
        differences = store.run.differences(run)
        if differences:
            raise StoreError(
                f"it holds another run, expected the same settings (there, here): {'; '.join(differences)}"
            )
        return store

    @classmethod
    def read(cls, path: str | Path) -> "Store":
        """Open a store to be read. Raises StoreError if the file is no store or a damaged one."""
        with _explained(path):
            if not Path(path).is_file():
                raise StoreError("there is no such file, expected a store")
            connection = _connect_to_read(Path(path))
            try:
                _check(Path(path), connection)
                return cls(path, connection, None)
            except BaseException:
                connection.close()
                raise

    def _read_run(self) -> tuple[Run, int | None]:
        try:
            settings, counted = self._connection.execute("SELECT settings, counted FROM run").fetchone()
            return Run.from_json(json.loads(settings)), None if counted is None else int(counted)
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
            with _explained(self.path):
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

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Write what is put meanwhile in one go, and none of it after an error."""
        self._execute("BEGIN")
        try:
            yield
        except BaseException:
            self._connection.rollback()
            raise
        self._execute("COMMIT")

    def _execute(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with _explained(self.path):
            return iter(self._connection.execute(statement, values).fetchall())

    def close(self) -> None:
        """Close the file; it can be resumed."""
        self._connection.close()
        # Only after that: closing any descriptor of a file drops the locks that SQLite holds on it.
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> "Store":
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


@contextmanager
def _explained(path: str | Path) -> Iterator[None]:
    """Turn errors of files into StoreError, with the name of the store in front."""
    try:
        yield
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from None
    except sqlite3.Error as error:
        said = str(error)
        meaning = next((text for sign, text in _MEANINGS.items() if sign in said.lower()), said)
        raise StoreError(f"{path}: {meaning}") from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}, expected a file that can be written") from error


def _lock(path: str | Path) -> int:
    """Open the file, new if need be, and keep other writers away; the system lets go when a process dies."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError("another process is at work on it, expected one at a time") from None
    return descriptor


def _is_new(connection: sqlite3.Connection) -> bool:
    return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise StoreError unless this is a whole store of a format that is known."""
    if connection.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        raise StoreError("it is an SQLite file of another program, expected a store of acesup")
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found != FORMAT:
        raise StoreError(
            f"it has format {found}, expected {FORMAT}: use the acesup that wrote it, or a newer one"
        )
    if _is_cut(path, connection) or connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("malformed")


def _is_cut(path: Path, connection: sqlite3.Connection) -> bool:
    """Return whether the last page is not whole: SQLite itself would read zeros there, and miss shards.

    Beside a log that is not yet written back (after a crash) it may be so, and SQLite repairs it.
    """
    page_bytes: int = connection.execute("PRAGMA page_size").fetchone()[0]
    return path.stat().st_size % page_bytes > 0 and not _log_bytes(path)


def _log_bytes(path: Path) -> int:
    """Return the size of SQLite's log beside the store, 0 without one."""
    log = path.with_name(f"{path.name}-wal")
    return log.stat().st_size if log.exists() else 0


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open the file so that nothing is left beside it, or else as a file that cannot be written.

    WAL needs files beside the store; SQLite clears them away only if it may write. Where it may not even make
    them, nobody else can be writing, and the store is what it is.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode="
    modes = ["rw", "ro"] if _log_bytes(path) else ["rw", "ro", "ro&immutable=1"]
    for mode in modes[:-1]:
        with suppress(sqlite3.OperationalError):
            return _connect(uri + mode)
    return _connect(uri + modes[-1])


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


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
