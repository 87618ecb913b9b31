"""The check of nodes and instructions (bench/check.py): it notices a change of one number."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parent.parent / "bench"
pytestmark = pytest.mark.skipif(not BENCH.is_dir(), reason="bench/ is not part of the source distribution")


def check(expected: Path, *arguments: str) -> tuple[int, str]:
    """Return the exit code and what is printed."""
    command: list[str | Path] = [
        sys.executable,
        BENCH / "check.py",
        "--only",
        "nodes",
        "--expected",
        expected,
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_nodes_are_those_expected() -> None:
    """A change of the nodes needs a reason: bench/README.md says how to accept it."""
    assert check(BENCH / "expected") == (0, "as expected\n")


def test_one_number_changed_by_hand_is_noticed(tmp_path: Path) -> None:
    rows = (BENCH / "expected" / "nodes.csv").read_text().splitlines()
    cells = rows[8].split(",")
    cells[2] = str(int(cells[2]) + 1)
    (tmp_path / "nodes.csv").write_text("\n".join([*rows[:8], ",".join(cells), *rows[9:]]) + "\n")
    code, printed = check(tmp_path)
    assert code == 1
    assert f"nodes of rng:1/7 under ace-only: {int(cells[2]) - 1}, expected {cells[2]}\n" in printed
    assert check(tmp_path, "--accept")[0] == 0
    assert (tmp_path / "nodes.csv").read_text() == "\n".join(rows) + "\n"


def test_other_deals_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "nodes.csv").write_text("deal,standard\n")
    code, printed = check(tmp_path)
    assert code == 1
    assert "other rules or deals" in printed
