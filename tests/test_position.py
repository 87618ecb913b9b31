"""The game by the book: worked examples, every option, and what cannot be a position."""

import json
from collections import deque
from itertools import permutations, product
from typing import Any

import game_strategies
import pytest
from hypothesis import given
from hypothesis import strategies as st

from acesup.cards import RANKS, Card, is_ace, outranks, parse_card, pretty, rank, starting_deck
from acesup.errors import DealFormatError, IllegalMoveError, RulesError
from acesup.line import ALL_MOVES, Line, Move
from acesup.position import Position
from acesup.rules import Rules

ACES = ["AC", "AD", "AH", "AS"]


def position(text: str, cell: Card | None = None, **options: Any) -> Position:
    """Return a position in the notation of the rules; aces that do not lie there are the stock."""
    columns = [column.replace("-", "").split() for column in text.split(" | ")]
    return Position(columns, [] if "AC" in text else ACES, cell, Rules(**options))


def play(start: Position, line: str) -> str:
    """Play a line and return the position as text."""
    for move in Line.parse(line):
        start.play(move)
    return start.text()


# Cards


def test_aces_outrank_their_suit_only() -> None:
    assert [rank(card) for card in ("2C", "TD", "AS")] == [0, 8, 12]
    assert outranks("AS", "KS")
    assert not outranks("AS", "KH")
    assert not outranks("7C", "7C")
    assert not outranks("7C", "8C")
    assert [card for card in starting_deck() if is_ace(card)] == ACES


def test_starting_deck_has_the_ace_first_then_rises() -> None:
    assert " ".join(starting_deck("KQA")) == "AC AD AH AS QC QD QH QS KC KD KH KS"
    assert starting_deck("QK") == starting_deck("KAQ")
    assert " ".join(starting_deck()[:8]) == "AC AD AH AS 2C 2D 2H 2S"
    assert len(set(starting_deck())) == 52


@pytest.mark.parametrize(
    ("text", "card"),
    [("AS", "AS"), ("9c", "9C"), ("10h", "TH"), ("5♠", "5S"), ("10♥\ufe0f", "TH"), ("q♢", "QD")],
)
def test_parse_card(text: str, card: Card) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("card", starting_deck())
def test_pretty_cards_are_read_back(card: Card) -> None:
    assert parse_card(pretty(card)) == card


@pytest.mark.parametrize("text", ["", "A", "1S", "AX", "A10S", "SA", "AS ", None, 7, ["AS"], "\0" * 999])
def test_no_card(text: object) -> None:
    with pytest.raises(DealFormatError, match=" is no card, expected ") as caught:
        parse_card(text)
    assert len(str(caught.value)) < 150


# The worked examples of the rules


def test_worked_example_step_by_step() -> None:
    rows = ["4C", "6C", "TH", "KD", "JH", "2C", "8C", "9S"]
    game = Position.start(rows + [card for card in starting_deck() if card not in rows])
    assert game.text() == "4C | 6C | TH | KD"
    assert [str(move) for move in game.legal_moves()] == ["x1", "D"]
    assert play(game, "x1 D") == "JH | 6C 2C | TH 8C | KD 9S"
    assert game.discardable() == [1]
    assert play(game, "x2 x2") == "JH | - | TH 8C | KD 9S"
    assert play(game, "3>2") == "JH | 8C | TH | KD 9S"
    assert game.discardable() == [2]
    assert play(game, "x3") == "JH | 8C | - | KD 9S"
    assert (game.score, len(game.stock), game.rows_dealt) == (4, 44, 2)
    for fill in game.legal_moves()[:-1]:
        game.play(fill)
        assert game.discardable() == []
        game.undo()


def test_lost_end() -> None:
    end = position("AC AD | AH | AS | KH QC")
    assert (end.score, end.legal_moves(), end.is_over, end.is_won) == (46, [], True, False)


def test_won_end() -> None:
    end = position("AC | AD | AH | AS")
    assert (end.score, end.is_won, end.is_over) == (48, True, True)


