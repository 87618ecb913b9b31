"""Stores: what is put is there again, what is no store is refused in a line, nothing finished is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import pytest

from acesup.errors import StoreError
from acesup.merge import merge
from acesup.run import Run
from acesup.shard import Shard, solve_shard
from acesup.store import FORMAT, MemoryStore, Store

DECK = "rng:1@A,K,Q,J"
RUN = Run.plan(DECK, 0, 50, memory_limit=1, shard_deals=10)
SHARDS = [solve_shard(RUN, *span, RUN.solver()) for span in RUN.shards_of((0, 50))]
OPEN: list[Callable[[Path], Store]] = [Store.read, lambda path: Store.resume(path, RUN)]


def filled(path: Path, shards: Iterable[Shard] = SHARDS, run: Run = RUN) -> Path:
    with Store.resume(path, run) as store:
        for shard in shards:
            store.put(shard)
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.sqlite"


def test_what_is_put_is_there_again(path: Path) -> None:
    filled(path, SHARDS[::-1])
    for open_store in OPEN:
        store = open_store(path)
        assert store.run == RUN
        assert list(store.shards()) == SHARDS
        assert store.gaps() == []
        assert store.take(5) is None
        store.close()
        assert [file.name for file in path.parent.iterdir()] == ["run.sqlite"]


def test_a_look_after_a_crash_sees_all(path: Path) -> None:
    with Store.resume(path, RUN) as store:
        deque(map(store.put, SHARDS))
        for file in list(path.parent.iterdir()):  # as a crash would leave them
            shutil.copy(file, file.with_name(file.name.replace("run", "crashed")))
    crashed = path.with_name("crashed.sqlite")
    assert crashed.with_name("crashed.sqlite-wal").stat().st_size
    with Store.read(crashed) as store:
        assert list(store.shards()) == SHARDS
    with Store.resume(crashed, RUN) as store:
        assert list(store.shards()) == SHARDS


def test_scores_limits_and_large_numbers_survive(path: Path) -> None:
    run = Run.plan("pysol", 10**20 - 1, 2, node_limit=10, score=True, memory_limit=1, verdicts=False)
    shard = solve_shard(run, *run.spans[0], run.solver())
    assert shard.unknown_deals
    with Store.read(filled(path, [shard], run)) as store:
        assert list(store.shards()) == [shard]
        assert store.run == run


def test_what_counts_ends_at_the_first_gap(path: Path) -> None:
    with Store.read(filled(path, [SHARDS[0], SHARDS[1], SHARDS[3]])) as store:
        assert list(store.shards()) == SHARDS[:2]
        assert store.gaps() == [(20, 10), (40, 10)]


def test_a_run_can_count_less_than_there_is(path: Path) -> None:
    with Store.resume(filled(path), RUN) as store:
        store.count_up_to(30)
    with Store.read(path) as store:
        assert list(store.shards()) == SHARDS[:3]
    with Store.resume(path, RUN) as store:
        store.count_up_to(None)
        assert list(store.shards()) == SHARDS


def test_memory_forgets_what_is_taken() -> None:
    store = MemoryStore(RUN)
    store.put(SHARDS[0])
    assert store.gaps() == [(0, 50)]
    assert store.take(0) == SHARDS[0]
    assert store.take(0) is None


def test_other_settings_are_refused_by_name(path: Path) -> None:
    filled(path)
    other = Run.plan(DECK, 0, 60, "ace-only", memory_limit=1, shard_deals=10)
    with pytest.raises(StoreError, match=r"^\S+run\.sqlite: .*fill: any, aces; .*deals: 0-49, 0-59$"):
        Store.resume(path, other)
    with Store.read(path) as store:
        assert list(store.shards()) == SHARDS


def test_a_second_process_is_refused_and_may_look(path: Path) -> None:
    write = """if True:
        import sys
        from acesup.store import Store
        store = Store.read(sys.argv[1])
        print(len(list(store.shards())))
        Store.resume(sys.argv[1], store.run)
    """
    with Store.resume(path, RUN) as store:
        store.put(SHARDS[0])
        process = subprocess.run(
            [sys.executable, "-c", write, path], capture_output=True, text=True, check=False
        )
        assert process.stdout == "1\n"
        assert "another process is at work on it" in process.stderr
        store.put(SHARDS[1])
    filled(path, SHARDS[2:])


def test_a_full_disk_loses_nothing(path: Path) -> None:
    run = replace(RUN, spans=((0, 10_000),))
    shards = [replace(SHARDS[1], first=first) for first in range(0, 10_000, 10)]
    with Store.resume(path, run) as store:
        store._connection.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreError, match=r"the disk is full.* finished shards are kept"):
            deque(map(store.put, shards))
        finished = list(store.shards())
    with Store.resume(path, run) as store:
        assert list(store.shards()) == finished == shards[: len(finished)] != []
        store.put(shards[len(finished)])


def test_no_sqlite_file(path: Path) -> None:
    path.write_text("deal,verdict\n" * 1000)
    for open_store in OPEN:
        with pytest.raises(StoreError, match="no SQLite file"):
            open_store(path)
    assert path.read_text() == "deal,verdict\n" * 1000


def test_a_file_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE run (settings TEXT)")
    before = path.read_bytes()
    for open_store in OPEN:
        with pytest.raises(StoreError, match="of another program"):
            open_store(path)
    assert path.read_bytes() == before


def test_a_newer_version(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    for open_store in OPEN:
        with pytest.raises(StoreError, match=f"it has format {FORMAT + 1}, expected {FORMAT}"):
            open_store(path)


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_a_truncated_store(path: Path, share: float) -> None:
    filled(path)
    os.truncate(path, int(path.stat().st_size * share))
    for open_store in OPEN:
        with pytest.raises(StoreError, match="damaged or cut short"):
            open_store(path)


def test_damaged_rows(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE shard SET histogram = '[[1' WHERE first LIKE '%20'")
        connection.execute("UPDATE shard SET solvable = solvable + 1 WHERE first LIKE '%30'")
    with Store.read(path) as store:
        for first in (20, 30):
            with pytest.raises(StoreError, match=f"shard from deal {first} on is damaged"):
                store.take(first)
        assert store.take(40) == SHARDS[4]


def test_settings_that_make_no_sense(path: Path) -> None:
    filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE run SET settings = '{}'")
    with pytest.raises(StoreError, match="settings cannot be read"):
        Store.read(path)


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        Store.read(tmp_path / "none.sqlite")
    with pytest.raises(StoreError, match="No such file or directory"):
        Store.resume(tmp_path / "no" / "where.sqlite", RUN)
    with pytest.raises(StoreError, match="Is a directory"):
        Store.resume(tmp_path, RUN)


READ_ONLY = """
import os, sys
from acesup.store import Store, StoreError
os.chmod(sys.argv[1], 0o444)
os.chmod(os.path.dirname(sys.argv[1]), 0o555)
if os.getuid() == 0:
    os.setuid(65534)
