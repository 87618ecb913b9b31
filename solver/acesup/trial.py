"""Trials: the same deals decided under several settings of the search, which take turns."""

import time
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any, Protocol

from acesup.errors import LimitError
from acesup.orderings import ORDERINGS, Ordering
from acesup.rules import Rules, RulesLike
from acesup.run import Span
from acesup.solve import Solver, default_ordering
from acesup.source import Source
from acesup.switches import known_switches

NODE_LIMIT = 1_000_000
"""The node limit of a trial unless another is asked for: a second or two a deal."""
MEMORY_LIMIT_MIB = 64.0
"""The table of each setting of a trial unless another is asked for, in MiB; all of them are kept at once."""
_ROUNDS = 100  # of a trial, about: enough to tell how much times scatter


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to search. Immutable.

    ordering: of the moves, as text. without: switches that are off. memory_limit: MiB for the table.
    """

    ordering: str
    without: tuple[str, ...] = ()
    memory_limit: float = MEMORY_LIMIT_MIB

    def __str__(self) -> str:
        """Name it by what is not the default."""
        without = f" without {', '.join(self.without)}" if self.without else ""
        table = f" in {self.memory_limit:g} MiB" if self.memory_limit != MEMORY_LIMIT_MIB else ""
        return f"{self.ordering}{without}{table}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What a trial compares. Immutable; `plan` makes one, and checks it.

    rules: of all deals. source, first, count: which deals. node_limit: positions a deal may take.
    settings: those compared, with the first. round_deals: deals of a round, in which each setting has a turn.
    version: of acesup.
    """

    rules: Rules
    source: str
    first: int
    count: int
    node_limit: int
    settings: tuple[Setting, ...]
    round_deals: int
    version: str

    @classmethod
    def plan(
        cls,
        source: str,
        first: int,
        count: int,
        rules: RulesLike = "standard",
        *,
        settings: Sequence[Setting] = (),
        node_limit: int = NODE_LIMIT,
    ) -> "Trial":
        """Return the trial of some settings on `count` deals of a source from number `first` on.

        settings: the first is what the others are compared with; none: the default ordering and all others.
        Raises DealFormatError, LimitError, OrderingError, RulesError or SwitchError.
        """
        rules = Rules.of(rules)
        if count < 1:
            raise LimitError(f"count of deals: {count}, expected at least 1")
        if not 0 < node_limit < 2**64:
            raise LimitError(f"node limit: {node_limit}, expected 1 to 2^64 - 1")
        settings = [_checked(setting) for setting in settings or _all_orderings(rules)]
        twice = [setting for setting in settings if settings.count(setting) > 1]
        if twice:
            raise LimitError(f"settings: {twice[0]} twice, expected different ones")
        name = Source.span(source, first, count).name
        round_deals = max(1, min(1000, count // _ROUNDS))
        return cls(rules, name, first, count, node_limit, tuple(settings), round_deals, version("acesup"))

    def rounds(self) -> Iterator[Span]:
        """Yield the deal numbers of each round."""
        for at in range(self.first, self.first + self.count, self.round_deals):
            yield at, min(self.round_deals, self.first + self.count - at)

    def solvers(self) -> list[Solver]:
        """Return a solver for each setting."""
        return [Solver(self.rules, **asdict(setting)) for setting in self.settings]

    def to_json(self) -> dict[str, Any]:
        """Return all of it, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Trial":
        """Return the trial of `to_json`. Raises RulesError, KeyError or TypeError if it is none."""
        settings = tuple(Setting(**{**one, "without": tuple(one["without"])}) for one in data["settings"])
        return cls(**{**data, "rules": Rules.from_json(data["rules"]), "settings": settings})

    def differences(self, other: "Trial") -> list[str]:
        """Return in what another trial differs, each as `name: ours, theirs`."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in self.__slots__}
        return [
            f"{name.replace('_', ' ')}: {_listed(ours)}, {_listed(theirs)}"
            for name, (ours, theirs) in pairs.items()
            if ours != theirs
        ]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one setting did in a round: the verdict code and nodes of each deal, and the processor time."""

    verdicts: bytes
    nodes: "array[int]"
    seconds: float


@dataclass(frozen=True, slots=True)
class Round:
    """Some deals, from number `first` on, decided by each setting in its turn."""

    first: int
    turns: tuple[Turn, ...]


class Keeper(Protocol):
    """What keeps the rounds of a trial, in a file or not."""

    def take(self, first: int) -> Round | None:
        """Return the round that begins with a deal number; None if it is not there."""

    def put(self, finished: Round) -> None:
        """Keep a round."""


def play(trial: Trial, keeper: Keeper | None = None) -> Iterator[Round]:
    """Yield the rounds of a trial in the order of the deals, each kept before it is yielded.

    keeper: where rounds are taken from if they are there. The searches run in this thread, so that their
    times can be compared. What an ordering in Python raises ends the trial.
    """
    solvers: list[Solver] = []
    for number, (first, count) in enumerate(trial.rounds()):
        finished = keeper.take(first) if keeper else None
        if finished is None:
            solvers = solvers or trial.solvers()
            finished = _round(trial, solvers, number, first, count)
            if keeper:
                keeper.put(finished)
        yield finished


def _round(trial: Trial, solvers: Sequence[Solver], number: int, first: int, count: int) -> Round:
    """Let every setting decide the same deals. Another one begins in each round: to come first, or after a
    hungry one, must be no advantage."""
    turns: dict[int, Turn] = {}
    for place in range(len(solvers)):
        at = (place + number) % len(solvers)
        began = time.thread_time()
        found = solvers[at].solve_range(trial.source, first, count, node_limit=trial.node_limit)
        turns[at] = Turn(bytes(found.verdicts), found.nodes, time.thread_time() - began)
    return Round(first, tuple(turns[at] for at in range(len(solvers))))


def _checked(setting: Setting) -> Setting:
    name = Ordering.of(setting.ordering).name
    return Setting(name, known_switches(setting.without), setting.memory_limit)


def _all_orderings(rules: Rules) -> list[Setting]:
    default = default_ordering(rules)
    return [Setting(name) for name in dict.fromkeys([default, *ORDERINGS])]


def _listed(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