def test_fill_that_pays() -> None:
    game = position("JH 9S | 7H | - | KC")
    assert game.discardable() == []
    assert play(game, "1>3 x2") == "JH | - | 9S | KC"


# Legal moves under each option. The stock is the four aces unless they lie on the table.


@pytest.mark.parametrize(
    ("text", "cell", "options", "moves"),
    [
        # K4, K6, K8, K9, K10: discards need a higher top of the suit, and nothing is compulsory
        ("4C | 6C | TH | KD", None, {}, "x1 D"),
        ("4C | TC 6C | TH | KD", None, {}, "x1 D"),
        ("TC 4C | 6C | TH | KD", None, {}, "x1 D"),
        ("AC 2S | AS | AD 2H | AH", None, {}, "x1 x3"),
        # K7: any top card fills an empty column, a lone one too
        ("4C 2D | - | TH | KS", None, {}, "1>2 3>2 4>2 D"),
        ("- | - | 4C TD | -", None, {}, "3>1 3>2 3>4 D"),
        ("4C | 6C | - | KD", None, {}, "x1 1>3 2>3 4>3 D"),
        # discard: compulsory
        ("4C | 6C | - | KD", None, {"discard": "compulsory"}, "x1"),
        ("4C | 6C | 4H | -", "9S", {"discard": "compulsory", "pairs": True, "cells": 1}, "x1"),
        ("4C | 6D | - | KH", None, {"discard": "compulsory"}, "1>3 2>3 4>3 D"),
        # fill: aces
        ("4C AD | - | AC | KS AH AS", None, {"fill": "aces"}, "1>2 3>2 4>2"),
        ("4C AD AH AS | - | AC | 9S KH", None, {"fill": "aces"}, "1>2 3>2"),
        ("4C 2D | - | TH | KS", None, {"fill": "aces"}, "D"),
        # lone_moves: no
        ("4C 2D | - | TH | KS", None, {"lone_moves": False}, "1>2 D"),
        ("4C | - | TH | KS", None, {"lone_moves": False}, "D"),
        ("4C AD | - | AC | KH AS AH", None, {"lone_moves": False, "fill": "aces"}, "1>2 4>2"),
        # must_fill: stacks and the cell must fill before a row is dealt, lone cards need not
        ("4C 2D | - | TH | KS", None, {"must_fill": True}, "1>2 3>2 4>2"),
        ("4C | - | TH | KS", None, {"must_fill": True}, "1>2 3>2 4>2 D"),
        ("4C | - | TH | KS", None, {"must_fill": True, "lone_moves": False}, "D"),
        ("4C 2D | 3D | TH | KS", None, {"must_fill": True}, "x1 D"),
        ("4C 2D | - | TH | KS", None, {"must_fill": True, "fill": "aces"}, "D"),
        ("4C | - | TH | KS", "2D", {"must_fill": True, "cells": 1}, "1>2 3>2 4>2 c>2"),
        ("4C | - | TH | KS", "2D", {"must_fill": True, "cells": 1, "fill": "aces"}, "c>2"),
        ("4C | - | TH | KS", None, {"must_fill": True, "cells": 1, "fill": "aces"}, "1>c 3>c 4>c D"),
        # cells: any top goes in, and out only to an empty column, whatever fill and lone_moves say
        ("4C | 2D | TH | KS", None, {"cells": 1}, "1>c 2>c 3>c 4>c D"),
        ("4C | 2D | TH | -", None, {"cells": 1, "fill": "aces", "lone_moves": False}, "1>c 2>c 3>c D"),
        ("4C | 2D | - | -", "KS", {"cells": 1, "fill": "aces", "lone_moves": False}, "c>3 c>4 D"),
        ("4C | 2D | TH | 9S", "KS", {"cells": 1}, "D"),
        ("4C | 2D | TH | 9S", "3S", {"cells": 1}, "D"),
        # pairs: equal ranks, no aces, not with the cell; under compulsion the suit comes first
        ("4C | 4D | TH | 4S", None, {"pairs": True}, "x1=2 x1=4 x2=4 D"),
        ("4C | 4D | 9C | KS", None, {"pairs": True}, "x1 x1=2 D"),
        ("4C | 4D | 9C | KS", None, {"pairs": True, "discard": "compulsory"}, "x1"),
        ("4C | 4D | 9H | KS", None, {"pairs": True, "discard": "compulsory"}, "x1=2 D"),
        ("4C | TD | 9H | KS", "4D", {"pairs": True, "cells": 1}, "D"),
        ("4C | 4D | TH | 4S", None, {}, "D"),
        ("AC | AD | AH | AS", None, {"pairs": True}, ""),
    ],
)
def test_legal_moves(text: str, cell: Card | None, options: dict[str, Any], moves: str) -> None:
    assert " ".join(map(str, position(text, cell, **options).legal_moves())) == moves


