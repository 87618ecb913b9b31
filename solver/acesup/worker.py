"""Who does the shards of a run: a search for the solvable fraction, a player for blind play."""

from collections.abc import Callable
from typing import Protocol

from acesup.blind import BlindRun
from acesup.games import play_shard, player_of
from acesup.run import Run, Settings
from acesup.shard import Shard, solve_shard


class Worker(Protocol):
    """Does shards of one run, for one thread."""

    def shard(self, first: int, count: int, is_stopped: Callable[[], bool] = lambda: False) -> Shard:
        """Do the shard of `count` deals from number `first` on. Raises Stopped."""

    def stop(self) -> None:
        """End the shard in work, perhaps not at the first call; safe from any thread."""


class Searcher:
    """Decides the deals of a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._solver = run.solver()
        self.stop = self._solver.stop

    def shard(self, first: int, count: int, is_stopped: Callable[[], bool] = lambda: False) -> Shard:
        """Decide a shard."""
        return solve_shard(self._run, first, count, self._solver, is_stopped)


class Gambler:
    """Plays the deals of a run without a look at the stock."""

    def __init__(self, run: BlindRun) -> None:
        self._run = run
        self._player = player_of(run)
        self.stop = self._player.stop

    def shard(self, first: int, count: int, is_stopped: Callable[[], bool] = lambda: False) -> Shard:
        """Play a shard."""
        return play_shard(self._run, first, count, self._player, is_stopped)


def worker_of(run: Settings) -> Worker:
    """Return a worker for one thread. Raises TypeError for settings that nobody works on."""
    if isinstance(run, BlindRun):
        return Gambler(run)
    if isinstance(run, Run):
        return Searcher(run)
    raise TypeError(f"{run!r}: expected a Run or a BlindRun")
