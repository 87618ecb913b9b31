"""Decide deals: one, many, or a whole range of deal numbers."""

import time
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import cast

from acesup import _solver
from acesup.cards import RANKS, starting_deck
from acesup.deal import Deal
from acesup.errors import LimitError
from acesup.numbering import Numbering, code
from acesup.orderings import Ordering, OrderingLike
from acesup.position import Position
from acesup.referee import start_of, verify
from acesup.result import Reason, Result, Verdict
from acesup.retrace import retrace
from acesup.rules import Rules, RulesLike
from acesup.source import Source
from acesup.switches import known_switches
from acesup.tidy import tidy

MEMORY_LIMIT_MIB = 256.0
"""The default size of a solver's table, in MiB."""
VERDICTS: tuple[Verdict, ...] = cast("tuple[Verdict, ...]", _solver.VERDICTS)
"""The verdict of each code that `solve_range` returns."""
_MIB = 1 << 20


def default_ordering(rules: RulesLike) -> str:
    """Return the ordering that did best under these rules (docs/heuristics.md).

    With a cell nearly every deal goes out, and soon for who clears the table; under `standard` half of them
    do. Elsewhere proofs of loss are the cost, and no ordering pays for itself.
    """
    rules = Rules.of(rules)
    if rules.cells:
        return "weighted:gaps=48,aces-down=40,tallest=-6,deal=32,fill=-4"
    if rules == Rules():
        return "weighted:aces-down=12"
    return "rule-order"


class Solver:
    """The search of one thread under one rule set; its table is kept from deal to deal.

    rules: a `Rules`, a preset's name or a mapping.
    ordering: as for `Ordering.of` (None: `default_ordering`). It may change the nodes and the line, never the
      verdict, and so may what follows.
    without: names of SWITCHES, prunings and stages to leave out.
    memory_limit: MiB for the table, at least 1/64; a full table forgets, and the search goes on.

    Raises RulesError, OrderingError, SwitchError or LimitError. One solver belongs to one thread; only
    `stop` and `nodes` may be used from others.
    """

    def __init__(
        self,
        rules: RulesLike = "standard",
        *,
        ordering: OrderingLike | None = None,
        without: Sequence[str] = (),
        memory_limit: float = MEMORY_LIMIT_MIB,
    ) -> None:
        self.rules = Rules.of(rules)
        chosen = Ordering.of(default_ordering(self.rules) if ordering is None else ordering)
        self.ordering = chosen.name
        self.without = known_switches(without)
        self._core = _solver.Core(
            self.rules, chosen.code, _table_bytes(memory_limit),
            parameters=chosen.parameters, without=self.without,
        )  # fmt: skip

    def solve(
        self,
        deal: Deal | Position,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        score: bool = False,
    ) -> Result:
        """Decide a deal, or a position in mid-game (under this solver's rules).

        node_limit: positions that may be entered, exact. time_limit: seconds. score: go on to the best score.
        Returns a Result; its line is checked by the referee. Raises LimitError, and KeyboardInterrupt within
        0.2 s of Ctrl-C. The search itself releases the GIL. What an ordering in Python raises ends the search
        and is raised.
        """
        _check_limits(node_limit, time_limit)
        start = start_of(deal, self.rules)
        numbering = Numbering.of(deal)
        began = time.perf_counter()
        verdict, reason, _, nodes, path = self._core.decide(
            *numbering.arguments(), for_score=score, node_limit=node_limit, time_limit=time_limit
        )
        seconds = time.perf_counter() - began
        line = None
        if path is not None and (score or verdict == "solvable"):
            line = tidy(start, retrace(start, numbering, path))
        report = verify(start, None, line) if line is not None else None
        if verdict == "solvable" and not (report and report.won):
            raise AssertionError(f"the line of the search does not win: {line}")
        at_least = report.score if report else None
        return Result(
            deal=deal,
            rules=self.rules,
            ordering=self.ordering,
            without=self.without,
            verdict=cast(Verdict, verdict),
            reason=cast("Reason | None", reason),
            line=line,
            score=at_least if verdict == "solvable" or reason is None else None,
            score_at_least=at_least if score else None,
            nodes=nodes,
            seconds=seconds,
        )

    def verdict(
        self, deal: Deal | Position, *, node_limit: int | None = None, time_limit: float | None = None
    ) -> Verdict:
        """Decide like `solve`, and say the verdict alone: quicker where many positions are asked about."""
        _check_limits(node_limit, time_limit)
        arguments = Numbering.of(deal).arguments()
        return cast(Verdict, self._core.decide(*arguments, node_limit=node_limit, time_limit=time_limit)[0])

    def solve_range(
        self, source: str, first: int, count: int, *, node_limit: int | None = None
    ) -> "RangeResult":
        """Decide numbered deals; else like the function of that name.

        After `stop` the result has the deals that were decided before. Raises MemoryError without memory
        for the table.
        """
        span = Source.span(source, first, count)
        _check_limits(node_limit, None)
        result = RangeResult(bytearray(count), array("Q", bytes(8 * count)))
        decide = self._one_by_one if span.scheme == "pysol" else self._at_once
        done = decide(span, result, node_limit)
        del result.verdicts[done:], result.nodes[done:]
        return result

    def _at_once(self, span: Source, result: "RangeResult", node_limit: int | None) -> int:
        """Search in one loop without the GIL; return how many deals were decided."""
        family = "ms" if span.seed is None else "rng"
        start = bytes(map(code, starting_deck(span.ranks or RANKS)))
        return self._core.decide_range(
            family, span.seed or 0, span.first, start, result.verdicts, result.nodes, node_limit=node_limit
        )

    def _one_by_one(self, span: Source, result: "RangeResult", node_limit: int | None) -> int:
        """The same for deals that only Python can make."""
        for n, deal in enumerate(span):
            verdict, reason, _, result.nodes[n], _ = self._core.decide(
                deal.codes(), (1, 2, 4, 8), _solver.NO_CARD, 1, node_limit=node_limit
            )
            if reason == "interrupted":
                return n
            result.verdicts[n] = VERDICTS.index(cast(Verdict, verdict))
        return span.count

    def stop(self) -> None:
        """End the solve that is running as `unknown`, reason `interrupted`. Safe from any thread."""
        self._core.stop()

    @property
    def nodes(self) -> int:
        """Positions entered by the solve that is running, or by the last one. Safe from any thread."""
        return self._core.nodes


