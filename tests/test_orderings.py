"""Orderings and switches: what they may be, and that no verdict depends on them."""

import math
from array import array
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from kernel_decks import ALL_RULES, MIB, ask, decks

import acesup
from acesup import ORDERINGS, SWITCHES, Layout, Ordering, OrderingError, Rules, SwitchError, _solver
from acesup.orderings import PARAMETERS
from acesup.run import Run
from acesup.solve import solve_range

WON = acesup.Deal.from_source("kpat:2")
WEIGHTED = "weighted:gaps=12,table=-4,tallest=-3,high-under-low=-5"
CHOSEN = [*ORDERINGS, WEIGHTED, "random:7"]
UNKNOWN = acesup.VERDICTS.index("unknown")
FEW_NODES = 3 << 10


def few_cards(before: Layout, after: Layout, kind: str) -> int:
    """The ordering "clear" of rules without a cell."""
    swept = after.swept()
    return 24 * swept.gaps - 8 * len(swept.cards)


def nodes(rules: str, ordering: object, count: int = 15, without: Sequence[str] = ()) -> "array[int]":
    return solve_range("rng:4", 0, count, rules, ordering=ordering, without=without, node_limit=20_000).nodes


# Verdicts do not depend on them


def decided(preset: str, count: int, ordering: str | None = None) -> dict[int, int]:
    """Return the verdict of each deal that is decided soon; without cell and pairs that is every one."""
    found = solve_range(
        "rng:6", 0, count, preset, node_limit=3 * 10**6, memory_limit=64, ordering=ordering
    ).verdicts
    return {n: code for n, code in enumerate(found) if code != UNKNOWN}


@pytest.mark.parametrize("preset", ["standard", "ace-only", "kpat-solver", "stacked-only"])
@pytest.mark.parametrize("count", [12, pytest.param(2000, marks=pytest.mark.full)])
def test_every_ordering_gives_the_same_verdicts(preset: str, count: int) -> None:
    truth = decided(preset, count)
    assert len(truth) == count
    for ordering in CHOSEN:
        assert decided(preset, count, ordering) == truth, ordering


@pytest.mark.parametrize("preset", ["free-cell", "pairs"])
@pytest.mark.parametrize("count", [12, pytest.param(300, marks=pytest.mark.full)])
def test_every_ordering_gives_the_same_verdicts_with_help(preset: str, count: int) -> None:
    truth = decided(preset, count)
    for ordering in CHOSEN:
        found = decided(preset, count, ordering)
        assert len(found) >= 0.9 * count
        assert all(truth[n] == found[n] for n in truth.keys() & found.keys()), ordering


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("count", [2, pytest.param(20, marks=pytest.mark.full)])
def test_no_switch_changes_an_answer(rules: Rules, count: int) -> None:
    """Each off alone, and with it the memory of losses or the special search, for verdict and score."""
    deals = list(decks(rules, 4, count, "switches"))
    core = _solver.Core(rules, "rule-order", MIB)
    truths = [ask(core, deal, score=True) for deal in deals]
    for name, other in product(SWITCHES, ("learned-losses", "special-search")):
        core = _solver.Core(rules, "rule-order", MIB, without=[name, other])
        for deal, truth in zip(deals, truths, strict=True):
            if truth.nodes <= FEW_NODES:
                assert ask(core, deal).verdict == truth.verdict, (name, other)
                assert ask(core, deal, score=True).score == truth.score, (name, other)


@pytest.mark.parametrize(
    ("preset", "switches"),
    [
        ("standard", ["special-search"]),
        ("standard", ["learned-losses"]),
        ("standard", ["dominated"]),
        ("standard", ["last-row"]),
        ("standard", ["special-search", "at-once", "safe-stock-empty"]),
        ("standard", ["special-search", "at-once", "safe-lowest"]),
        ("standard", ["special-search", "at-once", "safe-lone"]),
        ("ace-only", ["hopeless"]),
        ("kpat-solver", ["collapse"]),
        ("kpat-solver", ["learned-losses"]),
    ],
)
def test_what_is_left_out_is_paid_for(preset: str, switches: list[str]) -> None:
    """The last of the switches does something where it should: nodes change, verdicts do not."""
    full, less = (
        solve_range("rng:4@A,K,Q,J,T,9", 0, 40, preset, without=without, ordering="rule-order")
        for without in (switches[:-1], switches)
    )
    assert full.verdicts == less.verdicts
    assert sum(less.nodes) > sum(full.nodes)


def test_the_attempt_at_once_can_be_left_out() -> None:
    """With a cell nearly every deal is won by it, so that its path has other lengths."""
    attempt, without = (nodes("free-cell", "rule-order", without=names) for names in ((), ["at-once"]))
    assert attempt != without


def test_without_all_switches_the_search_is_the_plain_one() -> None:
    for rules in ALL_RULES[::9]:
        for deal in decks(rules, 4, 4, "plain"):
            plain = ask(_solver.Core(rules, "rule-order", MIB, plain=True), deal)
            assert ask(_solver.Core(rules, "rule-order", MIB, without=list(SWITCHES)), deal) == plain


# Named orderings


def test_there_are_eight_and_they_say_their_ideas() -> None:
    assert len(ORDERINGS) >= 8
    assert all(ORDERINGS.values())
    assert all(SWITCHES.values())


