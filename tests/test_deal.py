"""Deals as values and as text."""

import copy
import pickle
import random
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acesup.cards import RANKS, SUITS, starting_deck
from acesup.deal import Deal

SPELLED_RANKS = {rank: [rank, rank.lower()] for rank in RANKS} | {"T": ["T", "t", "10"]}
SPELLED_SUITS = {
    suit: [suit, suit.lower(), black, black + "\ufe0e", black + "\ufe0f", white]
    for suit, black, white in zip(SUITS, "♣♦♥♠", "♧♢♡♤", strict=True)
}
SEPARATORS = [" ", ",", ", ", "\t", "\n", "\r\n", "  ", " ,", "\u00a0", " # and\n"]

decks = st.sets(st.sampled_from(RANKS[:-1]), min_size=1).map(starting_deck).flatmap(st.permutations)


@st.composite
def spelled_deals(draw: st.DrawFn) -> tuple[list[str], str]:
    """A deck in some order, and one of the many ways to write it."""
    deck, chance = draw(decks), draw(st.randoms(use_true_random=False))
    words = [chance.choice(SPELLED_RANKS[card[0]]) + chance.choice(SPELLED_SUITS[card[1]]) for card in deck]
    text = "".join(word + chance.choice(SEPARATORS) for word in words)
    return deck, chance.choice(["", "\ufeff", " ", "# a deal\n"]) + text


@given(spelled_deals())
def test_every_spelling_is_read(spelled: tuple[list[str], str]) -> None:
    deck, text = spelled
    assert Deal.parse(text).cards == tuple(deck)


@given(decks)
def test_what_is_written_is_read_back(deck: list[str]) -> None:
    deal = Deal(deck)
    assert Deal.parse(str(deal)) == deal
    assert Deal.parse(deal.grid()) == deal
    assert Deal.from_codes(deal.codes()) == deal
    assert eval(repr(deal), {"Deal": Deal}) == deal


@given(decks)
def test_rows_and_ranks_are_those_of_the_deck(deck: list[str]) -> None:
    deal = Deal(deck)
    assert [card for row in deal.rows for card in row] == deck
    assert {len(row) for row in deal.rows} == {4}
    assert [line.split() for line in deal.grid().splitlines()] == [list(row) for row in deal.rows]
    assert len(deal) == 4 * len(deal.rows) == 4 * len(deal.ranks)
    assert "".join(card[0] for card in starting_deck(deal.ranks)[::4]) == deal.ranks


def test_ranks_start_with_the_ace_and_rise() -> None:
    assert Deal.parse("kpat:1").ranks == "A23456789TJQK"
    assert Deal.parse("rng:1/0@A,K,10").ranks == "ATK"


def test_codes_are_rank_times_four_plus_suit() -> None:
    assert Deal(starting_deck("AK2")).codes() == bytes([48, 49, 50, 51, 0, 1, 2, 3, 44, 45, 46, 47])


def test_the_source_is_no_part_of_equality() -> None:
    kpat, ms = Deal.from_source("kpat:7"), Deal.from_source("ms:7")
    assert (kpat.source, ms.source) == ("kpat:7", "ms:7")
    assert kpat == ms == Deal(kpat.cards)
    assert len({kpat, ms, Deal(kpat.cards)}) == 1
    assert kpat != Deal.from_source("kpat:8")


@pytest.mark.parametrize(
    ("source", "scheme"),
    [("rng:1/0", "acesup-1"), ("kpat:2", "ms"), ("pysol:31999", "ms"), ("pysol:32000", "pysol")],
)
def test_the_scheme_is_that_of_the_source(source: str, scheme: str) -> None:
    assert Deal.parse(source).scheme == scheme


def test_cards_have_neither_source_nor_scheme() -> None:
    deal = Deal.parse(str(Deal.parse("kpat:2")))
    assert (deal.source, deal.scheme) == (None, None)


def test_sources_are_read_as_deals_and_made_canonical() -> None:
    deal = Deal.parse(" \ufeffRNG:1/007@q,A,k  # small\n")
    assert deal == Deal.from_source("rng:1/7@A,K,Q")
    assert deal.source == "rng:1/7@A,K,Q"


def test_cards_may_be_given_in_any_spelling_and_order() -> None:
    cards = ["10♠", "as", *(card for card in starting_deck("AT") if card not in ("TS", "AS"))]
    random.Random(1).shuffle(cards)
    assert {*Deal(iter(cards)).cards} == {*starting_deck("AT")}


def test_deals_do_not_change() -> None:
    deal = Deal.from_source("kpat:2")
    with pytest.raises(FrozenInstanceError):
        deal.cards = ()  # type: ignore[misc]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda deal: pickle.loads(pickle.dumps(deal))])
def test_copies_are_equal_and_keep_the_source(copied: object) -> None:
    assert callable(copied)
    deal = Deal.from_source("kpat:2")
    assert copied(deal) == deal
    assert copied(deal).source == "kpat:2"
