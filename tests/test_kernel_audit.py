"""Every reuse of a learned loss, solved again: root verdicts alone are too weak a test."""

import pytest
from kernel_decks import ALL_RULES, MIB, ask, decks, new_core

from acesup import _audit, _solver
from acesup.rules import Rules
from acesup.source import Source

FULL = pytest.mark.full
LEARNING = [
    rules
    for rules in ALL_RULES
    if not rules.cells and not rules.pairs and (rules.discard == "compulsory" or not rules.must_fill)
]


def new_auditor(rules: Rules) -> tuple[_solver.Core, _audit.Audit]:
    """Return a core, and what counts its reuses."""
    core = _solver.Core(rules, "rule-order", 16 * MIB, audited=True)
    assert core.auditor is not None
    return core, core.auditor


@pytest.mark.parametrize("rules", LEARNING, ids=str)
@pytest.mark.parametrize(
    ("ranks", "count"),
    [(5, 400), (6, 200), pytest.param(6, 2000, marks=FULL), pytest.param(7, 500, marks=FULL)],
)
def test_no_reuse_is_refuted(rules: Rules, ranks: int, count: int) -> None:
    core, auditor = new_auditor(rules)
    plain = new_core(rules, mib=16, plain=True)
    for deal in decks(rules, ranks, count, "audit"):
        assert ask(core, deal).verdict == ask(plain, deal).verdict, deal
        assert auditor.refuted == 0, deal
    assert auditor.reuses > 0
    assert auditor.skipped <= auditor.reuses / 100


@pytest.mark.parametrize("rules", LEARNING, ids=str)
@pytest.mark.parametrize("count", [40, pytest.param(400, marks=FULL)])
def test_no_reuse_on_a_longer_deck_is_refuted(rules: Rules, count: int) -> None:
    core, auditor = new_auditor(rules)
    for deal in Source.span("rng:4@A,K,Q,J,T,9,8,7", 0, count):
        ask(core, deal)
        assert auditor.refuted == 0, deal
    assert auditor.reuses > 0
