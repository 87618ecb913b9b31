"""Archives: SQLite files with one writer, who may stop at any moment, and readers besides."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, TypeVar
from urllib.parse import quote

from acesup.errors import StoreError

_Any = TypeVar("_Any", bound="Archive")
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


class Archive:
    """What one program writes, and others may read meanwhile. Every write is whole, and then on the disk.

    A context manager; closing it is all that it needs. One thread at a time may use it. Each kind of archive
    has its `application` and `format`, by which SQLite's files are told apart, and the `tables` of a new one:
    statements, of which one takes the settings.
    """

    application: ClassVar[int]
    format: ClassVar[int]
    kind: ClassVar[str]
    tables: ClassVar[str]

    def __init__(self, path: str | Path, connection: sqlite3.Connection, lock: int | None) -> None:
        self.path = Path(path)
        self._connection = connection
        self._lock = lock

    @classmethod
    def _write(cls: type[_Any], path: str | Path, settings: str, accept: Callable[[_Any], None]) -> _Any:
        """Open an archive to write, or create it.

        settings: of a new one. accept: raises StoreError unless it may be used. Raises StoreError if the file
        is no archive of this kind or a damaged one, is in use by another process, or cannot be written.
        """
        with explained(path):
            lock = _lock(path)
            try:
                connection = sqlite3.connect(path, isolation_level=None)
                try:
                    cls._prepare(Path(path), connection, settings)
                    archive = cls(path, connection, lock)
                    accept(archive)
                    return archive
                except BaseException:
                    connection.close()
                    raise
            except BaseException:
                os.close(lock)
                raise

    @classmethod
    def _prepare(cls, path: Path, connection: sqlite3.Connection, settings: str) -> None:
        if _is_new(connection):
            connection.execute("PRAGMA journal_mode = WAL")
            head = f"BEGIN; PRAGMA application_id = {cls.application}; PRAGMA user_version = {cls.format};"
            for statement in f"{head}{cls.tables};COMMIT".split(";"):
                connection.execute(statement, [settings] if "?" in statement else [])
        cls._check(path, connection)
        connection.execute("PRAGMA synchronous = FULL")

    @classmethod
    def read(cls: type[_Any], path: str | Path) -> _Any:
        """Open one to be read. Raises StoreError if the file is none of this kind, or a damaged one."""
        with explained(path):
            if not Path(path).is_file():
                raise StoreError("there is no such file, expected a store")
            connection = _connect_to_read(Path(path))
            try:
                cls._check(Path(path), connection)
                return cls(path, connection, None)
            except BaseException:
                connection.close()
                raise

    @classmethod
    def _check(cls, path: Path, connection: sqlite3.Connection) -> None:
        """Raise StoreError unless this is a whole archive of this kind."""
        if connection.execute("PRAGMA application_id").fetchone()[0] != cls.application:
            raise StoreError(f"it is an SQLite file of another program, expected {cls.kind}")
        found = connection.execute("PRAGMA user_version").fetchone()[0]
        if found != cls.format:
            raise StoreError(
                f"it has format {found}, expected {cls.format}: use the acesup that wrote it, or a newer one"
            )
        if _is_cut(path, connection) or connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("malformed")

    def _execute(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with explained(self.path):
            return iter(self._connection.execute(statement, values).fetchall())

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

    def close(self) -> None:
        """Close the file; it can be resumed."""
        self._connection.close()
        # Only after that: closing any descriptor of a file drops the locks that SQLite holds on it.
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self: _Any) -> _Any:
        """Return the archive itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()


@contextmanager
def explained(path: str | Path) -> Iterator[None]:
    """Turn errors of files into StoreError, with the name of the store in front."""
    try:
        yield
    except StoreError as error:
        raise type(error)(f"{path}: {error}") from None
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
