"""Policies of a player who cannot see the stock, each a small class with one method: to read, and to copy.

The game asks `choose` for one move after the other. `table` is a `Position` whose stock lies in the order of
the
deck: which cards are to come can be seen, not when. The dealer alone knows the rest.

The names that `acesup odds` knows are the same policies compiled (csrc/au_policy.h); tests hold both
together.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import MappingProxyType
from typing import Protocol

from acesup._playout import POLICIES as _COMPILED
from acesup._playout import Draws
from acesup.cards import Card, is_ace, rank
from acesup.errors import PolicyError
from acesup.line import Move
from acesup.numbering import code
from acesup.position import Position

POLICIES: Mapping[str, str] = MappingProxyType(_COMPILED)
"""The compiled policies by name, each with its idea."""
TIPS: Mapping[str, str] = MappingProxyType({
    "uncover": "move what uncovers most",
    "spaces": "make spaces",
    "aces": "move aces",
    "patience": "never deal early",
    "leave": "leave a space when no move helps",
})  # fmt: skip
"""The tips that people are given, as the policy `tips` may heed them; `Tips` says how."""
SAMPLES = 64
"""Orders of the stock that `monte-carlo` tries at each choice."""
_IDLE_MOVES_MAX = 500  # without a discard or a row; no sensible game comes near


class Policy(Protocol):
    """What a policy has to be."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        """Return one of the legal moves of the table, or None to give up.

        table: a copy, to do with as one likes. draws: `draws.below(n)` is a random number from 0 to n - 1
        that is the same whenever this deal is played.
        """


class Filling:
    """Discards what it can at once; then fills a space as `fill` decides; then has a row dealt."""

    def choose(self, table: Position, draws: Draws) -> Move | None:
        """Return the next move, None after the last."""
        fills = fills_of(table)
        return discard_of(table) or (self.fill(table, fills, draws) if fills else None) or deal_of(table)

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return one of the fills, or None to leave the space empty."""
        raise NotImplementedError


class NeverFill(Filling):
    """Leave every space empty."""

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return None."""
        return None


class Random(Filling):
    """Fill with any card, each as likely."""

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return any fill."""
        return _any(fills, draws)


class Highest(Filling):
    """Fill with the highest card."""

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return a fill with a card of the highest rank."""
        return _any(_best(fills, lambda fill: rank(_card(table, fill))), draws)


class Tips(Filling):
    """Heed the tips that people are given, each or not.

    uncover: fill with a card whose move leads to most discards at once. spaces: of such cards with one that
    leaves most columns empty. aces: of such cards with an ace. patience: never deal while a space can be
    filled; who lacks it tosses a coin at every fill, and may deal a row instead. leave: leave the space
    empty, and deal, when no fill leads to a discard at once. What remains chance decides.

    tips: names of TIPS, those that are heeded.
    """

    def __init__(self, *tips: str) -> None:
        self._tips = tips

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return a fill that is best by the tips, or None where one of them says so."""
        if deal_of(table):
            if "patience" not in self._tips and draws.below(2):
                return None
            if "leave" in self._tips and all(after(table, fill).score == table.score for fill in fills):
                return None
        return _any(_best(fills, lambda fill: self._value(table, fill)), draws)

    def _value(self, table: Position, fill: Move) -> tuple[int, int, bool]:
        then = after(table, fill)
        return (
            then.score if "uncover" in self._tips else 0,
            then.columns.count([]) if "spaces" in self._tips else 0,
            "aces" in self._tips and is_ace(_card(table, fill)),
        )


class MostUncovered(Tips):
    """Fill with the card whose move leads to most discards at once."""

    def __init__(self) -> None:
        super().__init__("uncover", "patience")


class AcesFirst(Tips):
    """Fill with an ace if there is one."""

    def __init__(self) -> None:
        super().__init__("aces", "patience")


