"""The odds of blind play in words and in tables: beside the solvable fraction, and tip by tip."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from rich.text import Text

from acesup.cli.summary import bounds_of, commands_of, deals_of, fraction_of, interval_of, listed
from acesup.compare import compare
from acesup.fraction import Estimate, estimate_of
from acesup.odds import EitherStore, Odds
from acesup.policies import POLICIES, TIPS
from acesup.rules import Rules
from acesup.statistics import Method
from acesup.store import BlindStore, ShardStore, Store

TABLE_RULES = ("standard", "ace-only", "free-cell")
"""The rule sets of the table, each a column."""
TABLE_POLICIES = tuple(policy for policy in POLICIES if policy != "tips")
"""The policies of the table, each a row."""
_BAR = 40  # characters
Rows: TypeAlias = list[Sequence[str]]
"""A table: its head, and its rows; a line break parts a number from its interval."""


def odds_summary(odds: Odds, bars: bool = False) -> Text:
    """Return what a policy won, and how; bars: with the games by score."""
    estimate, run = odds.estimate, odds.estimate.run
    rows = {
        "policy": run.player,
        "rules": str(run.rules),
        "games won": f"{rate_of(estimate)}, {interval_of(estimate)} ({estimate.method.name})",
        "won": f"{odds.won:,} of {odds.games:,}",
        "mean score": _mean_score(odds),
        "deals": deals_of(estimate),
        "seed": str(run.seed),
        "time": f"{estimate.tally.seconds:,.1f} s of play, threads added up",
        "command": " && ".join(commands_of(run, odds.games)),
        "version": f"acesup {run.version}",
    }
    return Text("\n").join([listed(rows), *(_bars(odds) if bars else ())])


def rate_of(estimate: Estimate[Any]) -> str:
    """Write the fraction, and as one in how many."""
    share = estimate.bounds[0] if estimate.bounds else 0.0
    return fraction_of(estimate) + (f" (1 in {1 / share:,.0f})" if 0 < share < 0.2 else "")


def _mean_score(odds: Odds) -> str:
    if odds.mean_score is None or odds.mean_interval is None:
        return "not known"
    low, high = odds.mean_interval
    return f"{odds.mean_score:.3f} ({low:.3f} to {high:.3f})"


def _bars(odds: Odds) -> Iterator[Text]:
    """Yield the games by score, a line each."""
    scores = odds.estimate.tally.scores
    yield Text("score  games", "cyan")
    for score in range(min(scores, default=0), max(scores, default=-1) + 1):
        length = round(_BAR * scores[score] / max(scores.values()))
        yield Text(f"{score:>5}  {'█' * length or ('▏' if scores[score] else '')} {scores[score]:,}")


# Tables


@dataclass(frozen=True)
class Runs:
    """Stores to make tables of: of blind play, and of the solvable fraction. They stay open meanwhile."""

    blind: Sequence[BlindStore]
    solved: Sequence[Store]

    @classmethod
    def of(cls, stores: Iterable[EitherStore]) -> "Runs":
        """Tell the stores apart."""
        blind: list[BlindStore] = []
        solved: list[Store] = []
        for store in stores:
            if isinstance(store, BlindStore):
                blind.append(store)
            else:
                solved.append(store)
        return cls(blind, solved)

    def odds_table(self, method: Method) -> Rows:
        """Return the rates of blind play beside the solvable fraction, by policy and rule set.

        Of several runs of a policy under the same rules the last counts; a place without a run stays empty.
        """
        rates = {(store.run.policy, store.run.rules.preset_name): store for store in self.blind}
        solvable = {store.run.rules.preset_name: store for store in self.solved}
        own = dict.fromkeys(policy for policy, _ in rates if policy not in POLICIES)
        rows: Rows = [("who plays", *TABLE_RULES)]
        for policy in (*TABLE_POLICIES, *own):
            rows.append((policy, *(_cell(rates.get((policy, rules)), method) for rules in TABLE_RULES)))
        last = (_cell(solvable.get(rules), method) for rules in TABLE_RULES)
        return [*rows, ("who knows the stock (solvable)", *last)]

    def tips_table(self, confidence: float) -> Rows:
        """Return what each tip is worth under `standard`, beside the others and alone."""
        heeding = {
            store.run.tips: store
            for store in self.blind
            if store.run.policy == "tips" and store.run.rules == Rules()
        }
        every = tuple(TIPS)
        rows: Rows = [("tip", "without it", "worth beside the others", "alone", "worth alone")]
        for tip, meaning in TIPS.items():
            others = tuple(other for other in TIPS if other != tip)
            beside = _worth(heeding.get(every), heeding.get(others), confidence)
            alone = _worth(heeding.get((tip,)), heeding.get(()), confidence)
            row = (_rate(heeding.get(others)), beside, _rate(heeding.get((tip,))), alone)
            rows.append((meaning, *row))
        return [*rows, ("all tips, and none", _rate(heeding.get(every)), "", _rate(heeding.get(())), "")]


def _cell(store: EitherStore | None, method: Method) -> str:
    """Write the rate and its interval."""
    if store is None:
        return ""
    estimate: Estimate[Any] = estimate_of(cast("ShardStore[Any]", store), method)
    return f"{rate_of(estimate)}\n{bounds_of(estimate)}"


def _rate(store: BlindStore | None) -> str:
    return fraction_of(estimate_of(store)) if store else ""


def _worth(first: BlindStore | None, second: BlindStore | None, confidence: float) -> str:
    """Write by how much the first is better on the same deals."""
    if first is None or second is None:
        return ""
    paired = compare(first, second)
    low, high = (f"{100 * share:+.3f}" for share in paired.difference_interval(confidence))
    return f"{100 * paired.difference:+.3f} %\n{low} to {high}"
