"""`acesup bench`: the laboratory for move orderings and other settings of the search."""

import csv
import json
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from acesup.cli.options import Choice, ChosenRules, OrderingName, rules_options
from acesup.cli.program import INTERRUPTED, Command, options_of
from acesup.cli.run_options import COUNT
from acesup.cli.screen import out, progress_screen
from acesup.contrast import Contrast, contrasts, to_json
from acesup.extras import load
from acesup.orderings import ORDERINGS, PARAMETERS
from acesup.plots import Picture
from acesup.result import SCHEMA
from acesup.solve import default_ordering
from acesup.statistics import CONFIDENCE
from acesup.switches import SWITCHES
from acesup.trial import MEMORY_LIMIT_MIB, NODE_LIMIT, Round, Setting, Trial, play
from acesup.trial_plots import draw
from acesup.trial_store import TrialStore

EXAMPLES = """\b
Examples:
  acesup bench orderings
  acesup bench compare --rules ace-only --count 1000
"""
ORDERINGS_EXAMPLES = """\b
Examples:
  acesup bench orderings
  acesup solve kpat:2 --ordering random:7
  acesup solve kpat:2 --ordering weighted:gaps=30,table=-8
"""
COMPARE_EXAMPLES = """\b
Examples:
  acesup bench compare                                    all orderings, with the default first
  acesup bench compare --ordering clear --ordering mine:few_cards
  acesup bench compare --rules kpat-solver --without collapse --without learned-losses
  acesup bench compare --rules free-cell --memory-limit 64 --memory-limit 1
  acesup bench compare --count 10000 --store lab.sqlite --plot lab.svg    again to go on after a stop
"""
deals, search, work, output = map(options_of, ("Deals", "Settings", "Work", "Output"))
_FILE = click.Path(dir_okay=False)
_LINE_SECONDS = 30.0  # between two lines of progress, where nobody looks at a terminal
_PIPE_WIDTH = 160  # of a table, where no terminal says how wide it may be


@click.group(epilog=EXAMPLES)
def bench() -> None:
    """Compare move orderings and other settings of the search on the same deals."""


@bench.command(cls=Command, epilog=ORDERINGS_EXAMPLES)
@output("--json", "as_json", is_flag=True, help="Print one JSON object.")
def orderings(as_json: bool) -> None:
    """List the move orderings with their parameters, and the switches of the searches.

    An ordering of one's own is package.module:object: a C function or a Python callable (docs/laboratory.md).
    """
    screen = out()
    if as_json:
        data = {
            "schema": SCHEMA,
            "orderings": {
                name: {"idea": idea, "parameters": dict(PARAMETERS[name])} for name, idea in ORDERINGS.items()
            },
            "switches": dict(SWITCHES),
        }
        screen.print(Text(json.dumps(data)), soft_wrap=True)
        return
    table = _table("ordering", "idea, and parameters with their defaults")
    for name, idea in ORDERINGS.items():
        parameters = ", ".join(f"{key}={value}" for key, value in PARAMETERS[name].items())
        table.add_row(name, Text.assemble(idea, *(("\n", (parameters, "dim")) if parameters else ())))
    screen.print(table)
    table = _table("switch", "what `--without` leaves out")
    for name, idea in SWITCHES.items():
        table.add_row(name, idea)
    screen.print("", table)


@bench.command(cls=Command, epilog=COMPARE_EXAMPLES)
@rules_options
@deals("--source", default="rng:1", show_default=True, metavar="SOURCE",
       help="Numbered deals: rng:SEED, rng:SEED@A,K,Q, kpat, ms or pysol.")  # fmt: skip
