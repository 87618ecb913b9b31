"""`acesup odds`: what a player wins who cannot see the stock."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import click
from rich.table import Table
from rich.text import Text

from acesup.blind import SEED, BlindRun
from acesup.cli import program
from acesup.cli.fraction import interval_options, print_paired, until_width_option
from acesup.cli.live import watch
from acesup.cli.odds_summary import TABLE_POLICIES, TABLE_RULES, Rows, Runs, odds_summary
from acesup.cli.options import ChosenRules, Command, refuse_others, rules_options
from acesup.cli.program import INTERRUPTED, options_of
from acesup.cli.run_options import (
    COUNT,
    COUNT_UNTIL_WIDTH,
    ChosenDeals,
    all_cores,
    deals_options,
    threads_option,
)
from acesup.cli.screen import out, print_each
from acesup.fraction import Estimate, estimate_of
from acesup.odds import EitherStore, Odds, read_either
from acesup.policies import POLICIES, SAMPLES, TIPS
from acesup.pool import ThreadPool
from acesup.rules import Rules, RulesLike
from acesup.run import Run, SettingsT
from acesup.statistics import Method
from acesup.store import BlindStore, MemoryStore, ShardStore, Store

EXAMPLES = """\b
Examples:
  acesup odds --policy random --count 1000000
  acesup odds --policy tips --tips uncover,aces --store tips.sqlite
  acesup odds --policy mine:Cautious --count 1000      the class Cautious of mine.py
  acesup odds all.sqlite some.sqlite                   the same deals: compared in pairs
  acesup odds --table                                  every policy, and the solvable fraction

