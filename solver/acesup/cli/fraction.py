"""`acesup fraction`: the share of deals that can go out, with an interval."""

import csv
import json
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack

import click
from rich.text import Text

from acesup.cli import program
from acesup.cli.live import watch
from acesup.cli.options import Choice, Command
from acesup.cli.program import INTERRUPTED, complain, options_of
from acesup.cli.run_options import COUNT, COUNT_UNTIL_WIDTH, ChosenRun, all_cores, run_options, threads_option
from acesup.cli.screen import out, print_each
from acesup.cli.summary import paired_summary, summary
from acesup.cluster import cluster
from acesup.compare import compare
from acesup.errors import StoreError
from acesup.fraction import Estimate, accumulate
from acesup.merge import merge as merge_stores
from acesup.plots import Plot
from acesup.pool import Pool, ThreadPool
from acesup.result import SCHEMA
from acesup.run import Run, SettingsT
from acesup.shard import Tally
from acesup.statistics import CONFIDENCE, METHODS, Method
from acesup.store import MemoryStore, ShardStore, Store

EXAMPLES = """\b
Examples:
  acesup fraction run --rules ace-only --count 100000
  acesup fraction show ace-only.sqlite
  acesup fraction merge part1.sqlite part2.sqlite --store all.sqlite
"""
RUN_EXAMPLES = """\b
Examples:
  acesup fraction run --count 100000                      the rules as written, all cores
  acesup fraction run --rules kpat-solver --source kpat --count 5000
  acesup fraction run --count 1000000 --store run.sqlite  again to go on after a stop
  acesup fraction run --until-width 0.005                 as many deals as that takes
  acesup fraction run --count 100000 --dask local:4
"""
SHOW_EXAMPLES = """\b
Examples:
  acesup fraction show run.sqlite
  acesup fraction show standard.sqlite kpat-solver.sqlite   the same deals: compared in pairs
  acesup fraction show *.sqlite --csv > fractions.csv
"""
MERGE_EXAMPLES = """\b
Examples:
  acesup fraction merge part1.sqlite part2.sqlite --store all.sqlite
"""
work, output = options_of("Work"), options_of("Output")
_interval = options_of("Interval")
_FILE = click.Path(dir_okay=False)


def interval_options(command: Command) -> Command:
    """Give a command the options of intervals, `interval` and `confidence`."""
    command = _interval("--confidence", type=float, default=CONFIDENCE, show_default=True, metavar="C",
                        help="Of the interval, between 0 and 1.")(command)  # fmt: skip
    command = _interval("--interval", type=Choice(METHODS), default="wilson", show_default=True,
                        help="Its kind; all but wilson need acesup[stats].")(command)  # fmt: skip
    return command


def until_width_option(command: Command) -> Command:
    """Give a command the option `--until-width`."""
    command = _interval("--until-width", type=click.FloatRange(0, 1, min_open=True), metavar="W",
                     help="End as soon as the interval is as narrow, such as 0.001.")(command)  # fmt: skip
    return command


@click.group(epilog=EXAMPLES)
def fraction() -> None:
    """Estimate the solvable fraction: of all deals, how many can go out under some rules?"""


@fraction.command(cls=program.Command, epilog=RUN_EXAMPLES)
@run_options
@interval_options
@until_width_option
@work("--store", type=_FILE, metavar="FILE", help="Keep the results there; if there are some, go on.")
@threads_option("Work")
@work("--dask", metavar="ADDRESS", help="Work on a Dask cluster, or local:N processes (acesup[dask]).")
@work("--shard", type=click.IntRange(1), metavar="N",
      help="Deals of a piece of work (unset: what takes a second or so).")  # fmt: skip
@work("--score", is_flag=True, help="Prove the best score of every deal, too.")
@work("--verdicts/--no-verdicts", default=True, show_default=True,
      help="Whether the store keeps the verdict of every deal.")  # fmt: skip
@output(
    "--plot", type=_FILE, metavar="FILE", help="Draw a picture, in a format by its ending (acesup[plot])."
)
@output("--json", "as_json", is_flag=True, help="Print one JSON object.")
def run(
    chosen: ChosenRun,
    interval: str,
    confidence: float,
    until_width: float | None,
    store: str | None,
    threads: int | None,
    dask: str | None,
    shard: int | None,
    score: bool,
    verdicts: bool,
    plot: str | None,
    as_json: bool,
) -> int:
    """Decide many deals, and estimate the fraction of all deals that can go out.

    The result depends on the deals, the rules and the search alone: not on threads, the machine, or how often
    the run was stopped and begun again. Deals that are not decided widen the interval at both ends.
    """
    if dask and threads:
        raise click.UsageError("-j and --dask exclude each other: a cluster has its own threads.")
    method = Method(interval, confidence)
    method.interval(1, 1)  # what it needs is missing now, or never
    planned = chosen.plan(
        COUNT_UNTIL_WIDTH if until_width else COUNT,
        shard_deals=shard,
        score=score,
        verdicts=verdicts and bool(store),
    )
    picture = Plot(plot) if plot else None
    with ExitStack() as stack:
        shards = stack.enter_context(Store.resume(store, planned)) if store else MemoryStore(planned)
        pool = stack.enter_context(_pool(planned, threads, dask))
        estimate, is_interrupted = watch(
            planned, shards, pool, method, until_width=until_width, picture=picture
        )
        _print([estimate], as_json)
        if picture:
            picture.write()
    return INTERRUPTED if is_interrupted else 0