@pytest.mark.parametrize(
    ("token", "text", "cell", "options", "why"),
    [
        ("x2", "4C | - | TH | KD", None, {}, "column 2 is empty"),
        (
            "x1",
            "4C | 6D | TH | KD",
            None,
            {},
            "no card on top of a column is higher than 4C in its suit",
        ),
        (
            "x1",
            "4C | 6C 2D | TH | KD",
            None,
            {},
            "no card on top of a column is higher than 4C in its suit",
        ),
        (
            "x1",
            "4C | TH | 9H | KD",
            "6C",
            {"cells": 1},
            "no card on top of a column is higher than 4C in its suit",
        ),
        ("x1", "AC | AD | AH | AS", None, {}, "AC is an ace, and an ace is never discarded"),
        (
            "x1=2",
            "4C | 4D | TH | KD",
            None,
            {},
            "two cards of a rank are not discarded under these rules (pairs=no)",
        ),
        ("x1=2", "4C | - | TH | KD", None, {"pairs": True}, "column 2 is empty"),
        ("x1=2", "4C | 5D | TH | KD", None, {"pairs": True}, "4C and 5D are not of one rank"),
        ("x1=2", "AC | AD | AH | AS", None, {"pairs": True}, "AC is an ace, and an ace is never discarded"),
        (
            "x1=2",
            "4C | 4D | TC | KH",
            None,
            {"pairs": True, "discard": "compulsory"},
            "4C must be discarded first (discard=compulsory)",
        ),
        ("2>1", "- | - | TH | KD", None, {}, "column 2 is empty"),
        ("2>1", "4C | 4D | TH | KD", None, {}, "column 1 is not empty"),
        ("2>1", "- | 4D | TH | KS", None, {"fill": "aces"}, "4D may not fill, only an ace may (fill=aces)"),
        (
            "2>1",
            "- | 4D | TH | KS",
            None,
            {"lone_moves": False},
            "4D may not fill, it is alone on its column (lone_moves=no)",
        ),
        (
            "2>1",
            "- | 9D | 4H | KH",
            None,
            {"discard": "compulsory"},
            "4H must be discarded first (discard=compulsory)",
        ),
        ("1>c", "4C | 4D | TH | KS", None, {}, "there is no cell under these rules (cells=0)"),
        ("1>c", "- | 4D | TH | KS", None, {"cells": 1}, "column 1 is empty"),
        ("1>c", "4C | 4D | TH | KS", "2S", {"cells": 1}, "2S is in the cell, which holds one card"),
        (
            "1>c",
            "4C | 4D | TH | KH",
            None,
            {"cells": 1, "discard": "compulsory"},
            "TH must be discarded first (discard=compulsory)",
        ),
        ("c>1", "- | 4D | TH | KS", None, {}, "there is no cell under these rules (cells=0)"),
        ("c>1", "- | 4D | TH | KS", None, {"cells": 1}, "the cell is empty"),
        ("c>1", "4C | 4D | TH | KS", "2S", {"cells": 1}, "column 1 is not empty"),
        (
            "c>1",
            "- | 4D | TH | KH",
            "2S",
            {"cells": 1, "discard": "compulsory"},
            "TH must be discarded first (discard=compulsory)",
        ),
        ("D", "AC | AD | AH | AS", None, {}, "the stock is empty"),
        (
            "D",
            "4C 2D | - | TH | KS",
            None,
            {"must_fill": True},
            "column 2 must be filled first (must_fill=yes)",
        ),
        (
            "D",
            "4C | - | TH | KS",
            "2D",
            {"must_fill": True, "cells": 1},
            "column 2 must be filled first (must_fill=yes)",
        ),
        (
            "D",
            "4C | 6C | TH | KD",
            None,
            {"discard": "compulsory"},
            "4C must be discarded first (discard=compulsory)",
        ),
    ],
)
def test_illegal_moves(token: str, text: str, cell: Card | None, options: dict[str, Any], why: str) -> None:
    game = position(text, cell, **options)
    before = game.copy()
    with pytest.raises(IllegalMoveError) as caught:
        game.play(Move.parse(token))
    assert (caught.value.step, caught.value.why) == (0, why)
    assert game == before
    assert game.why_illegal(Move.parse(token)) == why


