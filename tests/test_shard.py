"""Shards: counts that add up however a run is cut, and equal what single solves say."""

import threading
from collections import Counter
from typing import Any

import pytest

from acesup.deal import Deal
from acesup.errors import AcesUpError, DealFormatError, LimitError, OrderingError, RulesError
from acesup.rules import Rules
from acesup.run import Run, default_shard_deals
from acesup.shard import Hard, Shard, Stopped, Tally, solve_shard
from acesup.solve import solve

DECK = "rng:1@A,K,Q,J,T"  # quick to solve, and all verdicts come up


def shards(run: Run) -> list[Shard]:
    solver = run.solver()
    return [solve_shard(run, *span, solver) for whole in run.spans for span in run.shards_of(whole)]


def total(run: Run) -> Tally:
    return sum((shard.tally for shard in shards(run)), Tally())


@pytest.mark.parametrize("rules", ["standard", "ace-only", "kpat-solver", "free-cell"])
def test_counts_are_those_of_single_solves(rules: str) -> None:
    limits: dict[str, Any] = {"node_limit": 50, "memory_limit": 1, "score": True}
    run = Run.plan(DECK, 5, 100, rules, **limits)
    results = [solve(Deal.from_source(f"rng:1/{n}@A,K,Q,J,T"), rules, **limits) for n in range(5, 105)]
    (shard,) = shards(run)
    tally, verdicts = shard.tally, [result.verdict for result in results]
    assert list(shard.verdicts()) == verdicts
    assert (tally.solvable, tally.unsolvable) == (verdicts.count("solvable"), verdicts.count("unsolvable"))
    assert tally.unknown == Counter(result.reason for result in results if result.verdict == "unknown")
    assert shard.unknown_deals == tuple(n for n, v in enumerate(verdicts, 5) if v == "unknown")
    assert tally.nodes == sum(result.nodes for result in results)
    assert tally.scores == Counter(result.score for result in results if result.score is not None)
    assert tally.histogram == Counter((result.verdict, result.nodes.bit_length()) for result in results)
    hardest = sorted((-result.nodes, n) for n, result in enumerate(results, 5))[:10]
    assert tally.hardest == tuple(Hard(-nodes, n) for nodes, n in hardest)
    assert tally.solvable > 0
    assert tally.unsolvable + tally.unknowns > 0


@pytest.mark.parametrize(
    ("source", "rules", "score"),
    [(DECK, "standard", False), (DECK, "free-cell", True), ("kpat", "kpat-solver", False)],
)
def test_the_cut_makes_no_difference(source: str, rules: str, score: bool) -> None:
    tallies = [
        total(Run.plan(source, 1, 50, rules, node_limit=3000, memory_limit=1, score=score, shard_deals=deals))
        for deals in (1, 7, 50, 1000)
    ]
    assert tallies[1:] == tallies[:-1]
    assert tallies[0].deals == 50


def test_hardest_of_equals_are_the_lowest_numbers() -> None:
    run = Run.plan(DECK, 0, 100, node_limit=1, memory_limit=1, shard_deals=30)
    assert total(run).hardest == tuple(Hard(1, n) for n in range(10))


def test_families_agree() -> None:
    """KPat's numbers are those of `ms`, and below 32000 those of `pysol`; further ones are made by Python."""
    ms, kpat, pysol = (
        total(Run.plan(name, 1, 40, "kpat-solver", memory_limit=1)) for name in ("ms", "kpat", "pysol")
    )
    assert ms == kpat == pysol
    run = Run.plan("pysol", 31_990, 20, "kpat-solver", memory_limit=1)
    verdicts = [solve(Deal.from_source(f"pysol:{n}"), "kpat-solver").verdict for n in range(31_990, 32_010)]
    assert list(shards(run)[0].verdicts()) == verdicts


def test_the_largest_numbers() -> None:
    run = Run.plan("rng:18446744073709551615@A,K,Q", 2**64 - 3, 3, memory_limit=1)
    assert shards(run)[0].end == 2**64
    run = Run.plan("pysol", 10**20, 1, "kpat-solver", memory_limit=1)
    assert shards(run)[0].tally.hardest[0].number == 10**20


def test_verdicts_are_kept_unless_told() -> None:
    kept, dropped = (shards(Run.plan(DECK, 0, 9, memory_limit=1, verdicts=v))[0] for v in (True, False))
    assert kept.packed is not None
    assert len(kept.packed) == 3
    assert dropped.packed is None
    assert kept.tally == dropped.tally


@pytest.mark.parametrize("score", [False, True])
def test_a_shard_can_be_stopped(score: bool) -> None:
    run = Run.plan("rng:1", 0, 100_000, score=score, memory_limit=1)
    solver, stopping, ended = run.solver(), threading.Event(), threading.Event()

    def work() -> None:
        with pytest.raises(Stopped):
            solve_shard(run, 0, 100_000, solver, stopping.is_set)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    stopping.set()
    for _ in range(100):
        solver.stop()
        if ended.wait(0.01):
            break
    thread.join(1)
    assert ended.is_set()


@pytest.mark.parametrize(
    ("arguments", "settings", "error"),
    [
        (("rng:1", 0, 0), {}, LimitError),
        (("rng:1", -1, 1), {}, DealFormatError),
        (("rng:1", 2**64 - 1, 2), {}, DealFormatError),
        (("kpat", 0, 1), {}, DealFormatError),
        (("nowhere", 0, 1), {}, DealFormatError),
        (("rng:1", 0, 1, "ace-olny"), {}, RulesError),
        (("rng:1", 0, 1), {"node_limit": -1}, LimitError),
        (("rng:1", 0, 1), {"shard_deals": 0}, LimitError),
        (("rng:1", 0, 1), {"memory_limit": 0}, LimitError),
        (("rng:1", 0, 1), {"ordering": "randm"}, OrderingError),
    ],
)
def test_wrong_settings(
    arguments: tuple[str, int, int], settings: dict[str, str], error: type[AcesUpError]
) -> None:
    with pytest.raises(error):
        Run.plan(*arguments, **settings)  # type: ignore[arg-type]


def test_settings_survive_json_and_name_what_differs() -> None:
    run = Run.plan("rng:1@a,k,q", 3, 10, "free-cell", ordering="clear", memory_limit=2)
    assert Run.from_json(run.to_json()) == run
    other = Run.plan("rng:1@Q,K,A", 3, 11, "pairs", ordering="clear", memory_limit=2)
    assert run.differences(other) == ["cells: 1, 0", "pairs: no, yes", "deals: 3-12, 3-13"]
    assert run.differences(run) == []


def test_shards_end_where_those_of_the_run_do() -> None:
    run = Run.plan("rng:1", 100, 25, shard_deals=10)
    assert list(run.shards_of((100, 25))) == [(100, 10), (110, 10), (120, 5)]
    assert list(run.shards_of((103, 9))) == [(103, 7), (110, 2)]


def test_shards_are_smaller_where_deals_are_harder() -> None:
    sizes = [default_shard_deals(Rules.preset(name)) for name in ("kpat-solver", "standard", "pairs")]
    assert sizes == sorted(sizes, reverse=True)
