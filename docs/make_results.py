"""Make docs/results.md from the stores of runs: python docs/make_results.py standard.sqlite ace-only.sqlite …

Nothing in that page is written by hand: its numbers come from the stores, its words from here.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import click

from acesup.cli.summary import commands_of, counted_spans, fraction_of, interval_of
from acesup.compare import compare
from acesup.errors import StoreError
from acesup.fraction import Estimate, accumulate
from acesup.rules import OPTIONS, PRESETS, Rules
from acesup.source import Source
from acesup.statistics import Method, Paired
from acesup.store import Store

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
  all cards can know. Who plays blind wins far less often: under the rules as written about 2.8 % (1 in
  36) if every choice looks ahead to the next row, 0.56 % if columns are filled at random, 0.36 % (1 in
  275) if aces alone are moved. The familiar "1 in 35" and "1 in 270" are such odds of blind play, and no
  solvable fractions.
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


@click.command()
@click.argument("stores", nargs=-1, required=True, type=click.Path(dir_okay=False))
@click.option("--output", default=Path(__file__).with_name("results.md"), type=click.Path(path_type=Path))
def main(stores: Sequence[str], output: Path) -> None:
    """Write the page of results from STORES, at most one for each rule set."""
    with ExitStack() as stack:
        opened = [stack.enter_context(Store.read(path)) for path in stores]
        opened.sort(key=lambda store: order_of(store.run.rules))
        output.write_text("\n".join(page(opened)), encoding="utf-8")


def order_of(rules: Rules) -> int:
    """Return where rules stand in the page: presets first, in their order."""
    names = list(PRESETS)
    return names.index(rules.preset_name) if rules.preset_name else len(names)


def page(stores: Sequence[Store]) -> Iterator[str]:
    """Yield the blocks of the page."""
    found = [estimate_of(store) for store in stores]
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


def estimate_of(store: Store) -> Estimate:
    """Return the estimate of a store. Raises StoreError if it is empty."""
    last = deque(accumulate(store.run, store.shards(), Method()), maxlen=1)
    if not last:
        raise StoreError(f"{store.path}: no deal of it is finished, expected results")
    return last[0]


def row(estimate: Estimate) -> tuple[str, ...]:
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


def origin(estimate: Estimate) -> tuple[str, ...]:
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
