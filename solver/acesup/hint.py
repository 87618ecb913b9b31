"""The best move for a player who cannot see the stock, by sampling the cards that are still to come."""

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import permutations
from typing import Any, Literal, TypeAlias

from acesup._playout import NO_CARD, sample_stock
from acesup.blind import SEED
from acesup.cards import Card
from acesup.errors import LimitError
from acesup.games import compiled
from acesup.line import COLUMNS, Line, Move
from acesup.numbering import code
from acesup.policies import deal_of, discard_of, fills_of
from acesup.position import Position
from acesup.result import SCHEMA
from acesup.rules import Rules, RulesLike
from acesup.solve import Solver
from acesup.statistics import Interval, Method

HintMethod: TypeAlias = Literal["play", "solve"]
SECONDS = 5.0
"""The time of a hint unless another is asked for."""
POLICY = "look-ahead"
"""What plays the games out."""
_PLANS_MAX = 2000  # positions before the next row; where there are more, discards are made at once
_GAMES_AT_ONCE = 128
_Key: TypeAlias = tuple[tuple[tuple[Card, ...], ...], Card | None]


@dataclass(frozen=True, slots=True)
class Chance:
    """What a move is worth. Immutable.

    move: the move.
    plan: the move, and what to do after it until the next row, for this chance.
    won, games: of the sampled orders of the stock.
    score: cards discarded in all of these games together; 0 where they were solved and not played.
    is_exact: whether every order was tried, with the best play that there is.
    """

    move: Move
    plan: Line
    won: int
    games: int
    score: int
    is_exact: bool

    @property
    def chance(self) -> float:
        """Games won by games; 0 without games."""
        return self.won / self.games if self.games else 0.0

    def interval(self, method: Method) -> Interval:
        """Return the interval for the chance; of an exact one both ends are the chance itself."""
        if self.is_exact:
            return Interval(self.chance, self.chance)
        return method.interval(self.won, self.games - self.won)


@dataclass(frozen=True, slots=True)
class Hint:
    """The moves of a position with their chances, best first. Immutable.

    table: the position as the player sees it: its stock in the order of the deck.
    method: `play` or `solve`.
    """

    table: Position
    chances: tuple[Chance, ...]
    method: HintMethod
    seed: int
    seconds: float = field(compare=False)

    @property
    def best(self) -> Chance | None:
        """The best move, None if none is legal."""
        return self.chances[0] if self.chances else None

    def to_json(self, method: Method | None = None) -> dict[str, Any]:
        """Return the object that `acesup hint --json` prints (docs/odds.md); method: of the intervals."""
        method = method or Method()
        rules = self.table.rules
        return {
            "schema": SCHEMA,
            "version": version("acesup"),
            "rules": rules.to_json(),
            "preset": rules.preset_name,
            "position": self.table.to_json(),
            "method": self.method,
            "seed": self.seed,
            "confidence": method.confidence,
            "moves": [_chance_json(chance, method) for chance in self.chances],
            "seconds": round(self.seconds, 3),
        }


def _chance_json(chance: Chance, method: Method) -> dict[str, Any]:
    interval = chance.interval(method)
    return {
        "move": str(chance.move),
        "plan": str(chance.plan),
        "chance": chance.chance,
        "interval": [interval.low, interval.high],
        "exact": chance.is_exact,
        "won": chance.won,
        "games": chance.games,
    }


def hint(
    position: Position,
    rules: RulesLike | None = None,
    *,
    method: HintMethod = "play",
    seconds: float = SECONDS,
    samples: int | None = None,
    seed: int = SEED,
) -> Hint:
    """Estimate the chance of each move for a player who cannot see the stock, and return them best first.

    position: of its stock only the set of cards counts, not their order. rules: None means its own.
    method: `play` plays each order of the stock out by the policy `look-ahead`: what such a player wins from
    here. `solve` asks for each order whether it can still be won by who knows it: what the move leaves
    possible. With one row in the stock or none every order is tried, and solved once it is dealt: the exact
    chance. seconds: how long to sample. samples: orders for each move instead, for a result that does not
    depend on the machine. Raises LimitError, RulesError, DealFormatError. Ctrl-C raises KeyboardInterrupt.
    """
    *_, last = hints(position, rules, method=method, seconds=seconds, samples=samples, seed=seed)
    return last


