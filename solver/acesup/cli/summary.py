"""An estimate in words, with all that it takes to cite and to repeat it."""

import itertools
import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from acesup.blind import SEED, BlindRun
from acesup.fraction import Estimate
from acesup.policies import SAMPLES, TIPS
from acesup.rules import OptionValue, Rules
from acesup.run import NODE_LIMIT, Run, Settings, Span
from acesup.solve import MEMORY_LIMIT_MIB, default_ordering
from acesup.source import Source
from acesup.statistics import Paired


def summary(estimate: Estimate[Run]) -> Text:
    """Return what a run found, and how."""
    return listed(_rows(estimate))


def listed(rows: Mapping[str, str]) -> Text:
    """Return names and what they stand for, a line each."""
    width = max(map(len, rows)) + 2
    lines = (Text.assemble((name.ljust(width), "cyan"), content) for name, content in rows.items())
    return Text("\n").join(lines)


def _rows(estimate: Estimate[Run]) -> Mapping[str, str]:
    run, tally = estimate.run, estimate.tally
    rows = {
        "rules": str(run.rules),
        "solvable fraction": f"{fraction_of(estimate)}, {interval_of(estimate)} ({estimate.method.name})",
        "deals": deals_of(estimate),
        "solvable": f"{tally.solvable:,}",
        "unsolvable": f"{tally.unsolvable:,}",
        "unknown": _unknown(estimate),
        "positions": f"{tally.nodes:,}, {tally.nodes / max(1, tally.deals):,.0f} a deal",
        "hardest": ", ".join(
            f"{Source.span(run.source, number, 1)} ({nodes:,})" for nodes, number in tally.hardest[:3]
        ),
        "best scores": _scores(estimate),
        "search": _search(run),
        "time": f"{tally.seconds:,.1f} s of search, threads added up",
        "command": " && ".join(commands_of(run, tally.deals)),
        "version": f"acesup {run.version}",
    }
    return {name: content for name, content in rows.items() if content}


def _search(run: Run) -> str:
    without = f", without {', '.join(run.without)}" if run.without else ""
    return f"ordering {run.ordering}{without}, node limit {run.node_limit:,}, table {run.memory_limit:g} MiB"


def deals_of(estimate: Estimate[Any]) -> str:
    """Write which deals are counted."""
    run, tally = estimate.run, estimate.tally
    deals = f"{tally.deals:,}" + ("" if estimate.is_complete else f" of {run.count:,} planned")
    ranges = ", ".join(str(Source.span(run.source, *span)) for span in counted_spans(run, tally.deals))
    return f"{deals}: {ranges}" if ranges else deals


def fraction_of(estimate: Estimate[Any]) -> str:
    """Write the fraction; two bounds where deals are undecided."""
    if estimate.bounds is None:
        return "not known"
    low, high = (_percent(share, estimate) for share in estimate.bounds)
    return f"{low} to {high}" if estimate.tally.unknowns else low


def interval_of(estimate: Estimate[Any]) -> str:
    """Write the interval and its confidence."""
    return f"{100 * estimate.method.confidence:.10g} % interval {bounds_of(estimate)}"


def bounds_of(estimate: Estimate[Any]) -> str:
    """Write the ends of the interval."""
    low, high = (_percent(share, estimate) for share in (estimate.interval.low, estimate.interval.high))
    return f"{low} to {high}"


def _percent(share: float, estimate: Estimate[Any]) -> str:
    """Write a share with as many digits as the interval gives sense to, two at least."""
    digits = max(2, 1 - math.floor(math.log10(100 * estimate.interval.width)))
    return f"{100 * share:.{digits}f} %"


def _unknown(estimate: Estimate[Run]) -> str:
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in sorted(estimate.tally.unknown.items()))
    if not reasons:
        return "0"
    return f"{estimate.tally.unknowns:,} ({reasons}): counted as unsolvable and as solvable, for both ends"


