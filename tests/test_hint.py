"""Hints: exact chances where few cards are unseen, sampled ones elsewhere, and never a look at the stock."""

import json
import random
from collections.abc import Iterator
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from acesup import Deal, Position, Rules
from acesup._playout import Draws
from acesup.cli import main
from acesup.errors import LimitError
from acesup.games import first_row
from acesup.hint import Plans, hint, hints, seen
from acesup.policies import LookAhead, Random, play_out
from acesup.reference import brute_force
from acesup.statistics import Method

SIGMAS = 4
RULES = [
    Rules(),
    Rules(fill="aces"),
    Rules(discard="compulsory", lone_moves=False),
    Rules(pairs=True),
    Rules(cells=1),
]


def position_before(number: int, rows: int, ranks: str, rules: Rules) -> Position:
    """Return what chance makes of a deal after some rows: a player fills at random."""
    deal = Deal.from_source(f"rng:11/{number}@{','.join(ranks)}")
    table = first_row(deal, rules)
    play_out(table, deal.cards[4:], Random(), Draws(1, number), rows)
    return table


FEW_UNSEEN = [
    position_before(number, len(ranks) - 1, ranks, RULES[number % len(RULES)])
    for ranks in ("AKQJ", "AKQJT")
    for number in range(25)
]


def dealt(table: Position, row: tuple[str, ...]) -> Position:
    columns = [[*column, card] for column, card in zip(table.columns, row, strict=True)]
    return Position(columns, [], table.cell, table.rules, table.ranks)


def reachable(start: Position) -> Iterator[Position]:
    """Yield every position that can be reached without a row: by the rules alone, nothing is left out."""
    found, todo = {start.key()}, [start]
    while todo:
        table = todo.pop()
        yield table
        for move in table.legal_moves():
            if move.kind == "deal":
                continue
            then = table.copy()
            then.play(move)
            if then.key() not in found:
                found.add(then.key())
                todo.append(then)


def exact_chance(table: Position, memory: dict[str, float]) -> float:
    """Return the chance of who deals the last row now, by enumeration and brute force."""
    key = table.key()
    if key not in memory:
        orders = list(permutations(table.stock))
        memory[key] = sum(brute_force(dealt(table, order)).verdict == "solvable" for order in orders) / len(
            orders
        )
    return memory[key]


def exact_chances(start: Position) -> dict[str, float]:
    """Return the chance of each legal move: the best that can be done before the last row is dealt."""
    chances, memory = {}, dict[str, float]()
    for move in start.legal_moves():
        then = start.copy()
        ends = [start]
        if move.kind != "deal":
            then.play(move)
            ends = list(reachable(then))
        may_deal = [end for end in ends if any(other.kind == "deal" for other in end.legal_moves())]
        chances[str(move)] = max((exact_chance(end, memory) for end in may_deal), default=0.0)
    return chances


@pytest.mark.parametrize("position", FEW_UNSEEN, ids=str)
def test_chances_are_those_of_enumeration(position: Position) -> None:
    """On 50 positions before the last row; a move that is left out is worth what another is."""
    found = hint(position, samples=1)
    expected = exact_chances(position)
    assert {str(chance.move): chance.chance for chance in found.chances}.items() <= expected.items()
    assert found.best is not None
    assert found.best.chance == max(expected.values())
    assert {chance.chance for chance in found.chances} >= set(expected.values()) - {found.best.chance}


def test_positions_are_not_all_alike() -> None:
    chances = [hint(position, samples=1).best for position in FEW_UNSEEN]
    assert len({chance.chance for chance in chances if chance}) > 5


def test_sampling_agrees_with_playing_out_every_order() -> None:
    """Two rows unseen: the chance of a plan is the share of all orders that its games win."""
    position = position_before(2, 2, "AKQJ", Rules())
    found = hint(position, samples=4000)
    orders = random.Random(1).sample(list(permutations(position.stock)), 2000)
    for chance in found.chances:
        won = 0
        for number, order in enumerate(orders):
            game = seen(position, Rules())
            for move in chance.plan[:-1]:
                game.play(move)
            game.stock = list(order)
            game.play(chance.plan[-1])
            play_out(game, list(order[4:]), LookAhead(), Draws(2, number))
            won += game.is_won
        share = (won + chance.won) / (len(orders) + chance.games)
        sigma = sqrt(share * (1 - share) * (1 / len(orders) + 1 / chance.games))
        assert abs(won / len(orders) - chance.chance) <= SIGMAS * sigma + 1e-12


