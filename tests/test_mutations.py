"""Guards (csrc/au_guard.h) left out one at a time: each time the audit has to refute a reused loss.

Some guards keep wins true, not losses: without them a search plays what cannot be played. No audit of losses
sees that, so a deal has to be won, or a score found, that is none.

One build, -DAU_MUTANTS, has all guards; which one is left out is told to a process by its environment. So
this file is a program too: it solves the decks of one ground and prints what it noticed.
"""

import json
import os
import re
import subprocess
import sys
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from kernel_decks import MIB, ask, decks, new_core

import acesup
from acesup import _solver
from acesup.cards import RANKS, starting_deck
from acesup.deal import Deal
from acesup.numbering import code
from acesup.rules import Rules
from acesup.solve import VERDICTS
from acesup.source import Source

ROOT = Path(__file__).parent.parent
STANDARD = Rules()
ACE_ONLY = Rules(fill="aces")
STACKED = Rules(lone_moves=False)
STACKED_ACES = Rules(lone_moves=False, fill="aces")
COMPULSORY = Rules(discard="compulsory")
COMPULSORY_ACES = Rules(discard="compulsory", fill="aces")
COMPULSORY_STACKED = Rules(discard="compulsory", lone_moves=False)
COMPULSORY_STACKED_ACES = Rules(discard="compulsory", lone_moves=False, fill="aces")
FREE_CELL = Rules(cells=1)
PAIRS = Rules(pairs=True)
MUST_FILL_CELL = Rules(cells=1, must_fill=True)
MUST_FILL = Rules(discard="compulsory", must_fill=True)