store = Store.read(sys.argv[1])
print(len(list(store.shards())))
try:
    Store.resume(sys.argv[1], store.run)
except StoreError as error:
    print(error)
"""


def test_a_read_only_store_can_be_read(tmp_path: Path) -> None:
    if os.getuid() == 0:
        os.chmod(tmp_path, 0o755)
        os.chmod(tmp_path.parent, 0o755)
        os.chmod(tmp_path.parent.parent, 0o755)
    directory = tmp_path / "store"
    directory.mkdir()
    path = filled(directory / "run.sqlite")
    process = subprocess.run(
        [sys.executable, "-c", READ_ONLY, path], capture_output=True, text=True, check=False
    )
    assert process.stdout.splitlines() == [
        "5",
        f"{path}: Permission denied, expected a file that can be written",
    ], process


# Merging


def part(first: int, count: int, **changes: object) -> tuple[Run, list[Shard]]:
    run = Run.plan(DECK, first, count, **{"memory_limit": 1, "shard_deals": 10, **changes})  # type: ignore[arg-type]
    return run, [solve_shard(run, *span, run.solver()) for span in run.shards_of((first, count))]


ReadParts = Callable[..., list[Store]]


@pytest.fixture
def read_parts(tmp_path: Path) -> Iterator[ReadParts]:
    """Make stores of parts, open until the test ends."""
    with ExitStack() as stack:

        def read(*parts: tuple[Run, list[Shard]]) -> list[Store]:
            paths = [filled(tmp_path / f"part{n}.sqlite", *part[::-1]) for n, part in enumerate(parts)]
            return [stack.enter_context(Store.read(path)) for path in paths]

        yield read


def test_disjoint_runs_merge(path: Path, read_parts: ReadParts) -> None:
    parts = [part(20, 30), part(0, 20, shard_deals=7), part(100, 5)]
    with merge(read_parts(*parts), path) as store:
        assert store.run.spans == ((0, 50), (100, 5))
        assert [shard.first for shard in store.shards()] == [0, 7, 14, 20, 30, 40, 100]
        assert store.gaps() == []
    assert sum(shard.tally.nodes for shard in store_shards(path)[:-1]) == sum(s.tally.nodes for s in SHARDS)


def store_shards(path: Path) -> list[Shard]:
    with Store.read(path) as store:
        return list(store.shards())


def test_only_what_counts_is_merged(path: Path, read_parts: ReadParts) -> None:
    run, shards = part(0, 50)
    stores = read_parts((run, [shards[0], shards[2]]), part(10, 10))
    with merge(stores, path) as store:
        assert store.run.spans == ((0, 20),)
        assert list(store.shards()) == SHARDS[:2]


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (part(10, 30), "part1.sqlite: deals 10-19 are in .*part0.sqlite too, expected disjoint ranges"),
        (part(0, 20), "deals 0-19 are in"),
        (part(20, 5, rules="ace-only"), "part1.sqlite: it differs .*: fill: any, aces"),
        ((part(20, 5)[0], []), "no deal of it is finished"),
    ],
)
def test_what_cannot_be_merged(
    path: Path, read_parts: ReadParts, second: tuple[Run, list[Shard]], message: str
) -> None:
    with pytest.raises(StoreError, match=message):
        merge(read_parts(part(0, 20), second), path)
    assert not path.exists()


def test_a_merge_overwrites_nothing(path: Path, read_parts: ReadParts) -> None:
    path.write_text("precious")
    with pytest.raises(StoreError, match="it exists"):
        merge(read_parts(part(0, 20)), path)
    assert path.read_text() == "precious"


def test_a_merge_that_fails_leaves_nothing(
    path: Path, read_parts: ReadParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = read_parts(part(0, 20), part(20, 20))
    monkeypatch.setattr(Store, "take", fail_after(5, Store.take))
    with pytest.raises(StoreError, match="the disk failed"):
        merge(stores, path)
    assert sorted(file.name for file in path.parent.iterdir() if "part" not in file.name) == []


def fail_after(calls: int, function: object) -> object:
    """Return a function that does as told for some calls, then fails."""

    def wrapped(self: Store, first: int) -> object:
        nonlocal calls
        calls -= 1
        if calls < 0:
            raise StoreError(f"{self.path}: the disk failed")
        return function(self, first)  # type: ignore[operator]

    return wrapped