\b
Policies:
"""
EXAMPLES += "\n".join(f"  {name:<16}{idea}" for name, idea in POLICIES.items())
EXAMPLES += "\n\n\b\nTips:\n"
EXAMPLES += "\n".join(f"  {name:<16}{tip}" for name, tip in TIPS.items())
SOLVED_DEALS = 1000
"""The deals at most that a table decides, if no store has the solvable fraction: these take longer."""
AnyStore = TypeVar("AnyStore", bound=ShardStore[Any])
_FILE = click.Path(dir_okay=False)
work, output = options_of("Work"), options_of("Output")


@dataclass(frozen=True)
class ChosenPlayer:
    """The player that the options ask for."""

    policy: str
    tips: str
    samples: int
    seed: int

    def plan(
        self,
        deals: ChosenDeals,
        rules: RulesLike,
        policy: str | None = None,
        tips: Sequence[str] | None = None,
        count: int = COUNT,
    ) -> BlindRun:
        """Return the run, perhaps with another policy or other tips; count: unless it is given.

        Raises AcesUpError.
        """
        return BlindRun.plan(
            *deals.span(count),
            rules,
            policy or self.policy,
            tips=_split(self.tips) if tips is None else tips,
            samples=self.samples,
            seed=self.seed,
        )


def _split(tips: str) -> Sequence[str]:
    return {"all": tuple(TIPS), "none": ()}.get(tips, tuple(tip.strip() for tip in tips.split(",")))


def player_options(command: Command) -> Command:
    """Give a command the options of a player; it takes them as `player`, a ChosenPlayer."""

    @wraps(command)
    def with_player(*args: Any, policy: str, tips: str, samples: int, seed: int, **rest: Any) -> int | None:
        return command(*args, player=ChosenPlayer(policy, tips, samples, seed), **rest)

    option = options_of("Player")
    for decorate in reversed((
        option("--policy", default="look-ahead", show_default=True, metavar="POLICY",
               help="One of those below, or your own as package.module:object."),
        option("--tips", default="all", show_default=True, metavar="TIP,...",
               help="What the policy tips heeds: all, none, or some of those below."),
        option("--samples", type=int, default=SAMPLES, show_default=True, metavar="N",
               help="Stocks that the policy monte-carlo tries at each choice."),
        option("--seed", type=int, default=SEED, show_default=True, metavar="N",
               help="Of what chance decides in the games; the deals are those of --source."),
    )):  # fmt: skip
        with_player = decorate(with_player)
    return with_player


@click.command(cls=program.Command, epilog=EXAMPLES)
@click.argument("stores", metavar="[STORE]...", nargs=-1, type=_FILE)
@player_options
@deals_options
@rules_options
@interval_options
@until_width_option
@work("--store", type=_FILE, metavar="FILE", help="Keep the games there; if there are some, go on.")
@threads_option("Work")
@output(
    "--table", is_flag=True, help="Every policy and tip under three rule sets, beside the solvable fraction."
)
@output("--histogram", is_flag=True, help="Show the games by score, too.")
@output("--json", "as_json", is_flag=True, help="Print one JSON object a run.")
@click.pass_context
def odds(
    context: click.Context,
    stores: Sequence[str],
    player: ChosenPlayer,
    deals: ChosenDeals,
    rules: ChosenRules,
    interval: str,
    confidence: float,
    until_width: float | None,
    store: str | None,
    threads: int | None,
    table: bool,
    histogram: bool,
    as_json: bool,
) -> int:
    """Play many deals without a look at the stock: how often does a policy win?

    Policies discard what they can at once, then fill empty columns by their own idea, then have a row dealt.
    With STORE arguments nothing is played: what these stores hold is shown.
    """
    method, threads = Method(interval, confidence), threads or all_cores()
    method.interval(1, 1)  # what it needs is missing now, or never
    if stores:
        refuse_others(context, {"stores", "interval", "confidence", "table", "histogram", "as_json"},
                      "Stores know what was played, expected no options of a run beside them.")  # fmt: skip
    if table and (store or as_json):
        raise click.UsageError("--table is made of many runs, expected neither --store nor --json beside it.")
    with ExitStack() as stack:
        if table:
            opened = map(read_either, stores) if stores else _play_all(stack, deals, player, threads, method)
            _print_tables(Runs.of(_kept(stack, opened)), method)
            return 0
        if stores:
            read = [stack.enter_context(BlindStore.read(path)) for path in stores]
            _print([Odds(estimate_of(one, method)) for one in read], histogram, as_json)
            if len(read) == 2:
                names = [one.run.player for one in read]
                print_paired(read[0], read[1], names, confidence, as_json, outcome="won")
            return 0
        sys.path.append(os.getcwd())  # where the user's own policy may be
        run = player.plan(deals, rules.over(), count=COUNT_UNTIL_WIDTH if until_width else COUNT)
        games = stack.enter_context(BlindStore.resume(store, run)) if store else MemoryStore(run)
        estimate, is_interrupted = _do(run, games, threads, method, until_width)
        _print([Odds(estimate)], histogram, as_json)
    return INTERRUPTED if is_interrupted else 0


def _do(
    run: SettingsT,
    store: ShardStore[SettingsT] | MemoryStore,
    threads: int,
    method: Method,
    until_width: float | None = None,
) -> tuple[Estimate[SettingsT], bool]:
    outcome = "won" if isinstance(run, BlindRun) else "solvable"
    with ThreadPool(run, threads) as pool:
        return watch(run, store, pool, method, until_width=until_width, outcome=outcome)


def _kept(stack: ExitStack, stores: Iterable[EitherStore]) -> Iterator[EitherStore]:
    """Pass stores on, to be closed with the stack."""
    for store in stores:
        stack.callback(store.close)
        yield store


def _play_all(
    stack: ExitStack, deals: ChosenDeals, player: ChosenPlayer, threads: int, method: Method
) -> Iterator[EitherStore]:
    """Do the runs of the tables, kept as long as the stack lives."""
    directory = Path(stack.enter_context(TemporaryDirectory()))
    runs = [player.plan(deals, rules, policy) for rules in TABLE_RULES for policy in TABLE_POLICIES]
    every = tuple(TIPS)
    heeded = {every, (), *((tip,) for tip in TIPS), *(tuple(t for t in TIPS if t != tip) for tip in TIPS)}
    runs += [player.plan(deals, Rules(), "tips", tips) for tips in sorted(heeded)]
    source, first, count = deals.span()
    for number, run in enumerate(runs):
        yield _played(BlindStore.resume(directory / f"{number}.sqlite", run), threads, method)
    for rules in TABLE_RULES:
        solved = Run.plan(source, first, min(count, SOLVED_DEALS), rules)
        yield _played(Store.resume(directory / f"{rules}.sqlite", solved), threads, method)


def _played(store: AnyStore, threads: int, method: Method) -> AnyStore:
    """Do the run of a store. Raises KeyboardInterrupt."""
    _, is_interrupted = _do(store.run, store, threads, method)
    if is_interrupted:
        raise KeyboardInterrupt
    return store


def _print(found: Sequence[Odds], histogram: bool, as_json: bool) -> None:
    texts = (Text(json.dumps(one.to_json())) if as_json else odds_summary(one, histogram) for one in found)
    print_each(texts, apart=not as_json)


def _print_tables(runs: Runs, method: Method) -> None:
    screen = out()
    screen.print(_drawn(runs.odds_table(method), f"Games won, {method}"))
    screen.print()
    screen.print(_drawn(runs.tips_table(method.confidence), "What a tip is worth under the rules as written"))


def _drawn(rows: Rows, title: str) -> Table:
    head, *body = rows
    drawn = Table(*head, title=title, title_justify="left", title_style="cyan", box=None, pad_edge=False)
    for row in body:
        drawn.add_row(*row)
    return drawn
