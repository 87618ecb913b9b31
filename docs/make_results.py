"""Make docs/results.md from the stores of runs: python docs/make_results.py standard.sqlite odds.sqlite …

Nothing in that page is written by hand: its numbers come from the stores, its words from here. Stores of
`acesup fraction run` and of `acesup odds` may come in any order.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import click

from acesup.blind import BlindRun
from acesup.cli.odds_summary import Rows, Runs, rate_of
from acesup.cli.summary import bounds_of, commands_of, counted_spans, fraction_of, interval_of
from acesup.compare import compare
from acesup.errors import StoreError
from acesup.fraction import Estimate, estimate_of
from acesup.odds import Odds, read_either
from acesup.rules import OPTIONS, PRESETS, Rules
from acesup.run import Run, SettingsT
from acesup.source import Source
from acesup.statistics import Method, Paired
from acesup.store import ShardStore, Store

HEAD = """\
# Results

Solvable fractions of Aces Up under all named rules. Every deal is decided exactly; one that is not counts
in the interval both as unsolvable and as solvable. [How the fractions are made](fraction.md); what the
rules mean: [rules](rules.md). This page is made by `docs/make_results.py` from the stores of the runs
below.
"""
WHY = """\
## Why published numbers differ

Figures for "the chance of winning Aces Up" differ by a factor of a hundred, and not because anybody
counted wrongly: they answer different questions. Four of them are often mixed up.

- **May the player see the stock?** All fractions above ask whether *any* line wins, which only who sees
  all cards can know. Who plays blind wins [far less often](odds.md). The familiar "1 in 35" and "1 in 270"
  are such odds of blind play, and no solvable fractions.
- **Must a discard be made at once?** A program that always discards what it can does not answer for the
  rules as written. KPat's own solver is one (`kpat-solver`).
- **Which cards may fill an empty column, and must one?** Any top card, only aces (`ace-only`), or only
  cards that lie on others (`stacked-only`): so plays the study of 10⁹ deals in matssson/aces-up, which
  found 23.688 %. With compulsory filling besides (`stacked-must-fill`) it is far less.
- **Are there helps?** With a cell (`free-cell`), or pairs that go out together (`pairs`), nearly every
  deal can.

Rule by rule, on the same deals under two rule sets that differ in one option:
"""
WITHHOLDING = """\
## Deals that go out only by withholding

"There is never a good reason to wait with a discard": every deal that goes out under optional discards
and not under compulsory ones disproves it. Each of its winning lines deals a row over a card that could
be discarded.
"""


BLIND = """\
## Blind play beside the solvable fraction

What [policies](odds.md) win that do not know the stock, and what can be won at all. Below each rate is its
interval.
"""
QUOTED_HEAD = """\
### What "1 in 35" and "1 in 270" mean

The rates that are quoted hold for players who discard at once, fill only from columns of two or more cards,
and always fill. Who looks ahead to the next row wins one game in 35; who may move aces alone, and chooses
among them at random, one in 270. Neither says how many deals can go out. Deviations count the error of both
samples.
"""
QUOTED = (
    ("look-ahead", Rules.preset("stacked-must-fill"), None, 0),
    ("highest", Rules.preset("stacked-must-fill"), 0.00676, 1_000_000),
    ("random", Rules.preset("stacked-must-fill"), 0.00563, 1_000_000),
    ("random", Rules.preset("stacked-must-fill", fill="aces"), 0.00364, 2_000_000),
    ("never-fill", Rules.preset("stacked-only"), 0.000012, 1_000_000),
)
"""Policy and rules, the rate that is quoted, and the games behind it."""
TIPS_HEAD = """\
### What a tip is worth

One policy under the rules as written, which heeds all tips, all but one, one alone, or none
([how](odds.md)). A difference is that on the same deals, with its interval.
"""


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path(dir_okay=False))
@click.option("--output", default=Path(__file__).with_name("results.md"), type=click.Path(path_type=Path))
def main(stores: Sequence[str], output: Path) -> None:
    """Write the page of results from STORES, at most one for each rule set, and for each player."""
    with ExitStack() as stack:
        opened = []
        for path in stores:
            opened.append(read_either(path))
            stack.callback(opened[-1].close)
        runs = Runs.of(opened)
        solved = sorted(runs.solved, key=lambda store: order_of(store.run.rules))
        blind = sorted(runs.blind, key=lambda store: (order_of(store.run.rules), store.run.player))
        output.write_text("\n".join([*page(solved), *blind_page(Runs(blind, solved))]), encoding="utf-8")


def order_of(rules: Rules) -> int:
    """Return where rules stand in the page: presets first, in their order."""
    names = list(PRESETS)
    return names.index(rules.preset_name) if rules.preset_name else len(names)


def page(stores: Sequence[Store]) -> Iterator[str]:
    """Yield the blocks about solvable fractions."""
    found = [finished(store) for store in stores]
    yield HEAD
    yield table(("rules", "solvable", "interval", "deals", "unknown", "positions a deal"), map(row, found))
    yield "Every interval is Wilson's. What was run:\n"
    yield table(("rules", "deals", "search", "version"), map(origin, found))
    commands = [command for estimate in found for command in commands_of(estimate.run, estimate.tally.deals)]
    yield "```sh\n" + "\n".join(commands) + "\n```\n"
    yield WHY
    effects = list(pairs(stores))
    yield table(
        (
            "option",
            "first",
            "second",
            "same deals",
            "solvable at the first only",
            "at the second only",
            "difference",
        ),
        (effect(*entry) for entry in effects),
    )
    withheld = [entry for entry in effects if entry[0] == "discard"]
    if withheld:
        yield WITHHOLDING
        yield table(
            ("rules", "deals", "go out only by withholding", "of those that go out"),
            map(withholding, withheld),
        )


def blind_page(runs: Runs) -> Iterator[str]:
    """Yield the blocks about blind play, none without stores of it."""
    if not runs.blind:
        return
    found = [finished(store) for store in runs.blind]
    yield BLIND
    yield markdown(runs.odds_table(Method()))
    yield QUOTED_HEAD
    head = ("policy", "rules", "games", "won", "interval", "mean score", "quoted", "deviation")
    yield table(head, quoted_rows(found))
    yield TIPS_HEAD
    yield markdown(runs.tips_table(Method().confidence))
    commands = [command for estimate in found for command in commands_of(estimate.run, estimate.tally.deals)]
    yield "What was played:\n\n```sh\n" + "\n".join(commands) + "\n```\n"


def quoted_rows(found: Sequence[Estimate[BlindRun]]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each rate that is quoted and was played again."""
    for policy, rules, rate, of in QUOTED:
        for estimate in found:
            if (estimate.run.policy, estimate.run.rules) == (policy, rules):
                odds = Odds(estimate)
                yield (
                    f"`{policy}`",
                    f"`{rules}`",
                    f"{odds.games:,}",
                    rate_of(estimate),
                    bounds_of(estimate),
                    f"{odds.mean_score:.3f}",
                    "1 in 35" if rate is None else f"{100 * rate:.4g} % of {of:,}",
                    "" if rate is None else f"{deviation(odds, rate, of):+.1f} σ",
                )


