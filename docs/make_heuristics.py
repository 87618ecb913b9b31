"""Write docs/heuristics.md and its pictures from stores of comparisons; `bench/report.sh` makes them.

    python docs/make_heuristics.py standard.trial standard.switches …

Nothing in that page is written by hand: its numbers come from the stores, its words from here.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from acesup.contrast import Contrast, contrasts
from acesup.plots import Picture
from acesup.solve import default_ordering
from acesup.statistics import Interval
from acesup.trial import Round, Trial, play
from acesup.trial_plots import draw
from acesup.trial_store import TrialStore

DOCS = Path(__file__).parent
HEAD = """\
# Heuristics

What the move orderings are worth, on deals that no choice was made by, and which of them are the defaults.
How the figures are made, and how to add an ordering: [laboratory](laboratory.md). This page is made by
`docs/make_heuristics.py` from the stores of `bench/report.sh`.

Every ordering is compared with `rule-order` on the same deals: the geometric mean of its nodes to those of
`rule-order`, and its processor time, each with a 95 % interval. Below 1 is better.

Two things are seen everywhere. On deals that are lost the proof has to look at everything, so an ordering can
only change what is learned on the way; on deals that go out it decides how soon a line is found. The mean of
the nodes therefore moves less than the geometric mean. And what an ordering sees costs time: where a node
takes a tenth of a microsecond, nothing pays that has to look at the cards.
"""
DEFAULTS = """\
## The defaults

The default is the ordering with fewest nodes (by the geometric mean) of those that take at most two per cent
more time than `rule-order`, if the interval of the nodes lies below 0.99; else `rule-order` itself. Time
decides first because it is what people wait for.
"""
TUNING = """\
## Tuning the weights

`weighted` without parameters is `clear`. `bench/tune.py` moves one weight at a time, on training deals
(`rng:2`), as long as the geometric mean of the nodes falls; it draws nothing by chance and can be repeated:

```sh
python bench/tune.py --rules standard --count 300
python bench/tune.py --rules kpat-solver --count 1500
python bench/tune.py --rules free-cell --count 150 --node-limit 100000
python bench/tune.py --rules pairs --count 100 --node-limit 50000
python bench/tune.py --rules ace-only --count 800
```

What it found was judged on `rng:3`, beside a simpler one that all of its results have in common,
`weighted:aces-down=12`: `clear`, and an ace at the bottom of a column is worth half a gap. The tables above
are of `rng:4`, which neither step has seen. Where more weights win on training deals and not there, they
were fitted to these.
"""
SWITCHES = """\
## What prunings are worth

The same for [switches](laboratory.md#compare), each off alone, beside the search with all of them. Deals that
are not decided within the limit are left out of the ratio, and it is these that a pruning helps most.
"""


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path(dir_okay=False))
@click.option("--output", default=DOCS / "heuristics.md", type=click.Path(path_type=Path))
def main(stores: Sequence[str], output: Path) -> None:
    """Write the page from STORES of finished comparisons, and a picture of each that compares orderings."""
    with ExitStack() as stack:
        opened = [stack.enter_context(TrialStore.read(path)) for path in stores]
        trials = [(store.trial, list(play(store.trial, store))) for store in opened]
    output.write_text("\n".join(page(trials, output.parent)), encoding="utf-8")


def page(trials: Sequence[tuple[Trial, Sequence[Round]]], directory: Path) -> Iterator[str]:
    """Yield the blocks of the page, and draw its pictures."""
    found = [(trial, contrasts(trial, rounds)) for trial, rounds in trials]
    orderings = [(trial, rows) for trial, rows in found if len({row.setting.ordering for row in rows}) > 1]
    switches = [(trial, rows) for trial, rows in found if any(row.setting.without for row in rows)]
    yield HEAD
    for trial, rows in orderings:
        yield from corpus(trial, rows)
        picture = f"heuristics-{trial.rules}.png"
        draw(Picture(directory / picture), trial, next(rounds for one, rounds in trials if one == trial))
        yield f"![Nodes of each ordering against those of the first, and their distributions]({picture})\n"
    yield DEFAULTS
    yield table(("rules", "default", "nodes", "time"), (default(trial, rows) for trial, rows in orderings))
    yield "Other rules take that of `free-cell` with a cell, else `rule-order`.\n"
    yield TUNING
    yield SWITCHES
    for trial, rows in switches:
        yield from corpus(trial, rows, level="###")


def corpus(trial: Trial, rows: Sequence[Contrast], level: str = "##") -> Iterator[str]:
    """Yield the heading and the table of one trial."""
    yield f"{level} {str(trial.rules).capitalize()}\n"
    last = trial.first + trial.count - 1
    yield f"`{trial.source}/{trial.first}-{last}` under `{trial.rules}`, node limit {trial.node_limit:,}.\n"
    heads = (
        "setting",
        "decided",
        "nodes: mean",
        "median",
        "p99",
        "nodes to the first",
        "p",
        "time to the first",
    )
    yield table(heads, map(row, rows))


def row(one: Contrast) -> tuple[str, ...]:
    """Return the row of one setting."""
    nodes = (f"{value:,.0f}" for value in (one.nodes_mean, one.nodes_median, one.nodes_p99))
    return (
        f"`{one.setting}`",
        f"{one.decided:,}",
        *nodes,
        ratio(one.ratio, one.ratio_interval),
        f"{one.p:.2g}",
        ratio(one.time_ratio, one.time_interval),
    )


def default(trial: Trial, rows: Sequence[Contrast]) -> tuple[str, ...]:
    """Return what the default of some rules is worth."""
    name = default_ordering(trial.rules)
    one = next(row for row in rows if str(row.setting) == name)
    return (
        f"`{trial.rules}`",
        f"`{name}`",
        ratio(one.ratio, one.ratio_interval),
        ratio(one.time_ratio, one.time_interval),
    )


def ratio(value: float, interval: Interval) -> str:
    """Write a ratio with its interval."""
    return f"**{value:.3f}** ({interval.low:.3f} to {interval.high:.3f})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
