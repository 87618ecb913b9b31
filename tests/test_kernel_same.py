"""What must not change an answer: orderings, table sizes, suits, threads, and the deals solved before."""

from itertools import product

import pytest
from kernel_decks import ALL_RULES, MIB, Found, ask, decks, new_core

from acesup import _solver
from acesup.cards import SUITS
from acesup.deal import Deal
from acesup.rules import PRESETS, Rules
from acesup.solve import RangeResult, solve_many, solve_range
from acesup.source import Source

FULL = pytest.mark.full
ENTRY_BYTES = 16
TABLES = [n * ENTRY_BYTES / MIB for n in (1 << 10, 1 << 11, 1 << 12, 1 << 14, 1 << 18)]
# The others get less: tests/test_orderings.py.
ORDERINGS = ("rule-order", "clear", "aces-down", "random")
# A search that needs no more positions than this ends soon, whatever the smallest table forgets.
FEW_NODES = 3 << 10
LEARNING = [
    rules for rules in ALL_RULES if rules.discard == "compulsory" and not rules.cells and not rules.pairs
]


def test_the_smallest_table_has_1024_entries() -> None:
    assert TABLES[0] * MIB == _solver.TABLE_BYTES_MIN


def check_every_way(rules: Rules, deal: Deal, truth: Found) -> None:
    """Compare every ordering and table size, for verdict and score. Small tables only get searches that end
    soon whatever they forget."""
    for ordering in ORDERINGS:
        for mib in reversed(TABLES):
            core = new_core(rules, ordering, mib)
            verdict, score = ask(core, deal), ask(core, deal, score=True)
            assert verdict.verdict == score.verdict == truth.verdict, (deal, mib, ordering)
            assert score.score == truth.score, (deal, mib, ordering)
            if score.nodes > FEW_NODES:
                break


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize(("ranks", "count"), [(4, 6), (5, 4), pytest.param(5, 30, marks=FULL)])
def test_orderings_and_tables(rules: Rules, ranks: int, count: int) -> None:
    core = new_core(rules, mib=64)
    truths = [(deal, ask(core, deal, score=True)) for deal in decks(rules, ranks, count, "tables")]
    few = [(deal, truth) for deal, truth in truths if truth.nodes <= FEW_NODES]
    assert few
    for deal, truth in few:
        check_every_way(rules, deal, truth)


@pytest.mark.parametrize("rules", LEARNING, ids=str)
def test_orderings_and_tables_on_whole_decks(rules: Rules) -> None:
    """The verdict alone: the best score of some deals takes millions of positions."""
    deals = list(Source.span("rng:3", 0, 8))
    truths = [ask(new_core(rules, mib=64), deal).verdict for deal in deals]
    for mib, ordering in product(TABLES, ORDERINGS):
        core = new_core(rules, ordering, mib)
        assert [ask(core, deal).verdict for deal in deals] == truths, (mib, ordering)


def test_a_small_table_forgets() -> None:
    """Else the tests above would say nothing: some search enters positions again."""
    rules = Rules(lone_moves=False, cells=1)
    roomy, small = (new_core(rules, mib=mib, plain=True) for mib in (64, TABLES[0]))
    deals = [deal for deal in decks(rules, 4, 40, "forget") if 1024 < ask(roomy, deal).nodes <= FEW_NODES]
    assert deals
    assert all(ask(small, deal).nodes > ask(roomy, deal).nodes for deal in deals)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_suits_may_be_relabelled(rules: Rules) -> None:
    suits = str.maketrans(SUITS, "SCDH")
    core = new_core(rules)
    for deal in decks(rules, 4, 4, "suits"):
        twin = Deal(card.translate(suits) for card in deal.cards)
        for score in (False, True):
            found, other = (ask(core, cards, score=score) for cards in (deal, twin))
            assert (found.verdict, found.score) == (other.verdict, other.score), deal


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_earlier_deals_leave_no_trace(rules: Rules) -> None:
    """A core asked many things gives the answers and the nodes of a new one, however small its table."""
    core = new_core(rules, mib=TABLES[0])
    for ranks in (3, 4, 3):
        for deal in decks(rules, ranks, 4, "trace"):
            for score in (False, True):
                fresh = new_core(rules, mib=TABLES[0])
                assert ask(core, deal, score=score) == ask(fresh, deal, score=score), deal


@pytest.mark.parametrize("rules", ["kpat-solver", "stacked-only", "standard"])
def test_a_range_is_deal_by_deal(rules: str) -> None:
    whole = solve_range("rng:1", 0, 60, rules, ordering="rule-order")
    core = new_core(Rules.preset(rules), mib=256)
    for n, deal in enumerate(Source.span("rng:1", 0, 60)):
        assert (_solver.VERDICTS[whole.verdicts[n]], whole.nodes[n]) == (
            (found := ask(core, deal)).verdict,
            found.nodes,
        )


@pytest.mark.parametrize("preset", PRESETS)
def test_threads_change_nothing(preset: str) -> None:
    """Same results in the same order, also where the deals differ much in their time."""
    deals = list(Source.span("rng:2@A,K,Q,J,T", 0, 40))
    one, two = (
        [(r.deal, r.verdict, r.line, r.nodes) for r in solve_many(deals, preset, threads=threads)]
        for threads in (1, 2)
    )
    assert one == two
    assert [row[0] for row in one] == deals


GENERATIONS = 1 << 16


@pytest.mark.parametrize(
    ("rules", "ranks", "memory_limit"),
    [
        (Rules(pairs=True), "A,K", 64),  # the table of positions
        (Rules.preset("kpat-solver"), "A,K,Q", 64),  # the learned losses
        (Rules.preset("stacked-must-fill"), "A,K,Q,J,T,9,8", 64),
        (Rules(), "A,K,Q", 1),
    ],
    ids=str,
)
def test_generations_wrap(rules: Rules, ranks: str, memory_limit: float) -> None:
    """More searches than a generation counter can tell apart, in one core and in short runs of new ones. (One
    deal in six is decided by its last row, without a search.)"""

    def run(first: int, count: int) -> RangeResult:
        return solve_range(f"rng:5@{ranks}", first, count, rules, memory_limit=memory_limit)

    whole = run(0, GENERATIONS * 5 // 4)
    for first in range(0, len(whole.verdicts), 2000):
        part = run(first, min(2000, len(whole.verdicts) - first))
        assert whole.verdicts[first : first + 2000] == part.verdicts
        assert whole.nodes[first : first + 2000] == part.nodes


@pytest.mark.parametrize("plain", [False, True], ids=["losses", "table"])
def test_what_is_remembered_does_not_return_when_generations_wrap(plain: bool) -> None:
    """A deal that leaves much behind comes again when its generation number does; the tiny ones between leave
    most of it in place. (Generation 0 is not used: 2^16 - 2 searches lie between.)"""
    core = new_core(Rules.preset("kpat-solver"), mib=64, plain=plain)
    deal, tiny = Deal.from_source("rng:1/15"), tiny_lost_deal().codes()
    first = ask(core, deal)
    assert first.nodes > 5_000
    for _ in range(GENERATIONS - 2):
        core.decide(tiny, (1, 2, 4, 8), _solver.NO_CARD, 1)
    assert ask(core, deal) == first


def tiny_lost_deal() -> Deal:
    """A deal that takes one search: neither decided by its last row, nor won and then solved for its line."""
    core = new_core(Rules.preset("kpat-solver"))
    lost = (deal for deal in Source.span("rng:5@A,K,Q", 0, 1000) if ask(core, deal).verdict == "unsolvable")
    return next(deal for deal in lost if ask(core, deal).nodes > 1)