def test_chance_depends_on_its_seed_alone() -> None:
    first, again, other = (nodes("standard", f"random:{seed}") for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert nodes("standard", "random") == nodes("standard", "random:0")


def test_weights_count_from_the_command_line_and_python() -> None:
    assert nodes("standard", "weighted") == nodes("standard", "clear")
    assert nodes("standard", "weighted:table=-1,gaps=3") == nodes("standard", "clear")
    for name in PARAMETERS["weighted"]:
        assert nodes("kpat-solver", f"weighted:{name}=-100") != nodes("kpat-solver", "weighted"), name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("weighted:table=-8,gaps=24", "weighted"),
        ("weighted:deal=3,gaps=1", "weighted:gaps=1,deal=3"),
        ("random:seed=7", "random:7"),
        ("random:0", "random"),
        ("clear", "clear"),
    ],
)
def test_one_ordering_has_one_name(text: str, name: str) -> None:
    assert Ordering.of(text).name == name
    assert Ordering.of(Ordering.of(text)).name == name
    assert Run.plan("rng:1", 0, 1, ordering=text).ordering == name


# Orderings of one's own


def test_a_python_ordering() -> None:
    for preset in ("standard", "kpat-solver", "ace-only"):
        assert nodes(preset, few_cards, 3) == nodes(preset, "clear", 3)
    result = acesup.solve(WON, ordering=few_cards)
    assert result.ordering == f"{__name__}:few_cards"
    assert result.nodes == acesup.solve(WON, ordering="clear").nodes


@pytest.mark.parametrize("rules", ["standard", "free-cell", "kpat-solver"])
def test_what_a_python_ordering_sees(rules: str) -> None:
    seen: list[tuple[Layout, Layout, str]] = []

    def watch(before: Layout, after: Layout, kind: str) -> int:
        seen.append((before, after, kind))
        return 0

    acesup.solve(WON, rules, ordering=watch, node_limit=300)
    assert {kind for _, _, kind in seen} >= {"deal", "fill"}
    for before, after, kind in seen:
        assert {*after.cards, after.cell} <= {*WON.cards[: 4 * after.rows], None}
        assert after.rows == before.rows + (kind == "deal")
        assert len(after.swept().cards) <= len(after.cards)
    assert any(after.cell for _, after, _ in seen) == (rules == "free-cell")
    assert any(after.gaps for _, after, _ in seen)


def test_an_exception_in_an_ordering_ends_the_solve() -> None:
    def fails(before: Layout, after: Layout, kind: str) -> int:
        raise ZeroDivisionError("by intent")

    solver = acesup.Solver(ordering=fails)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError, match="by intent"):
            solver.solve(WON)
        assert solver.nodes < 100
    with pytest.raises(ZeroDivisionError):
        list(acesup.solve_many([WON] * 4, threads=2, ordering=fails))
    with pytest.raises(ZeroDivisionError):
        solve_range("rng:1", 0, 5, ordering=fails)


@pytest.mark.parametrize("answer", [1.5, None, "7", math.inf, 2**31])
def test_a_score_is_a_whole_number(answer: object) -> None:
    with pytest.raises(OrderingError, match="expected a whole number of 32 bits"):
        acesup.solve(WON, ordering=lambda before, after, kind: answer)


@pytest.mark.parametrize(
    ("ordering", "message"),
    [
        ("clera", r"'clera' is no ordering, expected rule-order, .* \(did you mean clear\?\)"),
        ("weighted:gap=3", r"'gap=3' is no parameter of it, expected gaps=24, .* \(did you mean gaps\?\)"),
        ("weighted:3", "'3' is no parameter"),
        ("weighted:gaps=much", "gaps is 'much', expected a whole number"),
        ("random:10000000", "seed is 10000000, expected at most 1000000"),
        ("clear:3", "'3' is no parameter of it, expected none"),
        ("no_such_module:f", "'no_such_module' cannot be imported"),
        ("math:coss", r"there is no 'coss' in it.*did you mean cos\?"),
        ("math:pi", "is no ordering, expected an address, a capsule or a callable"),
        (":f", "cannot be imported"),
        ("datetime:datetime_CAPI", "a capsule named 'datetime.datetime_CAPI', expected 'acesup.ordering.1'"),
        (0, "expected the address of a C function"),
        (True, "is no ordering"),
    ],
)
def test_what_is_no_ordering(ordering: object, message: str) -> None:
    with pytest.raises(OrderingError, match=message):
        acesup.Solver(ordering=ordering)


def test_what_is_no_switch() -> None:
    with pytest.raises(SwitchError, match=r"'colapse' is no switch, .* \(did you mean collapse\?\)"):
        acesup.solve(WON, without=["colapse"])


def test_switches_are_part_of_results_and_runs() -> None:
    result = acesup.solve(WON, without=["last-row", "dominated", "last-row"])
    assert result.without == ("dominated", "last-row")
    assert result.to_json()["without"] == ["dominated", "last-row"]
    run = Run.plan("rng:1", 0, 5, without=["collapse"])
    assert Run.from_json(run.to_json()) == run
    assert run.differences(Run.plan("rng:1", 0, 5)) == ["without: collapse, nothing"]


def test_the_header_is_where_compilers_are_told() -> None:
    assert (Path(acesup.get_include()) / "acesup_ordering.h").is_file()