@given(game_strategies.positions(max_ranks=6), game_strategies.rules)
def test_why_illegal_agrees_with_legal_moves(game: Position, rules: Rules) -> None:
    if game.cell is None or rules.cells:
        game = Position(game.columns, game.stock, game.cell, rules, game.ranks)
    assert game.legal_moves() == [move for move in ALL_MOVES if game.why_illegal(move) is None]


# Play, undo and the winning condition


def test_each_kind_of_move_is_played() -> None:
    game = position("2H 7C | 4C 9H | 8C 9D | 8S", cells=1, pairs=True)
    assert play(game, "x2=3") == "2H 7C | 4C | 8C | 8S | cell -"
    assert play(game, "x1 x2") == "2H | - | 8C | 8S | cell -"
    assert play(game, "1>2") == "- | 2H | 8C | 8S | cell -"
    assert play(game, "4>c") == "- | 2H | 8C | - | cell 8S"
    assert play(game, "c>1") == "8S | 2H | 8C | - | cell -"
    assert play(game, "D") == "8S AC | 2H AD | 8C AH | AS | cell -"
    assert (game.stock, game.score, game.rows_dealt) == ([], 52 - 7, 13)


@given(game_strategies.games())
def test_undo_takes_back_every_move(game: tuple[Position, list[Move]]) -> None:
    position, line = game
    trail = []
    for move in line:
        trail.append((position.copy(), position.to_json(), position.legal_moves()))
        position.play(move)
        assert Position(**position.to_json()) == position
    for before, data, legal_moves in reversed(trail):
        position.undo()
        assert position == before
        assert (position.to_json(), position.legal_moves()) == (data, legal_moves)
    with pytest.raises(IndexError):
        position.undo()


@given(game_strategies.positions(max_ranks=4), st.data())
def test_a_copy_plays_on_its_own(game: Position, data: st.DataObject) -> None:
    twin, before = game.copy(), game.text()
    if twin.legal_moves():
        twin.play(data.draw(st.sampled_from(twin.legal_moves())))
        assert twin != game
        twin.undo()
    assert (game.text(), twin) == (before, game)


@given(game_strategies.games(max_ranks=3))
def test_keys_tell_positions_apart(game: tuple[Position, list[Move]]) -> None:
    position, line = game
    met = {position.key(): position.copy()}
    for move in line:
        position.play(move)
        assert met.setdefault(position.key(), position.copy()) == position
    assert len(met) == len({str(other.to_json()) for other in met.values()})


@given(game_strategies.positions())
def test_won_is_48_discarded_is_only_aces_left(game: Position) -> None:
    """K11 and K12: the two wordings of a win say the same."""
    left = [card for column in game.columns for card in column] + game.stock + [game.cell or "AS"]
    assert game.is_won == all(map(is_ace, left)) == (game.score == 4 * (len(game.ranks) - 1))
    assert 0 <= game.score <= 4 * (len(game.ranks) - 1)