def deviation(odds: Odds, rate: float, of: int) -> float:
    """Return by how many standard deviations a rate exceeds the one that is quoted."""
    both = (odds.won + rate * of) / (odds.games + of)
    sigma = math.sqrt(both * (1 - both) * (1 / odds.games + 1 / of))
    return (odds.won / odds.games - rate) / sigma


def markdown(rows: Rows) -> str:
    """Return a table in Markdown, with the line breaks of its cells."""
    head, *body = [[cell.replace("\n", "<br>") for cell in row] for row in rows]
    return table(head, body)


def finished(store: ShardStore[SettingsT]) -> Estimate[SettingsT]:
    """Return the estimate of a store. Raises StoreError if it is empty."""
    estimate = estimate_of(store)
    if not estimate.tally.deals:
        raise StoreError(f"{store.path}: no deal of it is finished, expected results")
    return estimate


def row(estimate: Estimate[Run]) -> tuple[str, ...]:
    """Return what was found."""
    tally = estimate.tally
    return (
        f"`{estimate.run.rules}`",
        f"**{fraction_of(estimate)}**",
        interval_of(estimate).partition("interval ")[2],
        f"{tally.deals:,}",
        f"{tally.unknowns:,}",
        f"{tally.nodes / tally.deals:,.0f}",
    )


def origin(estimate: Estimate[Run]) -> tuple[str, ...]:
    """Return of which deals, and how."""
    run = estimate.run
    deals = ", ".join(
        str(Source.span(run.source, *span)) for span in counted_spans(run, estimate.tally.deals)
    )
    search = f"{run.ordering}, {run.node_limit:,} nodes, {run.memory_limit:g} MiB"
    return f"`{run.rules}`", f"`{deals}`", search, run.version


def pairs(stores: Sequence[Store]) -> Iterator[tuple[str, Store, Store, Paired]]:
    """Yield the stores that differ in one option, and have deals in common, with the comparison."""
    for first, second in combinations(stores, 2):
        ours, theirs = first.run.rules.to_json(), second.run.rules.to_json()
        options = [name for name in OPTIONS if ours[name] != theirs[name]]
        if len(options) == 1:
            try:
                yield options[0], first, second, compare(first, second)
            except StoreError:  # other deals, or no verdicts kept
                continue


def effect(option: str, first: Store, second: Store, paired: Paired) -> tuple[str, ...]:
    """Return what one option changes."""
    low, high = paired.difference_interval()
    shown = [
        OPTIONS[option].shown[OPTIONS[option].values.index(getattr(store.run.rules, option))]
        for store in (first, second)
    ]
    return (
        f"`{option}`",
        f"{shown[0]} (`{first.run.rules}`)",
        f"{shown[1]} (`{second.run.rules}`)",
        f"{paired.deals + paired.undecided:,}",
        f"{paired.only_first:,}",
        f"{paired.only_second:,}",
        f"{-100 * paired.difference:+.2f} % ({-100 * high:+.2f} to {-100 * low:+.2f})",
    )


def withholding(entry: tuple[str, Store, Store, Paired]) -> tuple[str, ...]:
    """Return how many deals go out only if a discard is withheld."""
    _, first, second, paired = entry
    only = paired.only_first if first.run.rules.discard == "optional" else paired.only_second
    optional = first if first.run.rules.discard == "optional" else second
    interval = Method().interval(only, paired.deals - only, paired.undecided)
    return (
        f"`{optional.run.rules}`",
        f"{paired.deals + paired.undecided:,}",
        f"{only:,} ({100 * interval.low:.2f} % to {100 * interval.high:.2f} % of all)",
        f"{100 * only / max(1, only + paired.both):.2f} %",
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


if __name__ == "__main__":
    main()