def _scores(estimate: Estimate[Run]) -> str:
    scores = estimate.tally.scores
    if not scores:
        return ""
    proved = scores.total()
    mean = sum(score * deals for score, deals in scores.items()) / proved
    return f"{min(scores)} to {max(scores)}, {mean:.3f} on average ({proved:,} deals where it is proved)"


def counted_spans(run: Settings, deals: int) -> Iterator[Span]:
    """Yield the deal numbers that count: the first `deals` of a run."""
    for first, count in run.spans:
        if deals > 0:
            yield first, min(count, deals)
        deals -= count


def commands_of(run: Run | BlindRun, deals: int) -> Iterator[str]:
    """Yield the command that repeats what a run counted, one a range; what is not said has its default."""
    words, rest = _playing(run) if isinstance(run, BlindRun) else _searching(run)
    words += [*_rules_options(run.rules), "--source", run.source]
    for first, count in counted_spans(run, deals):
        yield shlex.join([*words, "--first", str(first), "--count", str(count), *rest])


def _searching(run: Run) -> tuple[list[str], list[str]]:
    """Return the command, and its options of the search."""
    settings = {
        "--ordering": (run.ordering, default_ordering(run.rules)),
        "--node-limit": (run.node_limit, NODE_LIMIT),
        "--memory-limit": (run.memory_limit, MEMORY_LIMIT_MIB),
    }
    rest = [*_changed(settings), *itertools.chain(*(("--without", name) for name in run.without))]
    return ["acesup", "fraction", "run"], [*rest, *(["--score"] if run.score else [])]


def _playing(run: BlindRun) -> tuple[list[str], list[str]]:
    """Return the command with its policy, and the other options of the player."""
    settings = {
        "--tips": (",".join(run.tips) or "none", ",".join(TIPS) if run.policy == "tips" else "none"),
        "--samples": (run.samples, SAMPLES if run.policy == "monte-carlo" else 0),
        "--seed": (run.seed, SEED),
    }
    return ["acesup", "odds", "--policy", run.policy], _changed(settings)


def _changed(settings: Mapping[str, tuple[object, object]]) -> list[str]:
    """Return the options whose value is not the default."""
    changed = ((option, f"{value}") for option, (value, default) in settings.items() if value != default)
    return list(itertools.chain(*changed))


def _rules_options(rules: Rules) -> list[str]:
    """Return the options of the rules: the preset, or what differs from `standard`."""
    if rules.preset_name:
        return ["--rules", rules.preset_name]
    standard = Rules().to_json()
    changed = {
        name.replace("_", "-"): value for name, value in rules.to_json().items() if value != standard[name]
    }
    return [word for name, value in changed.items() for word in _option(name, value)]


def _option(name: str, value: OptionValue) -> list[str]:
    if isinstance(value, bool):
        return [f"--{name}" if value else f"--no-{name}"]
    return [f"--{name}", str(value)]


def _p_value(p: float) -> str:
    return f"= {p:.3g}" if p > 1e-300 else "< 1e-300"


def paired_summary(
    paired: Paired, names: Sequence[str], confidence: float, outcome: str = "solvable"
) -> Text:
    """Return what two runs make of the same deals; names: what to call them; outcome: what is counted."""
    low, high = (f"{100 * share:+.3f} %" for share in paired.difference_interval(confidence))
    interval = f"{100 * confidence:.10g} % interval {low} to {high}"
    return listed(
        {
            "the same deals": f"{paired.deals + paired.undecided:,}",
            f"{outcome} in both": f"{paired.both:,}",
            f"only in {names[0]}": f"{paired.only_first:,}",
            f"only in {names[1]}": f"{paired.only_second:,}",
            "in neither": f"{paired.neither:,}",
            "unknown in one": f"{paired.undecided:,}",
            "difference": f"{100 * paired.difference:+.3f} %, {interval}",
            "McNemar's test": f"p {_p_value(paired.mcnemar())} that both fractions are equal",
        }
    )