def hints(
    position: Position,
    rules: RulesLike | None = None,
    *,
    method: HintMethod = "play",
    seconds: float = SECONDS,
    samples: int | None = None,
    seed: int = SEED,
) -> Generator[Hint, None, None]:
    """Yield hints that get better and better, at least one; otherwise like `hint`."""
    if not 0 <= seconds < float("inf"):
        raise LimitError(f"seconds: {seconds}, expected a number from 0 up")
    if samples is not None and samples < 1:
        raise LimitError(f"samples: {samples}, expected at least 1")
    if not 0 <= seed < 2**64:
        raise LimitError(f"seed: {seed}, expected 0 to 2^64 - 1")
    began = time.monotonic()
    table = seen(position, Rules.of(rules) if rules is not None else position.rules)
    budget = _Budget(began + seconds, samples)
    if len(table.stock) <= len(COLUMNS):
        found = _exactly(table)
    else:
        found = _by_solving(table, budget, seed) if method == "solve" else _by_playing(table, budget, seed)
    for chances in found:
        best_first = sorted(chances, key=lambda chance: (-chance.chance, -chance.score, str(chance.move)))
        yield Hint(table, tuple(best_first), method, seed, time.monotonic() - began)


def seen(position: Position, rules: Rules) -> Position:
    """Return what a player sees: the stock in the order of the deck, and no moves to take back."""
    stock = sorted(position.stock, key=code)
    return Position(position.columns, stock, position.cell, rules, position.ranks)


# Plans: what can be done until the next row


def _key(table: Position) -> _Key:
    """Tell tables apart as far as a player can who cannot see the next row: columns may change places."""
    return tuple(sorted(map(tuple, table.columns))), table.cell


class Plans:
    """All that can be done until the next row. Tables that differ in the places of columns are one.

    moves: each first move that makes a difference with the keys of the tables after which a row can be dealt;
      the next row itself has the key of the table as it is.
    tables: a table of each key.
    """

    def __init__(self, start: Position) -> None:
        self._start = start
        self.tables: dict[_Key, Position] = {_key(start): start}
        self._next: dict[_Key, set[_Key]] = {}
        if not self._explore(_PLANS_MAX, at_once=False):
            self.tables = {_key(start): start}
            self._next = {}
            self._explore(None, at_once=True)
        self.moves = dict(self._first_moves())

    def _explore(self, most: int | None, *, at_once: bool) -> bool:
        """Find all tables; False if there are too many. at_once: discards are made as soon as they can be."""
        todo = list(self.tables)
        while todo:
            key = todo.pop()
            table = self.tables[key]
            moves = _sensible(table) if at_once and key != _key(self._start) else _not_deals(table)
            self._next[key] = set()
            for move in moves:
                then = table.copy()
                then.play(move)
                other = _key(then)
                self._next[key].add(other)
                if other not in self.tables:
                    self.tables[other] = then
                    todo.append(other)
            if most is not None and len(self.tables) > most:
                return False
        return True

    def _first_moves(self) -> Iterator[tuple[Move, list[_Key]]]:
        here, listed = _key(self._start), set[_Key]()
        for move in _not_deals(self._start):
            then = self._start.copy()
            then.play(move)
            key = _key(then)
            if key not in listed | {here}:  # another with the same key is the same to the player
                listed.add(key)
                yield move, [end for end in self._reachable(key) if deal_of(self.tables[end])]
        deal = deal_of(self._start)
        if deal:
            yield deal, [here]

    def _reachable(self, key: _Key) -> list[_Key]:
        found, todo = {key: None}, [key]
        while todo:
            for other in self._next[todo.pop()]:
                if other not in found:
                    found[other] = None
                    todo.append(other)
        return list(found)

    def line(self, first: Move, end: _Key) -> Line:
        """Return the shortest plan that begins with a move, leads to a key, and has a row dealt."""
        if first.kind == "deal":
            return Line([first])
        start = self._start.copy()
        start.play(first)
        paths: dict[_Key, tuple[Position, tuple[Move, ...]]] = {_key(start): (start, (first,))}
        for table, moves in (queue := list(paths.values())):
            if _key(table) == end:
                return Line([*moves, Move("deal")])
            for move in _not_deals(table):
                then = table.copy()
                then.play(move)
                if _key(then) not in paths:
                    paths[_key(then)] = (then, (*moves, move))
                    queue.append(paths[_key(then)])
        raise AssertionError(f"{end} cannot be reached from {self._start} by {first}")


def _not_deals(table: Position) -> list[Move]:
    return [move for move in table.legal_moves() if move.kind != "deal"]


def _sensible(table: Position) -> list[Move]:
    """Return a discard if there is one, else the fills that make a difference."""
    discard = discard_of(table)
    return [discard] if discard else fills_of(table)


# Three ways to a chance


