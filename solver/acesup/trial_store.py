"""Stores of trials: the rounds in an SQLite file, so that a trial can end at any moment and go on later."""

import json
import sqlite3
import sys
from array import array
from pathlib import Path

from acesup.archive import Archive
from acesup.errors import AcesUpError, StoreError
from acesup.trial import Round, Trial, Turn


class TrialStore(Archive):
    """The rounds of a trial in a file; otherwise like `acesup.store.Store`.

    trial: what is compared.
    """

    application = 0x41435554  # "ACUT"
    format = 1
    kind = "a store of a comparison"
    tables = """
    CREATE TABLE trial (settings TEXT NOT NULL);
    CREATE TABLE turn (
      first TEXT NOT NULL, setting INTEGER NOT NULL, seconds REAL NOT NULL, verdicts BLOB NOT NULL,
      nodes BLOB NOT NULL, PRIMARY KEY (first, setting)
    ) WITHOUT ROWID;
    INSERT INTO trial VALUES (?)
    """

    def __init__(self, path: str | Path, connection: sqlite3.Connection, lock: int | None) -> None:
        super().__init__(path, connection, lock)
        (settings,) = connection.execute("SELECT settings FROM trial").fetchone()
        try:
            self.trial = Trial.from_json(json.loads(settings))
        except (AcesUpError, KeyError, TypeError, ValueError):
            raise StoreError("its settings cannot be read, expected those of a comparison") from None

    @classmethod
    def resume(cls, path: str | Path, trial: Trial) -> "TrialStore":
        """Open the store of a trial, or create it. Raises StoreError, as `Store.resume` does."""
        return cls._write(path, json.dumps(trial.to_json()), lambda store: store._accept(trial))

    def _accept(self, trial: Trial) -> None:
        differences = self.trial.differences(trial)
        if differences:
            raise StoreError(
                "it holds another comparison, expected the same settings (there, here): "
                f"{'; '.join(differences)}"
            )

    def take(self, first: int) -> Round | None:
        """Return the round that begins with a deal number; None if it is not there. Raises StoreError."""
        rows = self._execute(
            "SELECT seconds, verdicts, nodes FROM turn WHERE first = ? ORDER BY setting", str(first)
        )
        turns = tuple(Turn(verdicts, _nodes(nodes), seconds) for seconds, verdicts, nodes in rows)
        return Round(first, turns) if turns else None

    def put(self, finished: Round) -> None:
        """Write a round: all of it or nothing, and on the disk when this returns. Raises StoreError."""
        with self.all_or_nothing():
            for setting, turn in enumerate(finished.turns):
                self._execute(
                    "INSERT INTO turn VALUES (?, ?, ?, ?, ?)",
                    str(finished.first), setting, turn.seconds, turn.verdicts, _bytes(turn.nodes),
                )  # fmt: skip


def _bytes(nodes: "array[int]") -> bytes:
    """Return nodes as 64-bit numbers, the lowest byte first, on every machine."""
    return _little_endian(array("Q", nodes)).tobytes()


def _nodes(data: bytes) -> "array[int]":
    return _little_endian(array("Q", data))


def _little_endian(nodes: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        nodes.byteswap()
    return nodes