def solve(
    deal: Deal | Position,
    rules: RulesLike | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float = MEMORY_LIMIT_MIB,
    ordering: OrderingLike | None = None,
    without: Sequence[str] = (),
    score: bool = False,
) -> Result:
    """Decide a deal, or a position in mid-game, by exhaustive search.

    rules: None means `standard` for a deal, its own rules for a position. For the rest see `Solver`, which is
    what to use for many deals. Safe in any thread.
    """
    solver = Solver(_rules_for(deal, rules), ordering=ordering, without=without, memory_limit=memory_limit)
    return solver.solve(deal, node_limit=node_limit, time_limit=time_limit, score=score)


def best_score(
    deal: Deal | Position,
    rules: RulesLike | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float = MEMORY_LIMIT_MIB,
    ordering: OrderingLike | None = None,
    without: Sequence[str] = (),
) -> Result:
    """Find the most cards that can be discarded, with a line that reaches it; otherwise like `solve`."""
    solver = Solver(_rules_for(deal, rules), ordering=ordering, without=without, memory_limit=memory_limit)
    return solver.solve(deal, node_limit=node_limit, time_limit=time_limit, score=True)


def solve_many(
    deals: Iterable[Deal | Position],
    rules: RulesLike = "standard",
    *,
    threads: int = 1,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float = MEMORY_LIMIT_MIB,
    ordering: OrderingLike | None = None,
    without: Sequence[str] = (),
    score: bool = False,
) -> Iterator[Result]:
    """Yield the result of each deal, in the order of the deals, which are read as they are needed.

    threads: at least 1; each has a table of its own of memory_limit MiB. Limits are per deal. Closing the
    iterator, or an exception such as KeyboardInterrupt, stops the searches.
    """
    if threads < 1:
        raise LimitError(f"threads: {threads}, expected at least 1")
    solvers = [
        Solver(rules, ordering=ordering, without=without, memory_limit=memory_limit) for _ in range(threads)
    ]
    if threads == 1:
        for deal in deals:
            yield solvers[0].solve(deal, node_limit=node_limit, time_limit=time_limit, score=score)
        return
    idle = deque(solvers)

    def run(deal: Deal | Position) -> Result:
        solver = idle.popleft()  # there is one for every thread of the pool
        try:
            return solver.solve(deal, node_limit=node_limit, time_limit=time_limit, score=score)
        finally:
            idle.append(solver)

    yield from _in_order(deals, run, solvers)