@deals("--first", type=click.IntRange(0), metavar="N", help="The first number; default 0, of kpat and ms 1.")
@deals("--count", type=int, metavar="N", default=COUNT // 10, show_default=True, help="How many deals.")
@search("--ordering", "orderings", type=OrderingName(), multiple=True, metavar="NAME",
        help="An ordering to compare; the first of them is what the others are compared with. "
             "Unset: all named ones, unless a switch or a table is compared.")  # fmt: skip
@search("--without", type=Choice(SWITCHES), multiple=True, metavar="SWITCH",
        help="Compare the first ordering without this, too.")  # fmt: skip
@search("--memory-limit", "memory_limits", type=float, multiple=True, metavar="MIB",
        help=f"The table of every setting, default {MEMORY_LIMIT_MIB:g}; one more of them: "
             "compare the first ordering with that, too.")  # fmt: skip
@search("--node-limit", type=int, metavar="N", default=NODE_LIMIT, show_default=True,
        help="A deal that takes more positions is unknown.")  # fmt: skip
@search("--confidence", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=CONFIDENCE,
        show_default=True, metavar="C", help="Of the intervals.")  # fmt: skip
@work("--store", type=_FILE, metavar="FILE", help="Keep the results there; if there are some, go on.")
@output(
    "--plot", type=_FILE, metavar="FILE", help="Draw a picture, in a format by its ending (acesup[plot])."
)
@output("--json", "as_json", is_flag=True, help="Print one JSON object.")
@output("--csv", "as_csv", is_flag=True, help="Print a table with one row a setting.")
def compare(
    rules: ChosenRules,
    source: str,
    first: int | None,
    count: int,
    orderings: Sequence[str],
    without: Sequence[str],
    memory_limits: Sequence[float],
    node_limit: int,
    confidence: float,
    store: str | None,
    plot: str | None,
    as_json: bool,
    as_csv: bool,
) -> int:
    """Compare settings of the search on the same deals: what each costs beside the first.

    Settings are the orderings; the first of them without each switch; the first of them with each further
    table. Positions depend on the deals alone; times are of this processor, and the settings take turns, so
    that their ratio says something. Needs acesup[stats].
    """
    load("scipy.stats", "stats", "a comparison")  # missing now, or never
    if first is None:
        first = 1 if source.lower() in ("kpat", "ms") else 0
    default = default_ordering(rules.over())
    settings = _settings(orderings, without, memory_limits, default)
    trial = Trial.plan(source, first, count, rules.over(), settings=settings, node_limit=node_limit)
    picture = Picture(plot) if plot else None
    with ExitStack() as stack:
        keeper = stack.enter_context(TrialStore.resume(store, trial)) if store else None
        rounds, is_interrupted = _watch(trial, keeper)
    found = contrasts(trial, rounds, confidence)
    _print(trial, found, confidence, as_json, as_csv)
    if picture and rounds:
        draw(picture, trial, rounds)
    return INTERRUPTED if is_interrupted else 0


def _settings(
    orderings: Sequence[str], without: Sequence[str], memory_limits: Sequence[float], default: str
) -> list[Setting]:
    """Return the settings that the options ask for: each differs from the first in one thing."""
    names = orderings or ([default] if without or len(memory_limits) > 1 else [])
    memory, *others = memory_limits or [MEMORY_LIMIT_MIB]
    names = names or list(dict.fromkeys([default, *ORDERINGS]))
    base = names[0]
    return [
        *(Setting(name, (), memory) for name in names),
        *(Setting(base, (switch,), memory) for switch in without),
        *(Setting(base, (), other) for other in others),
    ]


def _watch(trial: Trial, keeper: TrialStore | None) -> tuple[list[Round], bool]:
    """Play the trial; return its rounds, and whether Ctrl-C ended it."""
    rounds: list[Round] = []
    screen = progress_screen(out())
    columns = (BarColumn(20), MofNCompleteColumn(), TextColumn("deals"), TimeRemainingColumn())
    began = last_line = time.monotonic()
    try:
        with Progress(*columns, console=screen, transient=True, disable=screen is None) as progress:
            task = progress.add_task("", total=trial.count)
            for one in play(trial, keeper):
                rounds.append(one)
                progress.advance(task, len(one.turns[0].nodes))
                if screen is None and time.monotonic() >= last_line + _LINE_SECONDS:
                    last_line = time.monotonic()
                    done = one.first + len(one.turns[0].nodes) - trial.first
                    click.echo(f"{done:,} of {trial.count:,} deals, {last_line - began:.0f} s", err=True)
    except KeyboardInterrupt:
        return rounds, True
    return rounds, False


def _print(trial: Trial, found: Sequence[Contrast], confidence: float, as_json: bool, as_csv: bool) -> None:
    screen = out()
    if as_json:
        screen.print(Text(json.dumps(to_json(trial, found, confidence))), soft_wrap=True)
    elif as_csv and found:
        rows = list(map(_row, found))
        writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    elif found:
        screen.print(Text(_head(trial, found, confidence)), soft_wrap=True)
        if not screen.is_terminal:
            screen.width = _PIPE_WIDTH
        screen.print("", _contrast_table(found))


def _row(contrast: Contrast) -> dict[str, object]:
    """Return what the JSON object says in columns of single values."""
    data = contrast.to_json()
    for name in ("ratio", "time"):
        data[f"{name}_low"], data[f"{name}_high"] = data.pop(f"{name}_interval")
    data["without"] = " ".join(data["without"])
    return data


def _head(trial: Trial, found: Sequence[Contrast], confidence: float) -> str:
    deals = f"{found[0].deals:,}" + ("" if found[0].deals == trial.count else f" of {trial.count:,} planned")
    return (
        f"rules: {trial.rules}; {deals} deals of {trial.source} from {trial.first} on; node limit "
        f"{trial.node_limit:,}; {100 * confidence:.10g} % intervals"
    )


def _contrast_table(found: Sequence[Contrast]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("setting", style="cyan", overflow="fold", min_width=14)
    for heading in ("decided", "nodes: mean", "median", "p99"):
        table.add_column(heading, justify="right", overflow="fold")
    for heading in ("nodes to the first", "Wilcoxon's p", "time to the first"):
        table.add_column(heading, overflow="fold")
    for one in found:
        nodes = (f"{nodes:,.0f}" for nodes in (one.nodes_mean, one.nodes_median, one.nodes_p99))
        compared = (
            f"{one.ratio:.3f} ({one.ratio_interval.low:.3f} to {one.ratio_interval.high:.3f})",
            f"{one.p:.2g}",
            f"{one.time_ratio:.2f} ({one.time_interval.low:.2f} to {one.time_interval.high:.2f})",
        )
        table.add_row(str(one.setting), f"{one.decided:,}", *nodes, *(() if one is found[0] else compared))
    return table


def _table(name: str, content: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(name, no_wrap=True, style="cyan")
    table.add_column(content)
    return table
