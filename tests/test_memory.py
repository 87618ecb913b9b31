"""A search keeps to its memory limit: the peak resident size of a process that solves the hardest deals."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIMITS_MIB = [16, 64, 256]
BESIDES_MIB = 100  # Python, the modules, and what does not grow
HARDEST = {"rng:1/10779": "unsolvable"}
# For the score the verdict is decided first. With the smallest limit some deals need many more positions, but
# by then they have filled their memory several times. The peak is not asked of getrusage, which counts what
# the process was before it became this program.
PROGRAM = r"""
import re, sys, acesup
solver = acesup.Solver(memory_limit=float(sys.argv[1]))
for source in sys.argv[2:]:
    print(solver.solve(acesup.Deal.from_source(source), score=True, node_limit=600_000).verdict)
print(re.search("VmHWM:\s*(\d+)", open("/proc/self/status").read())[1])
"""


pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is asked of Linux")


def peak_mib(memory_limit: int, verdict_of: dict[str, str]) -> float:
    """Solve deals under `standard`: the most that was resident."""
    program = [sys.executable, "-c", PROGRAM, str(memory_limit), *verdict_of]
    process = subprocess.run(program, check=True, stdout=subprocess.PIPE, text=True)
    *verdicts, peak_kib = process.stdout.split()
    assert len(verdicts) == len(verdict_of)
    assert verdicts == list(verdict_of.values()) or memory_limit == min(LIMITS_MIB)
    return int(peak_kib) / 1024


@pytest.mark.parametrize("memory_limit", LIMITS_MIB)
def test_peak_on_the_hardest_deal(memory_limit: int) -> None:
    assert peak_mib(memory_limit, HARDEST) < memory_limit + BESIDES_MIB


@pytest.mark.full
@pytest.mark.parametrize("memory_limit", LIMITS_MIB)
def test_peak_on_the_hardest_hundred(memory_limit: int) -> None:
    with (ROOT / "bench" / "corpus" / "hardest-100.csv").open(newline="") as file:
        verdict_of = {row["source"]: row["standard"] for row in csv.DictReader(file)}
    assert len(verdict_of) == 100
    assert peak_mib(memory_limit, verdict_of) < memory_limit + BESIDES_MIB