def _pool(run: Run, threads: int | None, dask: str | None) -> AbstractContextManager[Pool]:
    if dask:
        return cluster(run, dask)
    return ThreadPool(run, threads or all_cores())


@fraction.command(cls=program.Command, epilog=SHOW_EXAMPLES)
@click.argument("stores", nargs=-1, required=True, type=_FILE, metavar="STORE...")
@interval_options
@output("--plot", type=_FILE, metavar="FILE", help="Draw a picture of a single store (acesup[plot]).")
@output("--json", "as_json", is_flag=True, help="Print one JSON object a store, and one for a comparison.")
@output("--csv", "as_csv", is_flag=True, help="Print a table with one row a store.")
def show(
    stores: Sequence[str], interval: str, confidence: float, plot: str | None, as_json: bool, as_csv: bool
) -> None:
    """Show what stores hold, also while a run writes them.

    Two stores of the same deals are compared in pairs: how many deals go out under one rule set only, and
    McNemar's test.
    """
    if plot and len(stores) > 1:
        raise click.UsageError("--plot draws one store, expected no second one.")
    method, picture = Method(interval, confidence), Plot(plot) if plot else None
    with ExitStack() as stack:
        opened = [stack.enter_context(Store.read(store)) for store in stores]
        found = [_estimate(store, method, picture) for store in opened]
        if as_csv:
            _print_csv(found)
        else:
            _print(found, as_json)
        if len(opened) == 2 and not as_csv:
            rules = [str(one.run.rules) for one in opened]
            print_paired(opened[0], opened[1], rules, confidence, as_json)
    if picture:
        picture.write()


def _estimate(store: ShardStore[Run], method: Method, picture: Plot | None) -> Estimate[Run]:
    estimate = Estimate(store.run, Tally(), method)
    for estimate in accumulate(store.run, store.shards(), method):
        if picture:
            picture.add(estimate)
    return estimate


def _print(found: Sequence[Estimate[Run]], as_json: bool) -> None:
    texts = (Text(json.dumps(one.to_json())) if as_json else summary(one) for one in found)
    print_each(texts, apart=not as_json)


def _print_csv(found: Sequence[Estimate[Run]]) -> None:
    rows = list(map(_row, found))
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _row(estimate: Estimate[Run]) -> dict[str, object]:
    """Return what the JSON object says in columns of single values."""
    data = estimate.to_json()
    rules, (low, high) = data.pop("rules"), data.pop("interval")
    for nested in ("reasons", "hardest", "scores"):
        del data[nested]
    return {**rules, **data, "interval_low": low, "interval_high": high}


def print_paired(
    first: ShardStore[SettingsT],
    second: ShardStore[SettingsT],
    names: Sequence[str],
    confidence: float,
    as_json: bool,
    outcome: str = "solvable",
) -> None:
    """Compare two stores on the deals they share; if there are none, say so on stderr.

    names: what to call them; equal ones give way to those of the files. outcome: what is counted.
    """
    try:
        paired = compare(first, second)
    except StoreError as error:
        complain(f"not compared: {error}")
        return
    screen = out()
    if not as_json:
        screen.print()
        if names[0] == names[1]:
            names = [str(first.path), str(second.path)]
        screen.print(paired_summary(paired, names, confidence, outcome), soft_wrap=True)
        return
    data = {
        "schema": SCHEMA,
        "deals": paired.deals,
        "undecided": paired.undecided,
        "both": paired.both,
        "only_first": paired.only_first,
        "only_second": paired.only_second,
        "neither": paired.neither,
        "difference": paired.difference,
        "interval": paired.difference_interval(confidence),
        "confidence": confidence,
        "p": paired.mcnemar(),
    }
    screen.print(Text(json.dumps(data)), soft_wrap=True)


@fraction.command(cls=program.Command, epilog=MERGE_EXAMPLES)
@click.argument("stores", nargs=-1, required=True, type=_FILE, metavar="STORE...")
@work("--store", required=True, type=_FILE, metavar="FILE", help="The new store.")
@output("--json", "as_json", is_flag=True, help="Print one JSON object.")
def merge(stores: Sequence[str], store: str, as_json: bool) -> None:
    """Join stores that differ in their deals only into a new one.

    No deal may be in two of them. The stores stay as they are.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(Store.read(path)) for path in stores]
        merged = stack.enter_context(merge_stores(opened, store))
        _print([_estimate(merged, Method(), None)], as_json)
