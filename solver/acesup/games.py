"""Shards of blind play: games of a policy that cannot see the stock, one a deal."""

import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from acesup._playout import Draws
from acesup._playout import Player as _Compiled
from acesup.blind import BlindRun
from acesup.cards import RANKS, starting_deck
from acesup.deal import Deal
from acesup.errors import AcesUpError, PolicyError
from acesup.numbering import code
from acesup.policies import POLICIES, TIPS, load_policy, play_out
from acesup.position import Position
from acesup.rules import Rules
from acesup.shard import Shard, Stopped, Tally, pack
from acesup.solve import VERDICTS
from acesup.source import Source

_WORD = 2**64  # larger deal numbers give random numbers by their rest


class Player(Protocol):
    """Plays deals, for one thread."""

    def scores(self, span: Source, is_stopped: Callable[[], bool]) -> bytes:
        """Return the score of each deal, in order. Raises Stopped."""

    def stop(self) -> None:
        """End what is being played; safe from any thread."""


class CompiledPlayer:
    """Plays a compiled policy; `core` does so without the GIL."""

    def __init__(self, run: BlindRun) -> None:
        self.core = compiled(run.rules, run.policy, run.seed, run.tips, run.samples)

    def scores(self, span: Source, is_stopped: Callable[[], bool] = lambda: False) -> bytes:
        """Return the score of each deal, in order. Raises Stopped."""
        if span.scheme == "pysol":  # deals that only Python can make
            return bytes(self._score(deal, n, is_stopped) for n, deal in enumerate(span, span.first))
        scores = bytearray(span.count)
        start = bytes(map(code, starting_deck(span.ranks or RANKS)))
        family = "ms" if span.seed is None else "rng"
        if self.core.score_range(family, span.seed or 0, span.first, start, scores) < span.count:
            raise Stopped
        return bytes(scores)

    def _score(self, deal: Deal, number: int, is_stopped: Callable[[], bool]) -> int:
        if is_stopped():
            raise Stopped
        return self.core.table_after(deal.codes(), number % _WORD, len(deal.ranks))[2]

    def stop(self) -> None:
        """End what is being played; safe from any thread."""
        self.core.stop()


class PythonPlayer:
    """Plays a policy written in Python."""

    def __init__(self, run: BlindRun) -> None:
        self._run = run
        self._policy = load_policy(run.policy)

    def scores(self, span: Source, is_stopped: Callable[[], bool] = lambda: False) -> bytes:
        """Return the score of each deal, in order. Raises Stopped, and PolicyError that names the deal."""
        return bytes(self._score(deal, n, is_stopped) for n, deal in enumerate(span, span.first))

    def _score(self, deal: Deal, number: int, is_stopped: Callable[[], bool]) -> int:
        if is_stopped():
            raise Stopped
        table = first_row(deal, self._run.rules)
        try:
            play_out(table, deal.cards[4:], self._policy, Draws(self._run.seed, number % _WORD))
        except Exception as error:
            what = "" if isinstance(error, AcesUpError) else f"{type(error).__name__}: "
            raise PolicyError(f"{self._run.policy}: {deal.source}: {what}{error}") from error
        return table.score

    def stop(self) -> None:
        """Do nothing: it is asked between the deals."""


def compiled(rules: Rules, policy: str, seed: int, tips: tuple[str, ...] = (), samples: int = 0) -> _Compiled:
    """Return the player of a compiled policy. Raises ValueError if it is none."""
    heeded = sum(1 << bit for bit, tip in enumerate(TIPS) if tip in tips)
    return _Compiled(rules, policy, seed, tips=heeded, samples=samples)


def player_of(run: BlindRun) -> Player:
    """Return what plays a run, for one thread. Raises PolicyError if it cannot be imported."""
    return CompiledPlayer(run) if run.policy in POLICIES else PythonPlayer(run)


def first_row(deal: Deal, rules: Rules) -> Position:
    """Return the table after the first row as a player sees it: the stock in the order of the deck."""
    return Position.start([*deal.cards[:4], *sorted(deal.cards[4:], key=code)], rules)


def play_shard(
    run: BlindRun, first: int, count: int, player: Player, is_stopped: Callable[[], bool] = lambda: False
) -> Shard:
    """Play `count` deals of a run from number `first` on.

    player: one with the run's settings, for this thread. Returns a shard in which the games that went out
    count as solvable, the others as unsolvable. Raises Stopped, PolicyError.
    """
    span = Source.span(run.source, first, count)
    began = time.perf_counter()
    scores = player.scores(span, is_stopped)
    out = 4 * (len(span.ranks or RANKS) - 1)
    won = scores.count(out)
    tally = Tally(won, count - won, scores=Counter(scores), seconds=time.perf_counter() - began)
    to_code = bytes(VERDICTS.index("solvable" if score == out else "unsolvable") for score in range(256))
    return Shard(first, tally, (), pack(scores.translate(to_code)) if run.verdicts else None)