@pytest.mark.parametrize("method", ["play", "solve"])
def test_a_hint_does_not_look_at_the_stock(method: str) -> None:
    position = position_before(3, 7, "AKQJT98765432", Rules())
    stock = list(position.stock)
    random.Random(5).shuffle(stock)
    other = Position(position.columns, stock, None, position.rules)
    hinted = [hint(one, method=method, samples=3) for one in (position, other)]  # type: ignore[arg-type]
    assert hinted[0].chances == hinted[1].chances


def test_the_stock_is_empty() -> None:
    position = Position([["KC", "AC"], ["QC"], ["AD"], ["AH", "AS"]], [], ranks="AKQ")
    found = hint(position)
    assert found.best is not None
    assert (str(found.best.move), found.best.chance, found.best.is_exact) == ("x2", 1.0, True)


def test_no_move_is_legal() -> None:
    found = hint(Position([["AC"], ["AD"], ["AH"], ["KH", "AS"]], [], ranks="AK"))
    assert (found.chances, found.best) == ((), None)


def test_plans_can_be_played() -> None:
    position = position_before(4, 8, "AKQJT98765432", Rules())
    for chance in hint(position, samples=50).chances:
        game = seen(position, position.rules)
        for move in chance.plan:
            game.play(move)
        assert chance.plan[0] == chance.move
        assert chance.plan[-1].kind == "deal"
        low, high = chance.interval(Method()).low, chance.interval(Method()).high
        assert low <= chance.chance <= high


def test_the_same_samples_give_the_same_hint() -> None:
    position = position_before(5, 6, "AKQJT98765432", Rules())
    assert hint(position, samples=300) == hint(position, samples=300)
    assert hint(position, samples=300).chances != hint(position, samples=300, seed=2).chances


def test_time_ends_a_hint() -> None:
    position = position_before(5, 6, "AKQJT98765432", Rules())
    *_, last = hints(position, seconds=0.1)
    assert last.best is not None
    assert last.best.games > 0


def test_many_plans_are_cut_to_those_that_discard_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_before(6, 10, "AKQJT98765432", Rules())
    every = Plans(position)
    monkeypatch.setattr("acesup.hint._PLANS_MAX", 2)
    some = Plans(position)
    assert some.tables.keys() <= every.tables.keys()
    assert some.moves.keys() == every.moves.keys()


@pytest.mark.parametrize("wrong", [{"seconds": -1.0}, {"samples": 0}, {"seed": -1}])
def test_wrong_settings(wrong: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        hint(FEW_UNSEEN[0], **wrong)


# The command


@pytest.fixture
def here(tmp_path: Path) -> str:
    path = tmp_path / "here.json"
    path.write_text(json.dumps(FEW_UNSEEN[0].to_json()))
    return str(path)


def test_the_command_prints_moves_best_first(here: str) -> None:
    result = CliRunner().invoke(main, ["hint", here])
    found = hint(FEW_UNSEEN[0])
    assert (result.exit_code, result.stderr) == (0, "")
    rows = result.stdout.splitlines()
    places = [next(n for n, row in enumerate(rows) if row.startswith(f"{c.move} ")) for c in found.chances]
    assert places == sorted(places)
    assert "every order of the stock was solved" in result.stdout


def test_the_command_prints_json(here: str) -> None:
    data = json.loads(CliRunner().invoke(main, ["hint", here, "--json", "--samples", "1"]).stdout)
    assert data["moves"][0]["exact"] is True
    assert data["position"]["stock"] == FEW_UNSEEN[0].stock


def test_what_the_command_refuses(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"columns": [[], [], [], []], "stock": []}')
    result = CliRunner().invoke(main, ["hint", str(path)])
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
    assert "AC is nowhere" in result.stderr