class LookAhead(Filling):
    """Fill so that most cards are discarded before the next row; of such fills with the highest card."""

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return the first move of a best sequence of fills."""
        best = _best(fills, lambda fill: self._most(after(table, fill)))
        return _any(_best(best, lambda fill: rank(_card(table, fill))), draws)

    def _most(self, table: Position) -> int:
        return max((self._most(after(table, fill)) for fill in fills_of(table)), default=table.score)


class MonteCarlo(Filling):
    """Try each card on sampled orders of the stock, play on at random, take the best mean score."""

    def __init__(self, samples: int = SAMPLES) -> None:
        self._samples = samples

    def fill(self, table: Position, fills: Sequence[Move], draws: Draws) -> Move | None:
        """Return the fill with the best score, added up over the samples."""
        total = dict.fromkeys(fills, 0)
        for _ in range(self._samples if len(fills) > 1 else 0):
            stock = shuffled(table.stock, draws)
            for fill in fills:
                game = table.copy()
                game.play(fill)
                play_out(game, stock, Random(), draws)
                total[fill] += game.score
        return _any(_best(fills, total.__getitem__), draws)


# What a table allows


def discard_of(table: Position) -> Move | None:
    """Return a discard by suit, or else a pair; None if there is none."""
    return next((move for move in table.legal_moves() if move.kind in ("discard", "pair")), None)


def deal_of(table: Position) -> Move | None:
    """Return the deal of a row, None if it is not legal."""
    return next((move for move in table.legal_moves() if move.kind == "deal"), None)


def fills_of(table: Position) -> list[Move]:
    """Return the fills that make a difference to who cannot see the stock.

    They move the top of a column of two or more cards, or the cell's card, to the leftmost empty column;
    without one a top to the empty cell. Which column is filled makes no difference, as the cards of the next
    row are as likely in any order.
    """
    gap = table.columns.index([]) if [] in table.columns else None
    return [
        move
        for move in table.legal_moves()
        if move.kind in ("fill", "from_cell", "to_cell")
        and move.target == gap
        and (move.source is None or len(table.columns[move.source]) > 1)
    ]


def after(table: Position, move: Move) -> Position:
    """Return the table after a move and all discards that follow."""
    then = table.copy()
    then.play(move)
    while at_once := discard_of(then):
        then.play(at_once)
    return then


def shuffled(cards: Sequence[Card], draws: Draws) -> list[Card]:
    """Return cards in an order that chance decides, each as likely."""
    order = list(cards)
    for n in range(len(order), 1, -1):
        other = draws.below(n)
        order[n - 1], order[other] = order[other], order[n - 1]
    return order


def _card(table: Position, fill: Move) -> Card:
    return table.cell or "" if fill.source is None else table.columns[fill.source][-1]


def _best(fills: Sequence[Move], value: Callable[[Move], object]) -> list[Move]:
    values = [value(fill) for fill in fills]
    return [fill for fill, its in zip(fills, values, strict=True) if its == max(values)]  # type: ignore[type-var]


def _any(fills: Sequence[Move], draws: Draws) -> Move:
    return fills[draws.below(len(fills))]


# Games


def play_out(
    table: Position, stock: Sequence[Card], policy: Policy, draws: Draws, rows: int | None = None
) -> None:
    """Play on a table until the policy gives up, no move is legal, or row `rows` + 1 would be dealt.

    stock: its cards in their true order, next first; the table itself holds them in the order of the deck.
    Raises PolicyError for an illegal move, and for a game without end.
    """
    idle = 0
    while table.legal_moves():
        move = policy.choose(table.copy(), draws)
        if move is None or (move.kind == "deal" and table.rows_dealt == rows):
            return
        why = table.why_illegal(move)
        if why:
            raise PolicyError(f"{move} on {table}: {why}, expected one of the legal moves")
        if move.kind == "deal":
            row, stock = stock[:4], stock[4:]
            table.stock = [*row, *sorted(stock, key=code)]
        table.play(move)
        idle = 0 if move.kind in ("deal", "discard", "pair") else idle + 1
        if idle > _IDLE_MOVES_MAX:
            raise PolicyError(f"{idle} moves without a discard or a row on {table}, expected an end")


def known_policy(name: str) -> str:
    """Return a policy's name: one of POLICIES, or `package.module:object`. Raises PolicyError."""
    if name in POLICIES or all(name.partition(":")):
        return name
    close = get_close_matches(name, POLICIES, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise PolicyError(
        f"{name!r} is no policy, expected {', '.join(POLICIES)}, or your own as package.module:object{hint}"
    )


def load_policy(name: str) -> Policy:
    """Import a policy written as `package.module:object`; a class is called without arguments.

    Raises PolicyError.
    """
    module_name, _, object_name = name.partition(":")
    try:
        found = getattr(import_module(module_name), object_name)
        policy: Policy = found() if isinstance(found, type) else found
    except Exception as error:
        raise PolicyError(
            f"{name}: {type(error).__name__}: {error}, expected a policy as package.module:object"
        ) from error
    if not callable(getattr(policy, "choose", None)):
        raise PolicyError(f"{name}: it has no method `choose`, expected one (table, draws) -> Move or None")
    return policy
