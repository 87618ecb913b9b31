"""Policies of blind play: the compiled ones play as their plain classes do, and none sees the stock."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from acesup import Deal, Move, Position, Rules
from acesup._playout import NO_CARD, Draws
from acesup.errors import PolicyError
from acesup.games import compiled, first_row
from acesup.numbering import code
from acesup.policies import (
    POLICIES,
    TIPS,
    AcesFirst,
    Filling,
    Highest,
    LookAhead,
    MonteCarlo,
    MostUncovered,
    NeverFill,
    Policy,
    Random,
    Tips,
    known_policy,
    load_policy,
    play_out,
)

SEED, SAMPLES = 7, 4
TWINS: dict[str, Callable[..., Policy]] = {
    "never-fill": NeverFill,
    "random": Random,
    "highest": Highest,
    "most-uncovered": MostUncovered,
    "aces-first": AcesFirst,
    "look-ahead": LookAhead,
    "monte-carlo": lambda: MonteCarlo(SAMPLES),
    "tips": Tips,
}
RULES = [
    Rules(),
    Rules(fill="aces"),
    Rules(cells=1),
    Rules(pairs=True),
    Rules(discard="compulsory", lone_moves=False, must_fill=True),
    Rules(cells=1, must_fill=True, pairs=True, fill="aces"),
]
SOME_TIPS = [(), ("patience",), ("uncover", "spaces"), ("aces", "leave", "patience"), tuple(TIPS)]
PLAYERS = [(policy, ()) for policy in POLICIES if policy != "tips"] + [("tips", tips) for tips in SOME_TIPS]


def number_of(card: str | None) -> int:
    return NO_CARD if card is None else code(card)


def table_of(position: Position) -> tuple[list[list[int]], int, int]:
    columns = [[code(card) for card in column] for column in position.columns]
    return columns, number_of(position.cell), position.score


def table_in_python(deal: Deal, rules: Rules, policy: Policy, number: int, rows: int) -> Position:
    table = first_row(deal, rules)
    play_out(table, deal.cards[4:], policy, Draws(SEED, number), rows)
    return table


def test_every_policy_has_its_class() -> None:
    assert [*TWINS] == [*POLICIES]


GAMES = [
    pytest.param(policy, tips, rules, id=f"{policy} {','.join(tips)} {rules}")
    for policy, tips in PLAYERS
    for rules in RULES
    if policy != "never-fill" or not rules.must_fill
]


@pytest.mark.parametrize(("policy", "tips", "rules"), GAMES)
def test_compiled_policies_play_as_their_classes_do(policy: str, tips: tuple[str, ...], rules: Rules) -> None:
    """From any number of rows to the end; the plain game checks every move besides."""
    player = compiled(rules, policy, SEED, tips, SAMPLES)
    for number in range(4):
        deal = Deal.from_source(f"rng:3/{number}@A,K,Q,J,T,9,8,7" if number % 2 else f"rng:3/{number}")
        for rows in (4, len(deal.ranks)):
            table = table_in_python(deal, rules, TWINS[policy](*tips), number, rows)
            assert player.table_after(deal.codes(), number, rows) == table_of(table), deal.source


@pytest.mark.parametrize(("policy", "tips", "rules"), GAMES)
def test_a_policy_never_sees_the_stock(policy: str, tips: tuple[str, ...], rules: Rules) -> None:
    """Whatever the order of the cards that are still to come: until they come, the game is the same."""
    shuffle = random.Random(policy).shuffle
    player = compiled(rules, policy, SEED, tips, SAMPLES)
    for number in range(10):
        codes = Deal.from_source(f"rng:4/{number}").codes()
        for rows in range(1, 13):
            unseen = list(codes[4 * rows :])
            shuffle(unseen)
            others = codes[: 4 * rows] + bytes(unseen)
            assert player.table_after(codes, number, rows) == player.table_after(others, number, rows)


class Spy(Filling):
    """Notes all that can be got out of a table, then plays as Random does."""

    def __init__(self) -> None:
        self.seen: list[object] = []

    def choose(self, table: Position, draws: Draws) -> Move | None:
        move = Random().choose(table, draws)
        self.seen.append((table.to_json(), draws.below(1000)))
        while table._history:
            table.undo()
            self.seen.append(table.to_json())
        return move


def test_a_policy_in_python_never_sees_the_stock() -> None:
    """Not even by taking moves back, or by spoiling its copy of the table."""
    deal = Deal.from_source("rng:4/1")
    for rows in range(1, 13):
        unseen = list(deal.cards[4 * rows :])
        random.Random(rows).shuffle(unseen)
        spies = [Spy(), Spy()]
        for spy, cards in zip(spies, (deal.cards, [*deal.cards[: 4 * rows], *unseen]), strict=True):
            table_in_python(Deal(cards), Rules(), spy, 1, rows)
        assert spies[0].seen == spies[1].seen != []


@pytest.mark.parametrize("index", [0, 1, 2**64 - 1])
def test_random_numbers_of_a_game(index: int) -> None:
    """They come from Philox, from blocks that no shuffle uses."""
    counter = [0, index, 1, 0]
    whole = sum(word << 64 * place for place, word in enumerate(counter)) - 1
    philox = np.random.Philox(key=SEED, counter=whole % 2**256)
    words = [int(word) for word in philox.random_raw(8)]
    halves = [half for word in words for half in (word & 0xFFFFFFFF, word >> 32)]
    draws = Draws(SEED, index)
    assert [draws.below(2**16) for _ in halves] == [half >> 16 for half in halves]


def test_no_number_is_below_none() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Draws(1, 1).below(0)


# Policies of users


class Endless:
    """Moves a lone card to and fro."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        moves = table.legal_moves()
        return next((move for move in moves if move.kind == "fill"), moves[0])


class Illegal:
    """Fills column 1 from column 2, whatever is there."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        return Move("fill", 1, 0)


class Quitter:
    """Gives up at once."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        return None


def test_a_policy_may_give_up() -> None:
    assert table_in_python(Deal.from_source("kpat:2"), Rules(), Quitter(), 2, 13).rows_dealt == 1


def test_an_illegal_move_is_named() -> None:
    with pytest.raises(
        PolicyError, match=r"^2>1 on \w\w \| .*: column 1 is not empty, expected one of the legal"
    ):
        table_in_python(Deal.from_source("kpat:2"), Rules(), Illegal(), 2, 13)


def test_a_game_has_an_end() -> None:
    with pytest.raises(PolicyError, match="501 moves without a discard or a row"):
        table_in_python(Deal.from_source("kpat:2"), Rules(), Endless(), 2, 13)


def test_a_policy_is_found_by_name() -> None:
    assert isinstance(load_policy("acesup.policies:Highest"), Highest)
    assert known_policy("acesup.policies:Highest")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("acesup.policies:Lowest", "AttributeError"),
        ("acesup.no_such:Policy", "ModuleNotFoundError"),
        ("acesup.policies:Tips.x", "AttributeError"),
        ("acesup.policies:SAMPLES", "no method `choose`"),
    ],
)
def test_a_policy_that_cannot_be_loaded(name: str, message: str) -> None:
    with pytest.raises(PolicyError, match=rf"^{name}: .*{message}"):
        load_policy(name)


def test_an_unknown_policy_is_guessed() -> None:
    with pytest.raises(PolicyError, match=r"did you mean look-ahead\?"):
        known_policy("lookahead")