class Ground(NamedTuple):
    """Decks on which a missing guard shows: `near` one of them, where random ones seldom show it."""

    guard: str
    rules: Rules
    ranks: int
    score: bool = False
    near: str = ""
    false_wins: bool = False

    def __str__(self) -> str:
        return f"{self.guard}: {self.rules}{', score' if self.score else ''}"

    @property
    def in_range(self) -> bool:
        """By number, as `solve_range` does: a deal by itself that compulsory discards win is won again, for
        its line, without what collapse leaves out."""
        return self.rules.discard == "compulsory" and not self.near

    def deals(self, count: int) -> Iterable[Deal]:
        if self.near:
            return near(self.near, count // 10)
        if self.in_range:
            return Source.span(f"rng:9@{','.join(RANKS[-self.ranks :])}", 0, count)
        return decks(self.rules, self.ranks, count, "mutants")

    def answer(self, core: _solver.Core, n: int, deal: Deal) -> int:
        """Return the score if this is about scores, else whether the deal is won."""
        if not self.in_range:
            found = ask(core, deal, score=self.score)
            return found.score or 0 if self.score else found.verdict == "solvable"
        verdicts = bytearray(1)
        start = bytes(map(code, starting_deck(RANKS[-self.ranks :])))
        core.decide_range("rng", 9, n, start, verdicts, array("Q", [0]))
        return VERDICTS[verdicts[0]] == "solvable"


class Noticed(NamedTuple):
    """How a missing guard showed: "audit", a refuted reuse; "false win" and "false loss", what the plain
    search does not find. And where: the number of the deck, from 0, and its cards."""

    how: str
    deck: int
    cards: str


GROUNDS = [
    # au_ghosts.h
    Ground("certain-top", STACKED, 5, false_wins=True),
    Ground("lemma-a", STACKED, 5),
    Ground(
        "ghosts-above", STACKED_ACES, 5, score=True, false_wins=True,
        near="7C QC 7D 7S QH 3D AS KS QS QD AD 3C KD 7H AC 3H AH KH 3S KC",
    ),
    Ground("floor-emptied", STACKED, 5, score=True),
    Ground("keep-required", STACKED_ACES, 5, score=True, false_wins=True),
    Ground("gone-requiring", STACKED_ACES, 5, score=True, false_wins=True),
    Ground(
        "reach-above", STANDARD, 6,
        near="AH AS 9D QH KD 9H 4S 9S KS QC AC 4C 8C 4D KH QS QD 9C AD 8D KC 8H 4H 8S",
    ),
    Ground("pedestal", STACKED, 5),
    Ground(
        "ghost-prey", ACE_ONLY, 6, score=True,
        near="AC 8C 5C AH JD 5H 3D QS AS JS 3C 8S JC JH 3H 5D AD 8D QD 5S 8H QH QC 3S",
    ),
    Ground("useful-required", ACE_ONLY, 5, score=True, false_wins=True),
    Ground("old-ghosts", STACKED, 4),
    Ground(
        "free-ghosts", STANDARD, 5,
        near="AC AS 4S 8D AH 8C 4C 8H 8S 4D AD 7D 2H 2C 2S 7C 4H 7S 7H 2D",
    ),
    # au_trie.h
    Ground("ace-symbol", STACKED, 5),
    Ground("key-free", STANDARD, 5),
    Ground("key-free", ACE_ONLY, 5),
    Ground("alike-rank", STACKED, 5, score=True),
    Ground(
        "alike-place", STACKED, 6, score=True,
        near="QD AS 6C 9S 9H QC AD AH QH 6H JH 9D 6D 9C 3D 3S 3C AC JC JD 6S JS QS 3H",
    ),
    Ground("requires", STACKED_ACES, 5, score=True),
    Ground("ghosts-among", STANDARD, 4),
    Ground("ghosts-among", STACKED, 5),
    Ground("kept-below", STACKED_ACES, 5, score=True),
    Ground("need", STANDARD, 5, score=True),
    Ground("need", ACE_ONLY, 5, score=True),
    Ground("more", STANDARD, 5),
    Ground("end", STANDARD, 5, score=True),
    Ground("end", STACKED_ACES, 5),
    # au_options.h and _lazy.pyx
    Ground("keep-free", STANDARD, 5, score=True),
    Ground("keep-free", ACE_ONLY, 5),
    Ground("arrange", STANDARD, 5),
    Ground("nearest-loser", ACE_ONLY, 5),
    Ground("asked-free", ACE_ONLY, 5, score=True),
    Ground("asked-lone", STACKED, 5),
    Ground(
        "count-required", STACKED_ACES, 4, score=True,
        near="4D AS AH 4H 2D 4C AC 7C 7S 2H 4S 2S 7H 7D 2C AD",
    ),
    Ground("dominated-lemma-a", ACE_ONLY, 4),
    Ground(
        "dominated-certain", STANDARD, 5,
        near="5S 7C 5D 9S 9C AD 9H 7S AH 7H 5H 2C 2H 5C AC 7D 2S 2D AS 9D",
    ),
    # au_hopeless.h
    Ground("hope-aces", ACE_ONLY, 5),
    Ground("hope-floor", ACE_ONLY, 4, near="AD 9S AS 2S 2H 2C 9D 2D 9C 7D AC 7H 9H AH 7C 7S"),
    Ground("hope-witness", ACE_ONLY, 5),
    Ground("hope-score", ACE_ONLY, 5, score=True),
    # au_losses.h, au_collapse.h and au_lose.h
    Ground("loss-free", COMPULSORY, 5),
    Ground("loss-rows", COMPULSORY_ACES, 5),
    Ground("floor-gap", COMPULSORY_STACKED_ACES, 4),
    Ground(
        "floor-lone", COMPULSORY, 5,
        near="AH KH AD JC QD TH KC AS TS JH TD JS QS TC QH AC KD QC KS JD",
    ),
    Ground("end-of-aces", COMPULSORY, 5),
    Ground("keep-free", MUST_FILL, 5),
    Ground("arrange", COMPULSORY, 5),
    Ground("collapse-ace", COMPULSORY_STACKED, 5),
    Ground("collapse-lone", COMPULSORY_STACKED, 5),
    Ground("collapse-must-move", COMPULSORY_ACES, 5, false_wins=True),
    # au_pool.h and _prompt.pyx
    Ground(
        "loss-cell", MUST_FILL_CELL, 5,
        near="AD AH QH QC KH AS KS AC QS KD TH TC TD KC TS QD 2C 2D 2S 2H",
    ),
    Ground("hide-any", FREE_CELL, 4),
    Ground("stuck-unpaired", PAIRS, 4),
]  # fmt: skip


def near(deal: str, count: int) -> Iterator[Deal]:
    """Yield a deal, then it with one or two pairs of cards exchanged."""
    random = Random(deal)
    yield Deal.parse(deal)
    for _ in range(count - 1):
        cards = deal.split()
        for _ in range(random.choice((1, 2))):
            a, b = random.sample(range(len(cards)), 2)
            cards[a], cards[b] = cards[b], cards[a]
        yield Deal.parse(" ".join(cards))


def notices(ground: Ground, count: int) -> Iterator[Noticed]:
    """Yield what goes wrong on so many decks of a ground."""
    core = _solver.Core(ground.rules, "rule-order", 16 * MIB, without=("at-once",), audited=True)
    plain = new_core(ground.rules, mib=16, plain=True)
    assert core.auditor is not None
    refuted = 0
    for n, deal in enumerate(ground.deals(count)):
        answer, truth = (ground.answer(each, n, deal) for each in (core, plain))
        if core.auditor.refuted > refuted:
            yield Noticed("audit", n, str(deal))
            refuted = core.auditor.refuted
        if answer != truth:
            yield Noticed("false win" if answer > truth else "false loss", n, str(deal))


def test_grounds_name_the_guards_that_there_are() -> None:
    sources = [
        *ROOT.glob("csrc/*.h"),
        *ROOT.glob("solver/acesup/include/*.h"),
        *ROOT.glob("solver/acesup/*.pyx"),
    ]
    named = re.findall(r'AU_GUARD\(b?"([a-z-]+)"\)', "\n".join(path.read_text() for path in sources))
    assert set(named) == {ground.guard for ground in GROUNDS}


def test_false_wins_are_documented() -> None:
    """docs/algorithm.md says which guards no audit of losses can miss."""
    page = (ROOT / "docs" / "algorithm.md").read_text()
    sentence = re.search(r"Six guards keep wins true, not losses: (.*?)\.", page, re.DOTALL)
    assert sentence
    named = re.findall("`([a-z-]+)`", sentence[1])
    assert sorted(named) == sorted(ground.guard for ground in GROUNDS if ground.false_wins)


@pytest.fixture(scope="module")
def mutants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package with guards that can be left out, away from the normal build."""
    base = tmp_path_factory.mktemp("mutants")
    build = [sys.executable, "setup.py", "-q", "build", f"--build-base={base}", f"--build-lib={base / 'lib'}"]
    flags = f"{os.environ.get('CFLAGS', '')} -DAU_MUTANTS"
    subprocess.run(build, cwd=ROOT, env=os.environ | {"CFLAGS": flags}, check=True, stdout=subprocess.DEVNULL)
    return base / "lib"


DECKS = 10_000


def look_for(mutants: Path, ground: Ground, drop: str, how: str, count: int) -> Noticed | None:
    """Have a process of its own look for the first notice, of a kind or any, with a guard dropped."""
    environment = os.environ | {"PYTHONPATH": str(mutants), "AU_DROP": drop}
    program = [sys.executable, __file__, str(GROUNDS.index(ground)), how, str(count)]
    process = subprocess.run(program, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    file, notice = json.loads(process.stdout)
    assert mutants in Path(file).parents
    return Noticed(*notice) if notice else None


@pytest.mark.full
@pytest.mark.parametrize("ground", GROUNDS, ids=str)
def test_a_missing_guard_is_noticed(mutants: Path, ground: Ground) -> None:
    how = "false win" if ground.false_wins else "audit"
    notice = look_for(mutants, ground, ground.guard, how, DECKS)
    assert notice is not None
    assert look_for(mutants, ground, "no guard", "any", notice.deck + 1) is None


if __name__ == "__main__":
    ground, how, count = GROUNDS[int(sys.argv[1])], sys.argv[2], int(sys.argv[3])
    wanted = (notice for notice in notices(ground, count) if how in (notice.how, "any"))
    print(json.dumps([acesup.__file__, next(wanted, None)]))
