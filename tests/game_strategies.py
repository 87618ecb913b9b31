"""Hypothesis strategies for the game: rules, decks, and positions as play reaches them."""

from hypothesis import strategies as st

from acesup.cards import RANKS, Card, starting_deck
from acesup.line import ALL_MOVES, Line, Move
from acesup.position import Position
from acesup.rules import Rules

rules = st.sampled_from(list(Rules.all_settings()))
moves = st.sampled_from(ALL_MOVES)
lines = st.lists(moves, max_size=60).map(Line)


@st.composite
def decks(draw: st.DrawFn, min_ranks: int = 2, max_ranks: int = len(RANKS)) -> list[Card]:
    """Draw a shuffled deck, whole or stripped."""
    count = draw(st.integers(min_ranks, max_ranks))
    others = draw(st.permutations(RANKS[:-1]))[: count - 1]
    return draw(st.permutations(starting_deck(others)))


@st.composite
def games(draw: st.DrawFn, max_ranks: int = len(RANKS)) -> tuple[Position, list[Move]]:
    """Draw a start and legal moves from it."""
    start = Position.start(draw(decks(max_ranks=max_ranks)), draw(rules))
    position, line = start.copy(), list[Move]()
    for choice in draw(st.lists(st.integers(0, 30), max_size=40)):
        legal = position.legal_moves()
        if not legal:
            break
        line.append(legal[choice % len(legal)])
        position.play(line[-1])
    return start, line


@st.composite
def positions(draw: st.DrawFn, max_ranks: int = len(RANKS)) -> Position:
    """Draw a position that play reaches, with its moves to take back."""
    position, line = draw(games(max_ranks))
    for move in line:
        position.play(move)
    return position
