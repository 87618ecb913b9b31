"""Decks, known answers and quick ways to ask the kernel, for the tests of the compiled searches."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from acesup import _solver
from acesup.cards import RANKS, SUITS, Card, starting_deck
from acesup.deal import Deal
from acesup.numbering import Numbering
from acesup.position import Position
from acesup.rules import Rules

DATA = Path(__file__).parent / "data"
MIB = 1 << 20
ALL_RULES = list(Rules.all_settings())


@dataclass(frozen=True)
class KnownAnswer:
    """A row of oracle.csv: what an independent program found by brute force."""

    deal: Deal
    rules: Rules
    verdict: str
    score: int | None


@cache
def known_answers() -> list[KnownAnswer]:
    """Return all rows of oracle.csv."""
    with (DATA / "oracle.csv").open(newline="") as file:
        return [_known_answer(row) for row in csv.DictReader(file)]


def _known_answer(row: dict[str, str]) -> KnownAnswer:
    yes = {name: row[name] == "yes" for name in ("pairs", "lone_moves", "must_fill")}
    rules = Rules.from_json(
        {"discard": row["discard"], "fill": row["fill"], "cells": int(row["cells"])} | yes
    )
    deal = Deal.parse(row["deal"])
    left = row["fewest_left"]
    return KnownAnswer(deal, rules, row["verdict"], len(deal) - int(left) if left else None)


def random_deck(random: Random, ranks: int) -> list[Card]:
    """Shuffle a deck of so many ranks, the ace and any others."""
    deck = list(starting_deck(random.sample(RANKS[:-1], ranks - 1)))
    random.shuffle(deck)
    return deck


def sorted_deck(random: Random, ranks: int, *, high_first: bool) -> list[Card]:
    """Shuffle a deck so that its high cards come early, more or less, or late."""
    sign = -1 if high_first else 1
    disorder = random.choice([0.5, 1, 2, 4])
    return sorted(
        random_deck(random, ranks),
        key=lambda card: random.gauss(0, disorder) + sign * RANKS.index(card[0]),
    )


def hard_deck(random: Random, ranks: int, rules: Rules) -> list[Card]:
    """Make a deck that is seldom solvable under its rules: high cards early, and a last row of many suits,
    mostly without a pair where one would help."""
    no_pair = rules.pairs and random.random() < 0.7
    suits = SUITS if rules.cells or rules.pairs else random.choices(SUITS, k=min(3, ranks))
    deck = sorted_deck(random, ranks, high_first=True)
    for place, suit in enumerate(suits):
        row = {card[0] for card in deck[len(deck) - place :]}
        late = [card for card in deck[: len(deck) - place] if card[1] == suit]
        if no_pair:
            late = [card for card in late if card[0] not in row] or late
        deck.append(deck.pop(deck.index(random.choice(late[-2:]))))
    return deck


def decks(rules: Rules, ranks: int, count: int, seed: object = 0) -> Iterator[Deal]:
    """Yield random decks and hard ones in turn; the same ones for the same arguments. Which are hard depends
    on the rules; without pairs high cards that come early, or late, often do."""
    random = Random(f"{seed} {ranks} {rules}")
    for n in range(count):
        if n % 2 == 0:
            yield Deal(random_deck(random, ranks))
        elif rules.pairs or n % 4 == 1:
            yield Deal(hard_deck(random, ranks, rules))
        else:
            yield Deal(sorted_deck(random, ranks, high_first=random.random() < 0.7))


def mid_game(random: Random, deal: Deal, rules: Rules) -> Position:
    """Play a few random moves, rows seldom, and forget how the position came about."""
    position = Position.start(deal.cards, rules)
    for _ in range(random.randrange(12)):
        moves = position.legal_moves()
        if not moves:
            break
        position.play(random.choice(moves))
    return Position.from_json(position.to_json())


def new_core(
    rules: Rules, ordering: str = "rule-order", mib: float = 1, *, plain: bool = False
) -> _solver.Core:
    """Return the compiled searches, without what makes their answers fit for people."""
    return _solver.Core(rules, ordering, int(mib * MIB), plain=plain)


@dataclass(frozen=True)
class Found:
    """What a core says; `score` counts from the whole deck, and is None unless it was proved."""

    verdict: str
    score: int | None
    nodes: int


def ask(
    core: _solver.Core, start: Deal | Position, *, score: bool = False, node_limit: int | None = None
) -> Found:
    """Decide a deal or position, without limits unless one is given."""
    numbering = Numbering.of(start)
    verdict, reason, left, nodes, _ = core.decide(
        numbering.codes(),
        numbering.columns,
        numbering.cell,
        numbering.rows,
        for_score=score,
        node_limit=node_limit,
    )
    assert reason == ("node-limit" if verdict == "unknown" and node_limit else None)
    assert left is not None
    most = len(numbering.cards) - len(SUITS)
    return Found(verdict, most - left if score or verdict == "solvable" else None, nodes)
