"""How fast deals are decided, against the prototypes in bench/baseline: same deals, same machine, same run.

The two programs take turns, so that a machine that slows down slows both. Positions come first: they depend
on nothing but the code. One core; seconds are processor time. ACESUP_ARCH is to be what this package was
built with: the prototypes are then compiled for the same processor.

    python bench/speed.py                        # the goal of the project: `make bench`
    python bench/speed.py --against all          # every baseline
    python bench/speed.py --against optional --deals 200 --rounds 5
"""

import argparse
import os
import platform
import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from acesup import Rules, Source, solve_range

BASELINE = Path(__file__).parent / "baseline"
CC = os.environ.get("CC", "cc")
SOURCE = "rng:1"
ARCH = os.environ.get("ACESUP_ARCH")


@dataclass(frozen=True)
class Contest:
    """A baseline and how to build and call it, the rules, and how many times faster we have to be."""

    file: str
    rules: Rules
    arguments: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    goal: float | None = None


CONTESTS = {
    "lower": Contest("refine.c", Rules.preset("kpat-solver"), ("0", "0", "lower"), goal=10),
    "compulsory": Contest("compulsory.c", Rules.preset("kpat-solver"), ("quiet",), ("-DLONE=1",)),
    "stacked": Contest("compulsory.c", Rules.preset("stacked-only"), ("quiet",), ("-DLONE=0",)),
    "optional": Contest("optional.c", Rules.preset("standard"), ("1", "2188")),
    "ace-only": Contest("ace_only.c", Rules.preset("ace-only")),
    "no-lone": Contest("no_lone.c", Rules(lone_moves=False), ("1", "512")),
    "no-lone-aces": Contest("no_lone.c", Rules(lone_moves=False, fill="aces"), ("1", "2560")),
}


@dataclass(frozen=True)
class Run:
    """One pass over all deals: solvable deals, seconds, and what is known of the positions of a deal."""

    solvable: int
    seconds: float
    positions: dict[str, float]


def main() -> int:
    """Run the contests asked for; 1 if a goal was missed."""
    options = _options()
    deals = "".join(f"{deal}\n" for deal in Source.span(SOURCE, 0, options.deals))
    print(f"deals {SOURCE}/0-{options.deals - 1}, {options.rounds} rounds; {_machine()}")
    names = CONTESTS if "all" in options.against else options.against
    met = [_compete(name, CONTESTS[name], deals, options) for name in names]
    return 0 if all(met) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", nargs="+", choices=[*CONTESTS, "all"], default=["lower"])
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def _compete(name: str, contest: Contest, deals: str, options: argparse.Namespace) -> bool:
    program = _build(name, contest)
    theirs, ours = [], []
    for _ in range(options.rounds):
        theirs.append(_run_baseline([program, *contest.arguments], deals))
        ours.append(_run_acesup(contest.rules, options.deals))
    if {run.solvable for run in theirs} != {run.solvable for run in ours}:
        sys.exit(f"{name}: {theirs[0].solvable} deals solvable by the baseline, {ours[0].solvable} by acesup")
    ratios = [a.seconds / b.seconds for a, b in zip(theirs, ours, strict=True)]
    print(f"\n{contest.rules}: {ours[0].solvable} of {options.deals} solvable")
    _report(f"{contest.file[:-2]} {' '.join(contest.arguments)}", theirs, options.deals)
    _report("acesup", ours, options.deals)
    goal = f", goal {contest.goal}" if contest.goal else ""
    print(f"  {median(ratios):.1f} times faster ({min(ratios):.1f} to {max(ratios):.1f}{goal})")
    return contest.goal is None or median(ratios) >= contest.goal


def _build(name: str, contest: Contest) -> str:
    """Compile a baseline as this package is compiled (ACESUP_ARCH), if its source is newer."""
    source, program = BASELINE / contest.file, BASELINE / "bin" / f"{name}-{ARCH or 'portable'}"
    program.parent.mkdir(exist_ok=True)
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        flags = ("-O3", *([f"-march={ARCH}"] if ARCH else []), "-w", *contest.flags)
        subprocess.run([CC, *flags, "-o", str(program), str(source)], check=True)
    return str(program)


def _run_baseline(command: list[str], deals: str) -> Run:
    """Let a baseline solve the deals. Its last line has the figures, by names that differ a little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, input=deals, capture_output=True, text=True, check=True)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    figures = {key: float(value) for key, value in re.findall(r"(\w+)=\s*([\d.]+)", done.stderr)}
    count = figures["n"]
    names = {
        "mean": ("mean", "nL"),
        "median": ("median", "med"),
        "p90": ("p90",),
        "p99": ("p99",),
        "max": ("max",),
    }
    positions = {name: figures[key] for name, keys in names.items() for key in keys if key in figures}
    solvable = (
        figures["solv"] if "solv" in figures else figures["w"] if "w" in figures else figures["L"] * count
    )
    return Run(round(solvable), seconds, positions)


def _run_acesup(rules: Rules, count: int) -> Run:
    began = time.process_time()
    found = solve_range(SOURCE, 0, count, rules)
    seconds = time.process_time() - began
    nodes = sorted(found.nodes)
    at = {"median": 0.5, "p90": 0.9, "p99": 0.99}
    positions = {name: float(nodes[int(count * share)]) for name, share in at.items()}
    return Run(found.verdicts.count(1), seconds, {"mean": mean(nodes), **positions, "max": nodes[-1]})


def _report(name: str, runs: list[Run], count: int) -> None:
    positions, seconds = runs[0].positions, median(run.seconds for run in runs)
    spread = " to ".join(f"{1e6 * f(run.seconds for run in runs) / count:.1f}" for f in (min, max))
    print(
        f"  {name:22} positions a deal:", ", ".join(f"{key} {value:,.0f}" for key, value in positions.items())
    )
    print(
        f"  {'':22} {1e6 * seconds / count:.1f} µs a deal ({spread}), "
        f"{1e9 * seconds / count / positions['mean']:.0f} ns a position"
    )


def _machine() -> str:
    """Say what the figures depend on."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = re.search(r"model name\s*: (.*)", info.read_text())
        cpu = model[1] if model else cpu
    arch = os.environ.get("ACESUP_ARCH", "portable")
    return f"{cpu}, {os.cpu_count()} cores; {_first_line(CC, '--version')}, build {arch}; commit {_commit()}"


def _commit() -> str:
    return _first_line("git", "describe", "--always", "--dirty")


def _first_line(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return f"no {command[0]}"


if __name__ == "__main__":
    sys.exit(main())
