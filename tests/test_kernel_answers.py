"""The kernel against answers known from elsewhere."""

import csv
from itertools import permutations

import pytest
from kernel_decks import ALL_RULES, DATA, ask, known_answers, new_core

from acesup.cards import starting_deck
from acesup.deal import Deal
from acesup.referee import verify
from acesup.rules import Rules
from acesup.solve import VERDICTS, Solver, solve_range


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_oracle(rules: Rules) -> None:
    """Every row: the verdict, the line by the referee, the best score and a line that reaches it."""
    rows = [row for row in known_answers() if row.rules == rules]
    assert len(rows) >= 24
    solver = Solver(rules, memory_limit=64)
    for row in rows:
        result = solver.solve(row.deal)
        assert (result.verdict, result.reason) == (row.verdict, None), row
        if result.line is not None:
            assert verify(row.deal, rules, result.line).won, row
        if row.score is None:
            continue
        best = solver.solve(row.deal, score=True)
        assert (best.verdict, best.score, best.reason) == (row.verdict, row.score, None), row
        assert best.line is not None
        assert verify(row.deal, rules, best.line).score == row.score, row


@pytest.mark.full
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_oracle_and_plain_search(rules: Rules) -> None:
    """Every pruning off: what other tests hold the kernel to."""
    core = new_core(rules, mib=64, plain=True)
    for row in known_answers():
        if row.rules == rules and row.score is not None:
            found = ask(core, row.deal, score=True)
            assert (found.verdict, found.score) == (row.verdict, row.score), row


def test_deals_that_go_out_only_by_withholding() -> None:
    with (DATA / "withhold.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            rules = Rules.from_json({"fill": row["fill"], "cells": int(row["cells"])})
            deal = Deal.parse(row["deal"])
            result = Solver(rules).solve(deal)
            assert result.verdict == row["optional"] == "solvable"
            assert result.line is not None
            assert verify(deal, rules, result.line).withheld
            compulsory = Solver(rules.replace(discard="compulsory")).solve(deal)
            assert compulsory.verdict == row["compulsory"] == "unsolvable"


def test_verdicts_of_kpats_own_solver() -> None:
    """All that KPat decided is right, and what it left open is decided too."""
    with (DATA / "kpat_solver.csv").open(newline="") as file:
        theirs = [row["verdict"] for row in csv.DictReader(file)]
    assert len(theirs) == 500
    codes = solve_range("kpat", 1, len(theirs), "kpat-solver").verdicts
    pairs = {(kpat, VERDICTS[code]) for kpat, code in zip(theirs, codes, strict=True)}
    assert pairs == {
        ("won", "solvable"),
        ("lost", "unsolvable"),
        ("unknown", "solvable"),
        ("unknown", "unsolvable"),
    }


@pytest.mark.parametrize("plain", [False, pytest.param(True, marks=pytest.mark.full)], ids=["", "plain"])
@pytest.mark.parametrize(
    ("rules", "solvable"),
    [
        (Rules(), 31_104),
        (Rules(fill="aces"), 31_104),
        (Rules(lone_moves=False), 21_888),
        (Rules(cells=1), 39_744),
    ],
    ids=str,
)
def test_census_of_two_ranks(rules: Rules, solvable: int, plain: bool) -> None:
    core = new_core(rules, plain=plain)
    deals = map(Deal, permutations(starting_deck("AK")))
    assert sum(ask(core, deal).verdict == "solvable" for deal in deals) == solvable
