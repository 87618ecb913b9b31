"""The Python interface: what goes in, what comes out, and what is refused."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from unittest.mock import ANY

import pytest
from kernel_decks import ALL_RULES, decks, mid_game

import acesup
from acesup import Deal, LimitError, OrderingError, Position, Result, RulesError, Solver, Source
from acesup.errors import AcesUpError, DealFormatError
from acesup.numbering import Numbering
from acesup.reference import brute_force
from acesup.rules import PRESETS, Rules
from acesup.solve import default_ordering

DEAL, LOST = Deal.from_source("kpat:2"), Deal.from_source("kpat:3")
SMALL = Deal.from_source("rng:1/0@A,K,Q")
MID_GAME = {
    "columns": [["KC", "AC"], ["AD"], [], ["QC", "AH"]],
    "stock": ["QD", "KD", "AS", "QH"],
    "ranks": "QKA",
}


# One deal


def test_solvable() -> None:
    result = acesup.solve(DEAL)
    assert (result.verdict, result.reason, result.score, result.score_at_least) == (
        "solvable",
        None,
        48,
        None,
    )
    assert (result.deal, result.rules) == (DEAL, Rules())
    assert result.line is not None
    assert acesup.verify(DEAL, "standard", result.line).won
    assert result.nodes > 0
    assert result.seconds > 0


def test_unsolvable() -> None:
    """The score is not known unless it is asked for."""
    result = acesup.solve(LOST, "kpat-solver")
    assert (result.verdict, result.reason) == ("unsolvable", None)
    assert (result.line, result.score, result.score_at_least) == (None, None, None)


def test_best_score_is_solve_with_score() -> None:
    result, other = acesup.best_score(LOST, "stacked-only"), acesup.solve(LOST, "stacked-only", score=True)
    assert (result.verdict, result.score, result.line) == (other.verdict, other.score, other.line)
    assert result.score == result.score_at_least
    assert result.line is not None
    assert acesup.verify(LOST, "stacked-only", result.line).score == result.score


def test_rules_in_every_form() -> None:
    for rules in ("kpat-solver", Rules(discard="compulsory"), {"discard": "compulsory"}):
        assert acesup.solve(DEAL, rules).rules == Rules(discard="compulsory")
    with pytest.raises(RulesError, match="did you mean 'standard'"):
        acesup.solve(DEAL, "standart")


def test_unknown_ordering() -> None:
    with pytest.raises(
        OrderingError, match=r"'uncovr' is no ordering, expected .* \(did you mean uncover\?\)"
    ):
        acesup.solve(DEAL, ordering="uncovr")
    with pytest.raises(OrderingError):
        acesup.solve_range("rng:1", 0, 1, ordering="")
    assert issubclass(OrderingError, AcesUpError)
    assert issubclass(OrderingError, ValueError)


def test_the_orderings_say_their_ideas() -> None:
    assert len(acesup.ORDERINGS) >= 3
    assert "rule-order" in acesup.ORDERINGS
    assert all(acesup.ORDERINGS.values())


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_all_rules_have_an_ordering_that_is_used_by_default(rules: Rules) -> None:
    ordering = default_ordering(rules)
    assert acesup.Ordering.of(ordering).name == ordering
    assert acesup.solve(SMALL, rules) == replace(acesup.solve(SMALL, rules, ordering=ordering), seconds=ANY)


def test_nodes_can_be_asked_of_a_solver() -> None:
    solver = Solver()
    assert solver.nodes == 0
    result = solver.solve(DEAL)
    assert solver.nodes == result.nodes


# Positions in mid-game


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_mid_game(rules: Rules) -> None:
    """Verdict, line and score from there; the score counts what was discarded before."""
    random, solver = Random(str(rules)), Solver(rules, memory_limit=1)
    for deal in decks(rules, 3, 8, "api"):
        position = mid_game(random, deal, rules)
        before, truth = position.to_json(), brute_force(position)
        result = solver.solve(position, score=True)
        assert position.to_json() == before
        assert (result.verdict, result.score) == (truth.verdict, truth.score)
        assert result.line is not None
        report = acesup.verify(position, None, result.line)
        assert (report.won, report.score) == (truth.verdict == "solvable", truth.score)


def test_a_position_brings_its_rules() -> None:
    position = Position.from_json(MID_GAME | {"rules": "ace-only"})
    assert acesup.solve(position).rules == Rules(fill="aces")
    assert acesup.best_score(position).rules == Rules(fill="aces")
    other = acesup.solve(position, "standard")
    assert other.rules == Rules()
    assert position.rules == Rules(fill="aces")


def test_rules_without_a_cell_for_a_card_in_the_cell() -> None:
    position = Position.from_json(MID_GAME | {"rules": "free-cell", "cell": "KS"})
    assert acesup.solve(position).verdict != "unknown"
    with pytest.raises(DealFormatError, match="cell"):
        acesup.solve(position, "standard")


def test_a_won_position_needs_no_move() -> None:
    position = Position.from_json({"columns": [["AC"], ["AD", "AH"], [], ["AS"]], "stock": []})
    result = acesup.solve(position)
    assert (result.verdict, result.line, result.score) == ("solvable", acesup.Line(), 48)


def test_a_lost_end() -> None:
    position = Position.from_json({"columns": [["AC", "AD"], ["AH"], ["AS"], ["KH", "QC"]], "stock": []})
    assert acesup.best_score(position).score == 46


def test_numbers_of_a_position() -> None:
    """Heights become rows, the cell takes a number that is left, and the stock follows."""
    numbering = Numbering.of(Position.from_json(MID_GAME | {"rules": "free-cell", "cell": "KS"}))
    assert numbering.rows == 2
    assert numbering.columns == (0b10001, 0b10, 0, 0b10001000)
    assert numbering.cell == 2
    assert numbering.cards == (
        "KC", "AD", "KS", "QC", "AC", None, None, "AH", "QD", "KD", "AS", "QH",
    )  # fmt: skip
    assert numbering.names(numbering.columns[3]) == ["QC", "AH"]


# Many deals


def test_many_come_in_order_and_as_needed() -> None:
    taken = []

    def deals() -> Iterator[Deal]:
        for deal in Source.span("rng:1@A,K,Q", 0, 1000):
            taken.append(deal)
            yield deal

    for threads in (1, 2):
        taken.clear()
        results = acesup.solve_many(deals(), threads=threads)
        assert [next(results).deal for _ in range(3)] == taken[:3]
        assert len(taken) < 100


def test_many_refuse_before_the_first_search() -> None:
    with pytest.raises(LimitError, match="threads: 0, expected at least 1"):
        next(acesup.solve_many([SMALL], threads=0))
    with pytest.raises(RulesError):
        next(acesup.solve_many([SMALL], "no-such-rules"))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_deals_is_raised(threads: int) -> None:
    def deals() -> Iterator[Deal]:
        yield SMALL
        raise OSError("the file is gone")

    results = acesup.solve_many(deals(), threads=threads)
    with pytest.raises(OSError, match="the file is gone"):
        list(results)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_ask_for_scores_and_keep_limits(threads: int) -> None:
    deals = list(Source.span("rng:1@A,K,Q,J", 0, 10))
    for result in acesup.solve_many(deals, "ace-only", threads=threads, score=True):
        assert result.score == acesup.best_score(result.deal, "ace-only").score
    for result in acesup.solve_many(deals, "ace-only", threads=threads, node_limit=1):
        assert result.reason in (None, "node-limit")
        assert result.nodes <= 1


# Ranges


@pytest.mark.parametrize("name", ["rng:1", "rng:1@A,K,Q,J", "kpat", "ms", "pysol"])
def test_a_range_of_every_source(name: str) -> None:
    first = 31_990 if name == "pysol" else 7
    found = acesup.solve_range(name, first, 20, "kpat-solver")
    assert [*zip(found.verdicts, found.nodes, strict=True)] == [
        (acesup.VERDICTS.index(result.verdict), result.nodes)
        for result in acesup.solve_many(Source.span(name, first, 20), "kpat-solver")
    ]


@pytest.mark.parametrize(
    ("name", "first", "count"),
    [
        ("kpat", 0, 1),
        ("kpat", 2**31 - 1, 2),
        ("rng:1", 2**64 - 1, 2),
        ("rng:1", -1, 2),
        ("rng:1", 0, 0),
        ("rgn:1", 0, 1),
    ],
)
def test_ranges_that_are_none(name: str, first: int, count: int) -> None:
    with pytest.raises(DealFormatError):
        acesup.solve_range(name, first, count)


def test_the_last_numbers_of_a_range() -> None:
    assert len(acesup.solve_range("rng:1@A,K", 2**64 - 3, 3).verdicts) == 3
    assert len(acesup.solve_range("kpat", 2**31 - 3, 3, "stacked-must-fill").verdicts) == 3


# JSON


def result_of(**options: object) -> dict[str, object]:
    """Solve, and take the answer through JSON."""
    result = acesup.solve(DEAL, **options)  # type: ignore[arg-type]
    assert isinstance(result, Result)
    return dict(json.loads(json.dumps(result.to_json())))


def test_json_of_a_result() -> None:
    data = result_of(rules="standard")
    assert list(data) == [
        "schema", "version", "deal", "source", "scheme", "rules", "preset", "ordering", "verdict", "reason",
        "line", "score", "nodes", "seconds",
    ]  # fmt: skip
    assert data["schema"] == 1
    assert data["deal"] == str(DEAL)
    assert (data["source"], data["scheme"], data["preset"]) == ("kpat:2", "ms", "standard")
    assert data["rules"] == Rules().to_json()
    assert (data["verdict"], data["reason"], data["score"]) == ("solvable", None, 48)
    assert acesup.verify(DEAL, None, str(data["line"])).won


def test_json_with_a_score() -> None:
    data = result_of(rules="stacked-only", score=True)
    assert data["score_at_least"] == data["score"]
    short = result_of(rules="stacked-only", score=True, node_limit=5)
    assert (short["verdict"], short["reason"], short["score"]) == ("unknown", "node-limit", None)
    assert isinstance(short["score_at_least"], int)


def test_json_of_typed_cards_and_of_a_position() -> None:
    typed = acesup.solve(Deal.parse(str(SMALL))).to_json()
    assert (typed["source"], typed["scheme"]) == (None, None)
    position = acesup.solve(Position.from_json(MID_GAME)).to_json()
    assert (position["deal"], position["source"]) == (None, None)
    assert Position.from_json(position["position"]) == Position.from_json(MID_GAME)


@pytest.mark.parametrize("preset", PRESETS)
def test_json_names_the_preset(preset: str) -> None:
    assert acesup.solve(SMALL, preset).to_json()["preset"] == preset
    assert acesup.solve(SMALL, Rules(fill="aces", cells=1)).to_json()["preset"] is None
