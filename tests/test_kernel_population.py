"""Random deals in bulk: the solvable fractions and the mean score that are known from elsewhere."""

from math import sqrt

import pytest
from kernel_decks import ask, new_core

from acesup.rules import Rules
from acesup.solve import solve_range
from acesup.source import Source

SIGMAS = 4
SOURCE = "rng:1"


@pytest.mark.parametrize(
    ("preset", "solvable", "deals"),
    [
        ("stacked-only", 0.23688, 10_000),  # matssson/aces-up, 10^9 deals
        ("kpat-solver", 0.4826, 10_000),
        ("stacked-must-fill", 0.1194, 10_000),
        (Rules(discard="compulsory", fill="aces"), 0.0582, 10_000),
        (Rules(discard="compulsory", fill="aces", lone_moves=False), 0.0145, 10_000),
        ("ace-only", 0.09465, 10_000),
        ("standard", 0.5071, 1_000),
        pytest.param("standard", 0.5071, 10_000, marks=pytest.mark.full),
        pytest.param(Rules(lone_moves=False), 0.283, 3_000, marks=pytest.mark.full),
    ],
    ids=str,
)
def test_solvable_fraction(preset: str | Rules, solvable: float, deals: int) -> None:
    """The other figures are of 200,000 deals (20,000 of ace-only and standard, 1,000 of the last), measured
    by other programs; their own deviation is allowed for."""
    codes = solve_range(SOURCE, 0, deals, preset).verdicts
    assert codes.count(2) == 0
    known = {"standard": 20_000, "ace-only": 20_000, Rules(lone_moves=False): 1_000}.get(preset, 200_000)
    sigma = sqrt(solvable * (1 - solvable) * (1 / deals + 1 / known))
    assert abs(codes.count(1) / deals - solvable) < SIGMAS * sigma


def test_mean_of_cards_left() -> None:
    """Under `stacked-only` the study of 10^9 deals has 5.545 cards left above the aces, deviation 6.227."""
    core, deals, left = new_core(Rules.preset("stacked-only"), mib=4), 10_000, 0
    for deal in Source.span(SOURCE, 0, deals):
        score = ask(core, deal, score=True).score
        assert score is not None
        left += 48 - score
    assert abs(left / deals - 5.545) < SIGMAS * 6.227 / sqrt(deals)