def _exactly(table: Position) -> Iterator[list[Chance]]:
    """With a row to come at most: solve all that can follow the next row, in each of its orders."""
    solver = Solver(table.rules, memory_limit=1)
    if not table.stock:
        yield [_solved(solver, table, move) for move in table.legal_moves()]
        return
    plans = Plans(table)
    orders = list(permutations(table.stock))
    won = {
        end: sum(_is_solvable(solver, _dealt(plans.tables[end], order)) for order in orders)
        for end in {end for ends in plans.moves.values() for end in ends}
    }
    chances = []
    for move, ends in plans.moves.items():
        best = max(ends, key=won.__getitem__, default=None)
        line = Line([move]) if best is None else plans.line(move, best)
        chances.append(Chance(move, line, won[best] if best else 0, len(orders), 0, True))
    yield chances


def _solved(solver: Solver, table: Position, move: Move) -> Chance:
    then = table.copy()
    then.play(move)
    return Chance(move, Line([move]), int(_is_solvable(solver, then)), 1, 0, True)


def _dealt(table: Position, row: Sequence[Card], stock: Sequence[Card] = ()) -> Position:
    columns = [[*column, card] for column, card in zip(table.columns, row, strict=True)]
    return Position(columns, stock, table.cell, table.rules, table.ranks)


def _is_solvable(solver: Solver, position: Position) -> bool:
    return solver.solve(position).verdict == "solvable"


class _Budget:
    """How long to sample: until a time, or a number of orders for each move."""

    def __init__(self, deadline: float, samples: int | None) -> None:
        self._began = time.monotonic()
        self._deadline = deadline
        self.samples = samples

    def is_spent(self, share: float = 1.0) -> bool:
        """Return whether a share of the time is over; never where the orders are counted."""
        until = self._began + share * (self._deadline - self._began)
        return self.samples is None and time.monotonic() >= until

    def batch(self, done: int) -> int:
        """Return how many orders to try next, 0 at the end."""
        if self.samples is not None:
            return min(_GAMES_AT_ONCE, self.samples - done)
        return 0 if done and self.is_spent() else _GAMES_AT_ONCE


def _by_solving(table: Position, budget: _Budget, seed: int) -> Iterator[list[Chance]]:
    """Solve every order as who knows it would."""
    solver = Solver(table.rules)
    unseen = bytes(map(code, table.stock))
    cards = {code(card): card for card in table.stock}
    moves = list(Plans(table).moves)
    won, games = dict.fromkeys(moves, 0), 0
    while budget.samples is None or games < budget.samples:
        stock = [cards[number] for number in sample_stock(unseen, seed, games)]
        for move in moves:
            then = Position(table.columns, stock, table.cell, table.rules, table.ranks)
            then.play(move)
            won[move] += _is_solvable(solver, then)
        games += 1
        yield [Chance(move, Line([move]), won[move], games, 0, False) for move in moves]
        if budget.is_spent():
            return


class _Games:
    """Games played out after the next row, by the key of the table before it."""

    def __init__(self, table: Position, plans: Plans, seed: int) -> None:
        self._player = compiled(table.rules, POLICY, seed)
        self._unseen = bytes(map(code, table.stock))
        self._rows = len(table.ranks)
        self._plans = plans
        self.results: dict[_Key, tuple[int, int]] = {}

    def play(self, keys: set[_Key], first: int, count: int) -> None:
        """Play the orders first … first + count - 1 of the stock from each table, and add up the results."""
        for key in keys:
            table = self._plans.tables[key]
            columns = [bytes(map(code, column)) for column in table.columns]
            cell = code(table.cell) if table.cell else NO_CARD
            new = self._player.play_on(columns, cell, self._unseen, self._rows, first, count)
            old = self.results.get(key, (0, 0))
            self.results[key] = (old[0] + new[0], old[1] + new[1])


def _by_playing(table: Position, budget: _Budget, seed: int) -> Iterator[list[Chance]]:
    """Find the best plan of each move, by rounds that halve their number; then judge it by other orders.

    So a plan that was merely lucky is not taken at its word.
    """
    plans = Plans(table)
    games = _Games(table, plans, seed)
    left = {move: ends for move, ends in plans.moves.items() if ends}
    tried, count = 0, _GAMES_AT_ONCE
    while any(len(ends) > 1 for ends in left.values()) and not budget.is_spent(0.5):
        games.play({end for ends in left.values() for end in ends}, tried, count)
        tried, count = tried + count, 2 * count
        for move, ends in left.items():
            ends.sort(key=games.results.__getitem__, reverse=True)
            left[move] = ends[: (len(ends) + 1) // 2]
    best = {move: ends[0] for move, ends in left.items()}
    lines = {move: plans.line(move, end) for move, end in best.items()}
    games.results.clear()
    done = 0
    while batch := budget.batch(done):
        games.play({*best.values()}, tried + done, batch)
        done += batch
        yield [
            Chance(move, lines[move], games.results[end][0], done, games.results[end][1], False)
            for move, end in best.items()
        ]
