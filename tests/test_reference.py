"""The brute-force reference against the known answers of an independent program."""

import csv
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import game_strategies
import pytest
from hypothesis import given, settings

from acesup.cards import SUITS, Card, is_ace, starting_deck
from acesup.line import Line
from acesup.position import Position
from acesup.referee import verify
from acesup.reference import Answer, brute_force
from acesup.rules import Rules

DATA = Path(__file__).parent / "data"
FULL = pytest.mark.full


def rows(name: str, ranks: int) -> Iterator[tuple[dict[str, str], list[Card]]]:
    """Yield the rows of a file of known answers, with their deals, for decks of so many ranks."""
    with (DATA / name).open(newline="") as file:
        for row in csv.DictReader(file):
            if len(deal := row["deal"].split()) == ranks * len(SUITS):
                yield row, deal


def rules_of(row: dict[str, str]) -> Rules:
    """Return the rules of a row of oracle.csv."""
    yes = {name: row[name] == "yes" for name in ("pairs", "lone_moves", "must_fill")}
    return Rules.from_json({"discard": row["discard"], "fill": row["fill"], "cells": int(row["cells"])} | yes)


@pytest.mark.parametrize("ranks", [2, 3, 4, pytest.param(5, marks=FULL)])
def test_known_verdicts_and_scores(ranks: int) -> None:
    """4 ranks take some 15 seconds, 5 ranks under a minute."""
    settings_seen = set()
    for row, deal in rows("oracle.csv", ranks):
        rules = rules_of(row)
        answer = brute_force(Position.start(deal, rules))
        assert answer.verdict == row["verdict"], row
        assert answer.score == len(deal) - int(row["fewest_left"]), row
        report = verify(deal, rules, answer.line)
        assert (report.won, report.score) == (answer.verdict == "solvable", answer.score), row
        settings_seen.add(rules)
    assert len(settings_seen) == 64


@pytest.mark.parametrize("ranks", [3, 4, pytest.param(5, marks=FULL)])
def test_deals_that_go_out_only_by_withholding(ranks: int) -> None:
    for row, deal in rows("withhold.csv", ranks):
        rules = Rules.from_json({"fill": row["fill"], "cells": int(row["cells"])})
        answer = brute_force(Position.start(deal, rules))
        assert answer.verdict == row["optional"] == "solvable"
        assert verify(deal, rules, answer.line).withheld
        compulsory = brute_force(Position.start(deal, rules.replace(discard="compulsory")))
        assert compulsory.verdict == row["compulsory"] == "unsolvable"


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
def test_census_of_two_ranks(rules: Rules, solvable: int) -> None:
    """Suits are alike: of the 8! orderings, those with the aces in one order stand for 24 each."""
    deck = starting_deck("AK")
    deals = [deal for deal in permutations(deck) if tuple(filter(is_ace, deal)) == deck[:4]]
    assert len(deals) == 1_680
    verdicts = [brute_force(Position.start(deal, rules)).verdict for deal in deals]
    assert 24 * verdicts.count("solvable") == solvable


@settings(max_examples=30)
@given(game_strategies.decks(max_ranks=3), game_strategies.rules)
def test_suits_may_be_relabelled(deck: list[Card], rules: Rules) -> None:
    other = [card.translate(str.maketrans(SUITS, "SCDH")) for card in deck]
    answers = [brute_force(Position.start(cards, rules)) for cards in (deck, other)]
    assert answers[0] == answers[1]


@settings(max_examples=30)
@given(game_strategies.positions(max_ranks=3))
def test_a_move_from_mid_game_never_gains(game: Position) -> None:
    """The score of a position is the best of the scores after its moves, or its own."""
    before, answer = game.copy(), brute_force(game)
    assert game == before
    scores = [game.score]
    for move in game.legal_moves():
        game.play(move)
        scores.append(brute_force(game).score)
        game.undo()
    assert answer.score == max(scores)


def test_a_won_start_needs_no_move() -> None:
    won = Position([["AC"], ["AD", "AH"], [], ["AS"]], [])
    assert brute_force(won) == Answer("solvable", Line(), 48, 1)


def test_the_lost_end_of_the_rules() -> None:
    lost = Position([["AC", "AD"], ["AH"], ["AS"], ["KH", "QC"]], [])
    assert brute_force(lost) == Answer("unsolvable", Line(), 46, 1)


def test_position_limit_is_exact() -> None:
    start = Position.start(["AD", "AH", "AC", "KS", "KC", "KH", "AS", "KD"])
    whole = brute_force(start)
    assert whole.verdict == "unsolvable"
    assert brute_force(start, position_limit=whole.positions) == whole
    short = brute_force(start, position_limit=whole.positions - 1)
    assert (short.verdict, short.positions) == ("unknown", whole.positions - 1)
    assert verify(start, None, short.line).score == short.score