def reaches(start: Position, goal: str) -> bool:
    """Return whether some line leads from a position to these columns."""
    queue, met = deque([start]), {start.key()}
    while queue:
        game = queue.popleft()
        if game.text().startswith(goal):
            return True
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            if after.key() not in met:
                met.add(after.key())
                queue.append(after)
    return False


@pytest.mark.parametrize("rules", list(Rules.all_settings()), ids=str)
def test_four_aces_can_always_be_spread(rules: Rules) -> None:
    """K11: wherever the last four cards lie, moves put one on each column, under every option."""
    for heights in product(range(5), repeat=4):
        for in_cell in range(rules.cells + 1):
            if sum(heights) + in_cell != 4:
                continue
            aces = iter(ACES)
            columns = [[next(aces) for _ in range(height)] for height in heights]
            end = Position(columns, [], next(aces, None), rules)
            assert end.is_won
            assert any(reaches(end.copy(), " | ".join(order)) for order in permutations(ACES))
    assert reaches(Position([[], [], [], []], ACES, None, rules), " | ".join(ACES))


def test_a_card_in_the_cell_is_no_win() -> None:
    game = position("AC | AD | AH | AS", cell="KC", cells=1)
    assert (game.score, game.is_won, game.is_over) == (47, False, True)
    assert position("AC | AD | AH | -", cell="AS", cells=1).is_won


# Positions as JSON


@given(game_strategies.positions())
def test_json_round_trip(game: Position) -> None:
    assert Position.from_json(game.to_json()) == game
    assert Position.from_json(json.dumps(game.to_json())) == game


def test_json_of_a_position() -> None:
    game = position("4C | 6C 2D | - | TH", cells=1)
    assert game.to_json() == {
        "columns": [["4C"], ["6C", "2D"], [], ["TH"]],
        "stock": ACES,
        "cell": None,
        "rules": Rules(cells=1).to_json(),
    }
    assert Position.start(starting_deck("AKQ")).to_json()["ranks"] == "QKA"


def test_rules_of_the_position_count_before_those_of_the_caller() -> None:
    data: dict[str, Any] = {"columns": [["AC"], ["AD"], ["AH"], ["AS"]], "stock": []}
    assert Position.from_json(data).rules == Rules()
    assert Position.from_json(data, "ace-only").rules == Rules(fill="aces")
    assert Position.from_json({**data, "rules": "free-cell"}, "ace-only").rules == Rules(cells=1)
    assert Position.from_json({**data, "rules": {"pairs": True}}).rules == Rules(pairs=True)
    with pytest.raises(RulesError):
        Position.from_json({**data, "rules": "freecell"})


def test_cards_are_read_as_people_write_them() -> None:
    game = Position.from_json({"columns": [["10h"], ["a♠"], [], []], "stock": ["ac", "ad", "ah", "2c"]})
    assert game.text() == "TH | AS | - | -"


