"""Shards: the pieces of a run, each a pure function of the run's settings and its deal numbers."""

import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple, cast

from acesup import _solver
from acesup.cards import RANKS, starting_deck
from acesup.errors import LimitError
from acesup.numbering import code
from acesup.result import Verdict
from acesup.run import Run
from acesup.solve import VERDICTS, Solver
from acesup.source import Source

HARDEST = 10
"""How many of the hardest deals are remembered."""
_FIRST_ROW = (1, 2, 4, 8)
_UNPACKED = [bytes(byte >> shift & 3 for shift in (0, 2, 4, 6)) for byte in range(256)]


class Stopped(Exception):
    """The shard was told to stop; nothing of it counts."""


class Hard(NamedTuple):
    """A deal and the positions it took."""

    nodes: int
    number: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted of deals. The sum of two tallies is that of their deals together. Immutable.

    solvable, unsolvable: deals.
    unknown: deals by reason.
    nodes: positions entered, in all.
    histogram: deals by verdict and the bit length of their nodes: in (v, 5) are those with 16 to 31.
    scores: deals by best score, where scores were asked for; deals without a proved one are left out.
    hardest: the deals with most nodes, of equal ones those with the lowest numbers; ten at most.
    seconds: of search, of all threads together. It alone is no part of a comparison.
    """

    solvable: int = 0
    unsolvable: int = 0
    unknown: Counter[str] = field(default_factory=Counter)
    nodes: int = 0
    histogram: Counter[tuple[Verdict, int]] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    hardest: tuple[Hard, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def unknowns(self) -> int:
        """Deals that were not decided, for any reason."""
        return self.unknown.total()

    @property
    def deals(self) -> int:
        """All deals."""
        return self.solvable + self.unsolvable + self.unknowns

    def __add__(self, other: "Tally") -> "Tally":
        """Return the tally of the deals of both."""
        return Tally(
            self.solvable + other.solvable,
            self.unsolvable + other.unsolvable,
            self.unknown + other.unknown,
            self.nodes + other.nodes,
            self.histogram + other.histogram,
            self.scores + other.scores,
            tuple(
                sorted(self.hardest + other.hardest, key=lambda hard: (-hard.nodes, hard.number))[:HARDEST]
            ),
            self.seconds + other.seconds,
        )


@dataclass(frozen=True, slots=True)
class Shard:
    """The results of consecutive deals. Immutable.

    first: the number of the first deal.
    tally: their counts.
    unknown_deals: the numbers of those that are not decided.
    packed: the verdict code of every deal (index of VERDICTS), two bits each, four to a byte, lowest first;
      None if the run does not keep them.
    """

    first: int
    tally: Tally
    unknown_deals: tuple[int, ...]
    packed: bytes | None

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + self.tally.deals

    def codes(self) -> bytes:
        """Return the verdict code of each deal, in order; only where they are kept."""
        return b"".join(map(_UNPACKED.__getitem__, self.packed or b""))[: self.tally.deals]

    def verdicts(self) -> Iterator[Verdict]:
        """Yield the verdict of each deal, in order; only where they are kept."""
        return map(VERDICTS.__getitem__, self.codes())


def solve_shard(
    run: Run, first: int, count: int, solver: Solver, is_stopped: Callable[[], bool] = lambda: False
) -> Shard:
    """Decide `count` deals of a run from number `first` on.

    solver: one with the run's settings, for this thread; what it solved before makes no difference.
    is_stopped: asked before each deal of those that are not searched in one go.
    Raises Stopped if the solver or `is_stopped` ends it, LimitError without memory for the table. The search
    releases the GIL.
    """
    span = Source.span(run.source, first, count)
    began = time.perf_counter()
    codes, nodes, scores = bytearray(count), array("Q", bytes(8 * count)), Counter[int]()
    if run.score or span.scheme == "pysol":
        _solve_one_by_one(run, span, solver, is_stopped, codes, nodes, scores)
    else:
        _solve_at_once(run, span, solver, codes, nodes)
    unknown = VERDICTS.index("unknown")
    unknowns = [n for n in range(count) if codes[n] == unknown] if unknown in codes else []
    tally = Tally(
        solvable=codes.count(VERDICTS.index("solvable")),
        unsolvable=codes.count(VERDICTS.index("unsolvable")),
        # A run has no time limit; a deal that ended below its node limit lacked memory.
        unknown=Counter("node-limit" if nodes[n] == run.node_limit else "memory-limit" for n in unknowns),
        nodes=sum(nodes),
        histogram=_histogram(codes, nodes),
        scores=scores,
        hardest=_hardest(first, nodes),
        seconds=time.perf_counter() - began,
    )
    return Shard(first, tally, tuple(first + n for n in unknowns), pack(codes) if run.verdicts else None)


def _solve_at_once(run: Run, span: Source, solver: Solver, codes: bytearray, nodes: "array[int]") -> None:
    """Search in one loop without the GIL."""
    start = bytes(map(code, starting_deck(span.ranks or RANKS)))
    family = "ms" if span.seed is None else "rng"
    try:
        done = solver._core.decide_range(
            family, span.seed or 0, span.first, start, codes, nodes, node_limit=run.node_limit
        )
    except MemoryError as error:
        raise LimitError(f"memory limit: {run.memory_limit} MiB: {error}") from None
    if done < span.count:
        raise Stopped


def _solve_one_by_one(
    run: Run,
    span: Source,
    solver: Solver,
    is_stopped: Callable[[], bool],
    codes: bytearray,
    nodes: "array[int]",
    scores: Counter[int],
) -> None:
    """Search for scores too, or deals that only Python can make."""
    for n, deal in enumerate(span):
        verdict, reason, left, nodes[n], _ = solver._core.decide(
            deal.codes(), _FIRST_ROW, _solver.NO_CARD, 1, for_score=run.score, node_limit=run.node_limit
        )
        if is_stopped() or reason == "interrupted":
            raise Stopped
        codes[n] = VERDICTS.index(cast(Verdict, verdict))
        if run.score and (verdict == "solvable" or reason is None):
            scores[len(deal.cards) - 4 - (left or 0)] += 1  # `left` is never None after a search


def _hardest(first: int, nodes: "array[int]") -> tuple[Hard, ...]:
    # Counted downwards, so that of equal ones the lowest number is the largest pair.
    most = nlargest(HARDEST, zip(nodes, range(0, -len(nodes), -1), strict=True))
    return tuple(Hard(entered, first - n) for entered, n in most)


def _histogram(codes: bytearray, nodes: "array[int]") -> Counter[tuple[Verdict, int]]:
    """Count deals by verdict and bit length: both in one byte, as 65 * code + bits, which count quickly."""
    bits = bytes(map(int.bit_length, nodes))
    keys = 65 * int.from_bytes(codes, "big") + int.from_bytes(bits, "big")
    packed = keys.to_bytes(len(codes), "big")
    return Counter({(VERDICTS[key // 65], key % 65): packed.count(key) for key in set(packed)})


def pack(codes: bytes | bytearray) -> bytes:
    """Put four verdict codes into a byte; whole shards at a time, as a loop over deals would be slow."""
    size = (len(codes) + 3) // 4
    lanes = (int.from_bytes(codes[lane::4], "little") << 2 * lane for lane in range(4))
    return sum(lanes).to_bytes(size, "little")