def _in_order(deals, run, solvers) -> Iterator[Result]:  # type: ignore[no-untyped-def]
    """Run deals in a pool, a few ahead of the one that is due."""
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(len(solvers)) as pool:
        try:
            for deal in deals:
                waiting.append(pool.submit(run, deal))
                while waiting and (waiting[0].done() or len(waiting) >= 4 * len(solvers)):
                    yield _take(waiting)
            while waiting:
                yield _take(waiting)
        finally:
            _end(waiting, solvers)


def _take(waiting: "deque[Future[Result]]") -> Result:
    """Return the first result; its deal stays in the queue until it is there."""
    result = waiting[0].result()
    waiting.popleft()
    return result


def _end(waiting: "deque[Future[Result]]", solvers: list[Solver]) -> None:
    """Stop all searches. One that is about to start would not see it yet, so say it until all have ended."""
    for future in waiting:
        future.cancel()
    while True:
        for solver in solvers:
            solver.stop()
        if not wait(waiting, timeout=0.02).not_done:
            return


@dataclass(frozen=True, slots=True)
class RangeResult:
    """What `solve_range` says: a verdict code (index of VERDICTS) and the nodes of each deal, in order."""

    verdicts: bytearray
    nodes: "array[int]"


def solve_range(
    source: str,
    first: int,
    count: int,
    rules: RulesLike = "standard",
    *,
    node_limit: int | None = None,
    memory_limit: float = MEMORY_LIMIT_MIB,
    ordering: OrderingLike | None = None,
    without: Sequence[str] = (),
) -> RangeResult:
    """Decide `count` numbered deals from number `first` on, in one loop without the GIL.

    source: `rng:SEED`, `rng:SEED@A,K,Q`, `kpat`, `ms` or `pysol`. Returns verdict codes, uint8, and nodes,
    uint64, one of each a deal. Raises DealFormatError if a number is out of range, and what `Solver` raises.
    """
    solver = Solver(rules, ordering=ordering, without=without, memory_limit=memory_limit)
    return solver.solve_range(source, first, count, node_limit=node_limit)


def _rules_for(deal: Deal | Position, rules: RulesLike | None) -> Rules:
    if rules is not None:
        return Rules.of(rules)
    return deal.rules if isinstance(deal, Position) else Rules()


def _table_bytes(memory_limit: float) -> int:
    """Return the bytes of a table. Raises LimitError if they are too few for the smallest."""
    least = _solver.TABLE_BYTES_MIN
    if not memory_limit * _MIB >= least:
        raise LimitError(f"memory limit: {memory_limit} MiB, expected at least {least / _MIB}")
    return int(min(memory_limit * _MIB, 1 << 62))


def _check_limits(node_limit: int | None, time_limit: float | None) -> None:
    if node_limit is not None and not 0 <= node_limit < 2**64:
        raise LimitError(f"node limit: {node_limit}, expected 0 to 2^64 - 1")
    if time_limit is not None and not 0 <= time_limit < float("inf"):
        raise LimitError(f"time limit: {time_limit} seconds, expected a number from 0 up")