A_CARD = "expected a rank (A23456789TJQK or 10), then a suit (CDHS or ♣♦♥♠)"
KEYS = "columns, stock, cell, rules, ranks"
GOOD: dict[str, Any] = {"columns": [["AC"], ["AD"], ["AH"], ["AS", "KC"]], "stock": [], "rules": "free-cell"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"columns": [["AC"], []]}, "columns: [['AC'], []], expected four lists of cards"),
        ({"columns": 4}, "columns: 4, expected four lists of cards"),
        ({"columns": ["AC", "AD", "AH", "AS"]}, "column 1: 'AC', expected a list of cards"),
        ({"stock": None}, "stock: None, expected a list of cards"),
        ({"cell": "KX"}, f"cell: 'KX' is no card, {A_CARD}"),
        ({"cell": 5}, f"cell: 5 is no card, {A_CARD}"),
        ({"stock": ["2C", 2]}, f"stock, card 2: 2 is no card, {A_CARD}"),
        ({"cell": "AS"}, "cell: AS is already at column 4, card 1, expected every card once"),
        ({"stock": ["2C", "2C"]}, "stock, card 2: 2C is already at stock, card 1, expected every card once"),
        ({"stock": ["2C", "2D"]}, "stock: 2 cards, expected a multiple of four, at most 48"),
        ({"columns": [["AC"], ["AD"], ["AH"], ["KC"]]}, "position: AS is nowhere, expected all four aces"),
        ({"cell": "KD", "rules": "standard"}, "cell: KD, expected none under rules without a cell (cells=0)"),
        ({"ranks": "AQ"}, "column 4, card 2: KC is not in the deck, expected ranks of QA"),
        ({"ranks": "A"}, "ranks: 'A', expected the ace (A) and at least one other rank"),
        ({"ranks": "KQ"}, "ranks: 'KQ', expected the ace (A) and at least one other rank"),
        ({"ranks": "AKK"}, "ranks: 'AKK', expected different characters of 23456789TJQKA"),
        ({"ranks": ["A"]}, "ranks: ['A'], expected different characters of 23456789TJQKA"),
        (
            {"ranks": "AK", "columns": [["AC"], ["AD"], ["AH"], ["AS", "KC", "KH"]]},
            "column 4: 3 cards, expected at most 2, one a row dealt",
        ),
        ({"stok": []}, f"position: unknown key 'stok', expected {KEYS} (did you mean 'stock'?)"),
        ({"deal": []}, f"position: unknown key 'deal', expected {KEYS}"),
    ],
)
def test_no_position(change: dict[str, Any], message: str) -> None:
    assert Position.from_json(GOOD).score == 47
    with pytest.raises(DealFormatError) as caught:
        Position.from_json({**GOOD, **change})
    assert str(caught.value) == message


def test_a_whole_deck_in_the_stock_is_no_position() -> None:
    with pytest.raises(DealFormatError, match=r"^stock: 52 cards, expected a multiple of four, at most 48$"):
        Position([[], [], [], []], starting_deck())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^position: no JSON: Expecting value"),
        ("AS KD", "^position: no JSON: Expecting value"),
        ("[" * 100_000, "^position: no JSON: "),
        ("[]", "^position: \\[\\], expected an object with columns, stock, cell, rules, ranks$"),
        ("{}", "^position: no 'columns', expected columns and stock$"),
        ('{"columns": []}', "^position: no 'stock', expected columns and stock$"),
    ],
)
def test_no_json(text: str, message: str) -> None:
    with pytest.raises(DealFormatError, match=message):
        Position.from_json(text)


# Starts


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([], "ranks: '', expected the ace (A) and at least one other rank"),
        (ACES, "ranks: 'A', expected the ace (A) and at least one other rank"),
        (starting_deck()[:-1], f"deal: KS is missing, expected four suits of each rank of {RANKS}"),
        (starting_deck()[4:], f"ranks: '{RANKS[:-1]}', expected the ace (A) and at least one other rank"),
        ([*ACES, "AC"], "deal, card 5: AC is already at deal, card 1, expected every card once"),
        ("AC AD", "deal: 'AC AD', expected a list of cards"),
    ],
)
def test_no_start(cards: list[Card], message: str) -> None:
    with pytest.raises(DealFormatError) as caught:
        Position.start(cards)
    assert str(caught.value) == message


@given(game_strategies.decks())
def test_start_deals_the_first_row(deck: list[Card]) -> None:
    game = Position.start(deck, "pairs")
    assert game.tops == deck[:4]
    assert game.stock == deck[4:]
    assert (game.score, game.rows_dealt, game.cell, game.is_won) == (0, 1, None, False)
    assert 4 * len(game.ranks) == len(deck)


def test_equality_and_repr() -> None:
    game = Position.start(starting_deck("AK"))
    assert game != Position.start(starting_deck("AK"), "pairs")
    assert game != Position.start(starting_deck("AQ"))
    assert game != "AC | AD | AH | AS"
    assert repr(game) == "<Position AC | AD | AH | AS, stock 4, standard>"
