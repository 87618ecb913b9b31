"""How speed grows with threads, and what the size of the table is worth.

    python bench/curves.py threads --rules standard
    python bench/curves.py memory --rules free-cell --plot memory.svg

threads: a run over the same deals with 1, 2 … threads; the deals a second should grow with them.
memory: one thread with smaller and smaller tables; nodes and seconds, and the memory of the process at its
most, which a process of its own measures.
"""

import argparse
import csv
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from acesup.cli.run_options import all_cores
from acesup.fraction import fraction
from acesup.plots import Picture
from acesup.run import Run

MEMORY_MIB = (256, 64, 16, 4, 1, 0.25, 0.0625, 0.015625)
Row = dict[str, float]


def main() -> None:
    """Print a curve as CSV, and draw it."""
    options = _options()
    if options.one is not None:
        print(*_measured(options, options.one).values())
        return
    rows = list(threads(options) if options.what == "threads" else memory(options))
    if options.plot:
        draw(rows, options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["threads", "memory"])
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--node-limit", type=int, default=300_000)
    parser.add_argument("--most-threads", type=int, default=all_cores())
    parser.add_argument("--plot", metavar="FILE")
    parser.add_argument("--one", type=float, help=argparse.SUPPRESS)  # one table, for a process of its own
    return parser.parse_args()


def _run(options: argparse.Namespace, memory_limit: float) -> Run:
    return Run.plan(
        "rng:1", 0, options.count, options.rules,
        node_limit=options.node_limit, memory_limit=memory_limit, shard_deals=10,
    )  # fmt: skip


def threads(options: argparse.Namespace) -> Iterator[Row]:
    """Yield deals a second by threads."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["threads", "deals_per_second"])
    for count in range(1, options.most_threads + 1):
        began = time.perf_counter()
        fraction(_run(options, 64), threads=count)
        row = {"threads": count, "deals_per_second": options.count / (time.perf_counter() - began)}
        out.writerow(row.values())
        yield row


def memory(options: argparse.Namespace) -> Iterator[Row]:
    """Yield nodes, seconds, undecided deals and the memory of the process by the size of the table."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    names = ["table_mib", "nodes", "seconds", "unknown", "process_mib"]
    out.writerow(names)
    for mib in MEMORY_MIB:
        done = subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--one", str(mib)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        row = dict(zip(names, [mib, *map(float, done.stdout.split())], strict=True))
        out.writerow(row.values())
        yield row


def _measured(options: argparse.Namespace, mib: float) -> Row:
    began = time.process_time()
    tally = fraction(_run(options, mib)).tally
    seconds = time.process_time() - began
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"nodes": tally.nodes, "seconds": seconds, "unknown": tally.unknowns, "process_mib": most}


def draw(rows: list[Row], options: argparse.Namespace) -> None:
    """Draw every other column against the first."""
    picture = Picture(options.plot)
    first, *others = rows[0]
    picture.figure.set_size_inches(4 * len(others), 3.5)
    picture.figure.suptitle(f"Aces Up, rules: {options.rules}; {options.count:,} deals of rng:1")
    for axes, name in zip(picture.figure.subplots(1, len(others), squeeze=False).flat, others, strict=True):
        axes.plot([row[first] for row in rows], [row[name] for row in rows], marker="o")
        axes.set(xlabel=first.replace("_", " "), ylabel=name.replace("_", " "), ylim=(0, None))
        if first == "table_mib":
            axes.set_xscale("log", base=2)
    picture.save()


if __name__ == "__main__":
    main()
