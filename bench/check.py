"""Has the search changed? Nodes and instructions of fixed deals against what is expected (bench/expected).

Nodes have to be the same, deal by deal: no tolerance, on any machine. Instructions may differ by 2 %; they
are counted by callgrind, and compared only where the compiler, its flags, Cython and Python are those of the
expectation, since others make other code. Ends with 1 if anything differs.

    python bench/check.py             # `make bench-check`
    python bench/check.py --accept    # what there is now becomes what is expected
    python bench/check.py --only nodes
"""

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from acesup import solve_range
from acesup.rules import PRESETS

SOURCE = "rng:1"
NODES_DEALS = 100
NODE_LIMIT = 20_000  # a deal; some deals with a cell or pairs take millions
INSTRUCTIONS_DEALS = {"standard": 50, "ace-only": 200, "kpat-solver": 200, "free-cell": 100}
TOLERANCE = 0.02
_TOGGLE = "__pyx_pw_6acesup_7_solver_4Core_*decide_range"
_ONE_RANGE = """
import sys, acesup
source, count, rules, node_limit = sys.argv[1:]
acesup.solve_range(source, 0, int(count), rules, node_limit=int(node_limit))
"""


def main() -> int:
    """Check, or accept."""
    options = _options()
    checks: dict[str, type[Nodes] | type[Instructions]] = {"nodes": Nodes, "instructions": Instructions}
    differences = []
    for name in [options.only] if options.only else checks:
        check = checks[name](options.expected)
        if options.accept:
            check.accept()
        else:
            differences += list(check.differences())
    for difference in differences:
        print(difference)
    print(f"{len(differences)} differences" if differences else "as expected")
    return 1 if differences else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--accept", action="store_true")
    parser.add_argument("--only", choices=["nodes", "instructions"])
    parser.add_argument("--expected", type=Path, default=Path(__file__).parent / "expected")
    return parser.parse_args()


class Nodes:
    """The nodes of every deal under every preset."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "nodes.csv"

    def accept(self) -> None:
        """Write what there is now."""
        with self._file.open("w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(self._rows())

    def differences(self) -> Iterator[str]:
        """Yield each deal and rules whose nodes differ."""
        with self._file.open(newline="") as file:
            expected = list(csv.reader(file))
        now = self._rows()
        if expected[0] != now[0] or len(expected) != len(now):
            yield f"{self._file}: other rules or deals, expected {len(now) - 1} under {', '.join(now[0][1:])}"
            return
        for theirs, ours in zip(expected[1:], now[1:], strict=True):
            for rules, before, after in zip(now[0], theirs, ours, strict=True):
                if before != after:
                    yield f"nodes of {ours[0]} under {rules}: {after}, expected {before}"

    def _rows(self) -> list[list[str]]:
        columns = [
            solve_range(SOURCE, 0, NODES_DEALS, preset, node_limit=NODE_LIMIT).nodes for preset in PRESETS
        ]
        deals = (f"{SOURCE}/{n}" for n in range(NODES_DEALS))
        rows = zip(deals, *(map(str, column) for column in columns), strict=True)
        return [["deal", *PRESETS], *(list(row) for row in rows)]


class Instructions:
    """The instructions of a search over many deals, under some presets."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "instructions.json"

    def accept(self) -> None:
        """Write what there is now."""
        data = {"made_by": made_by(), "instructions": {rules: count(rules) for rules in INSTRUCTIONS_DEALS}}
        self._file.write_text(json.dumps(data, indent=2) + "\n")

    def differences(self) -> Iterator[str]:
        """Yield the rules whose instructions differ too much; say why where nothing is compared."""
        expected = json.loads(self._file.read_text())
        others = {name: here for name, here in made_by().items() if here != expected["made_by"].get(name)}
        if others or not shutil.which("valgrind"):
            print(f"instructions are not compared: {others or 'there is no valgrind'}")
            return
        for rules, before in expected["instructions"].items():
            after = count(rules)
            change = after / before - 1
            print(f"instructions under {rules}: {after:,}, {100 * change:+.2f} %")
            if abs(change) > TOLERANCE:
                yield f"instructions under {rules}: {after:,}, expected {before:,}, {100 * change:+.2f} %"


def made_by() -> dict[str, str]:
    """Return what the code depends on besides its sources."""
    compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
    said = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    switches = {name: os.environ[name] for name in sorted(os.environ) if name.startswith("ACESUP_")}
    return {
        "compiler": said.splitlines()[0],
        "flags": f"{sysconfig.get_config_var('CFLAGS')} {os.environ.get('CFLAGS', '')} {switches}",
        "cython": version("cython"),
        "python": sys.version.split()[0],
    }


def count(rules: str) -> int:
    """Return the instructions of the search over the deals, without those of Python around it."""
    arguments = [SOURCE, str(INSTRUCTIONS_DEALS[rules]), rules, str(NODE_LIMIT)]
    with tempfile.TemporaryDirectory() as directory:
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={directory}/out", "--collect-atstart=no",
            f"--toggle-collect={_TOGGLE}", sys.executable, "-c", _ONE_RANGE, *arguments,
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return int(re.findall(r"Collected : (\d+)", done.stderr)[-1])


if __name__ == "__main__":
    sys.exit(main())
