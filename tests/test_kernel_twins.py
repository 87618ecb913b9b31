"""The kernel against brute force, and against itself with every pruning off."""

from random import Random

import pytest
from kernel_decks import ALL_RULES, Found, ask, decks, mid_game, new_core

from acesup import _solver
from acesup.deal import Deal
from acesup.position import Position
from acesup.reference import brute_force
from acesup.rules import Rules

FULL = pytest.mark.full


def searches(core: _solver.Core, start: Deal | Position) -> list[Found]:
    """Ask for the verdict, and for the score."""
    return [ask(core, start), ask(core, start, score=True)]


def check_against_reference(rules: Rules, start: Deal | Position) -> None:
    """Compare the kernel as it is, and with every pruning off: larger decks are held to that."""
    position = start if isinstance(start, Position) else Position.start(start.cards, rules)
    truth = brute_force(position)
    for plain in (False, True):
        verdict, score = searches(new_core(rules, plain=plain), start)
        assert verdict.verdict == score.verdict == truth.verdict, position.to_json()
        assert score.score == truth.score, position.to_json()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize(
    ("ranks", "count"),
    [
        (2, 12),
        (3, 20),
        (4, 4),
        pytest.param(2, 200, marks=FULL),
        pytest.param(3, 300, marks=FULL),
        pytest.param(4, 150, marks=FULL),
    ],
)
def test_kernel_and_reference(rules: Rules, ranks: int, count: int) -> None:
    for deal in decks(rules, ranks, count):
        check_against_reference(rules, deal)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize(("ranks", "count"), [(3, 12), (4, 4), pytest.param(4, 40, marks=FULL)])
def test_kernel_and_reference_from_mid_game(rules: Rules, ranks: int, count: int) -> None:
    random = Random(str(rules))
    for deal in decks(rules, ranks, count, "mid-game"):
        check_against_reference(rules, mid_game(random, deal, rules))


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize(
    ("ranks", "count"), [(4, 20), (5, 6), pytest.param(5, 150, marks=FULL), pytest.param(6, 150, marks=FULL)]
)
def test_kernel_and_plain_search(rules: Rules, ranks: int, count: int) -> None:
    """The longest searches, of cells with pairs, take seconds a deck, with tables that forget little."""
    core, plain = (new_core(rules, mib=256, plain=plain) for plain in (False, True))
    for deal in decks(rules, ranks, count, "plain"):
        truth = ask(plain, deal, score=True)
        verdict, score = searches(core, deal)
        assert verdict.verdict == score.verdict == truth.verdict, deal
        assert score.score == truth.score, deal
