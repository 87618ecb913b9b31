"""Every reuse of a learned loss, solved again: root verdicts alone are too weak a test.

For the score a reused loss says that no position below has fewer cards left than the best seen so far.
tests/test_mutations.py shows that the audit notices if a condition of a proof is left out.
"""

import itertools
from collections.abc import Iterator

import pytest
from kernel_decks import ALL_RULES, MIB, ask, decks, new_core

from acesup import _audit, _solver
from acesup.deal import Deal
from acesup.rules import PRESETS, Rules
from acesup.source import Source

FULL = pytest.mark.full
MANY = 1_000_000
LEARNING = [rules for rules in ALL_RULES if new_core(rules).learns_losses]
DECIDING_AT_ONCE = [
    rules
    for rules in LEARNING
    if rules.cells or rules.pairs or (rules.must_fill and rules.discard == "optional")
]
DECIDING_OTHERWISE = [rules for rules in LEARNING if rules not in DECIDING_AT_ONCE]
LEARNING_FOR_SCORE = [rules for rules in DECIDING_OTHERWISE if rules.discard == "optional"]
PRESET_RULES = [preset.rules for preset in PRESETS.values()]


def new_auditor(rules: Rules) -> tuple[_solver.Core, _audit.Audit]:
    """Return a core, and what counts its reuses."""
    core = _solver.Core(rules, "rule-order", 16 * MIB, audited=True)
    assert core.auditor is not None
    return core, core.auditor


def growing_decks(rules: Rules) -> Iterator[Deal]:
    """Yield decks of 4, 5 and 6 ranks without end."""
    for seed in itertools.count():
        for ranks in (4, 5, 6):
            yield from decks(rules, ranks, 100, f"growing {seed}")


def check_reuses(rules: Rules, reuses: int, *, score: bool = False, node_limit: int | None = None) -> None:
    """Solve decks, each as far as the limit goes, until so many reuses have been solved again."""
    core, auditor = new_auditor(rules)
    for deal in growing_decks(rules):
        ask(core, deal, score=score, node_limit=node_limit)
        assert auditor.refuted == 0, deal
        if auditor.reuses >= reuses:
            break
    assert auditor.skipped <= auditor.reuses / 100


@pytest.mark.parametrize("rules", DECIDING_OTHERWISE, ids=str)
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


@pytest.mark.parametrize("rules", DECIDING_OTHERWISE, ids=str)
@pytest.mark.parametrize("count", [200, pytest.param(400, marks=FULL)])
def test_no_reuse_on_a_longer_deck_is_refuted(rules: Rules, count: int) -> None:
    core, auditor = new_auditor(rules)
    for deal in Source.span("rng:4@A,K,Q,J,T,9,8,7", 0, count):
        ask(core, deal)
        assert auditor.refuted == 0, deal
    assert auditor.reuses > 0


@pytest.mark.parametrize("rules", DECIDING_AT_ONCE, ids=str)
@pytest.mark.parametrize("reuses", [3_000, pytest.param(100_000, marks=FULL)])
def test_no_reuse_is_refuted_where_discards_are_decided_at_once(rules: Rules, reuses: int) -> None:
    """Where every discard is a decision the plain search soon needs minutes for a deck."""
    check_reuses(rules, reuses, node_limit=20_000)


@pytest.mark.parametrize("rules", LEARNING_FOR_SCORE, ids=str)
def test_no_reuse_hides_a_better_score(rules: Rules) -> None:
    check_reuses(rules, 30_000, score=True)


@pytest.mark.full
@pytest.mark.parametrize(
    "rules", [rules for rules in LEARNING if rules in [*PRESET_RULES, *LEARNING_FOR_SCORE]], ids=str
)
def test_a_million_reuses(rules: Rules) -> None:
    """Some take a few seconds, some two minutes."""
    check_reuses(rules, MANY, node_limit=1_000_000 if rules in DECIDING_AT_ONCE else None)


@pytest.mark.full
@pytest.mark.parametrize("rules", LEARNING_FOR_SCORE, ids=str)
def test_a_million_reuses_for_the_score(rules: Rules) -> None:
    check_reuses(rules, MANY, score=True)


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if rules not in LEARNING], ids=str)
def test_the_plain_search_reuses_no_loss(rules: Rules) -> None:
    """What is not audited above has nothing to audit, as `learns_losses` says."""
    core, auditor = new_auditor(rules)
    for deal in decks(rules, 4, 10, "plain"):
        ask(core, deal, score=True)
    assert auditor.reuses == auditor.skipped == 0


@pytest.mark.parametrize("rules", [rules for rules in LEARNING if rules not in LEARNING_FOR_SCORE], ids=str)
def test_the_score_reuses_no_loss_elsewhere(rules: Rules) -> None:
    """They are lost and decided: a reuse more would be one of the search for the score."""
    (core, auditor), (score_core, score_auditor) = new_auditor(rules), new_auditor(rules)
    for deal in decks(rules, 3 if rules.cells else 4 if rules.pairs else 5, 40, "score"):
        ask(core, deal)
        ask(score_core, deal, score=True)
    assert auditor.reuses == score_auditor.reuses
