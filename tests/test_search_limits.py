"""How a search ends before its time: limits, the stop flag, Ctrl-C, too little memory."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from kernel_decks import ALL_RULES, ask, decks, new_core

from acesup import _solver
from acesup.deal import Deal
from acesup.errors import LimitError
from acesup.numbering import Numbering
from acesup.referee import verify
from acesup.rules import Rules
from acesup.solve import Solver, solve, solve_many, solve_range
from acesup.source import Source

# A deal and rules that take far more than a minute; if a better search decides it, take another.
HARD = Deal.from_source("rng:1/3")
HARD_RULES = "pairs"
PROMPT_SECONDS = 0.2


# Nodes


@pytest.mark.parametrize("score", [False, True], ids=["verdict", "score"])
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_node_limit_is_exact(rules: Rules, score: bool) -> None:
    core = new_core(rules)
    for deal in decks(rules, 4, 6, "nodes"):
        numbering, whole = Numbering.of(deal), ask(core, deal, score=score)

        def found(limit: int, numbering: Numbering = numbering) -> tuple[str, str | None, int]:
            verdict, reason, _, nodes, _ = core.decide(
                numbering.codes(), numbering.columns, numbering.cell, numbering.rows,
                for_score=score, node_limit=limit,
            )  # fmt: skip
            return verdict, reason, nodes

        assert found(whole.nodes) == (whole.verdict, None, whole.nodes)
        for limit in {0, whole.nodes // 2, whole.nodes - 1}:
            verdict, reason, nodes = found(limit)
            assert (reason, nodes) == ("node-limit", limit)
            assert verdict == "unknown" or (score and verdict == whole.verdict == "unsolvable")


@pytest.mark.parametrize("rules", ["standard", "kpat-solver", "free-cell", "stacked-only", "ace-only"])
def test_node_limit_is_exact_on_whole_decks(rules: str) -> None:
    solver = Solver(rules)
    for deal in Source.span("kpat", 2, 4):
        nodes = solver.solve(deal).nodes
        assert solver.solve(deal, node_limit=nodes).reason is None
        short = solver.solve(deal, node_limit=nodes - 1)
        assert (short.verdict, short.reason, short.nodes) == ("unknown", "node-limit", nodes - 1)
        assert (short.line, short.score) == (None, None)


def test_node_limit_of_a_range_is_per_deal() -> None:
    whole = solve_range("rng:1", 0, 50, "kpat-solver")
    limit = sorted(whole.nodes)[25]
    part = solve_range("rng:1", 0, 50, "kpat-solver", node_limit=limit)
    for n, nodes in enumerate(whole.nodes):
        if nodes <= limit:
            assert (part.verdicts[n], part.nodes[n]) == (whole.verdicts[n], nodes)
        else:
            assert (_solver.VERDICTS[part.verdicts[n]], part.nodes[n]) == ("unknown", limit)


def test_a_score_that_is_not_proved() -> None:
    """The line reaches what was found, which is the least that there is."""
    result = solve(HARD, HARD_RULES, node_limit=10_000, score=True)
    assert (result.verdict, result.reason, result.score) == ("unknown", "node-limit", None)
    assert result.line is not None
    assert verify(HARD, HARD_RULES, result.line).score == result.score_at_least
    assert 0 < result.score_at_least < 48


# Time


def test_time_limit() -> None:
    """The best of three, as other programs may hold the processor."""
    seconds = []
    for _ in range(3):
        began = time.monotonic()
        result = solve(HARD, HARD_RULES, time_limit=0.1)
        seconds.append(time.monotonic() - began)
    assert 0.1 <= min(seconds) < 0.1 + PROMPT_SECONDS
    assert (result.verdict, result.reason) == ("unknown", "time-limit")
    assert (result.line, result.score, result.score_at_least) == (None, None, None)
    assert result.nodes > 0
    assert result.seconds >= 0.1


def test_no_time_at_all_still_decides_what_is_at_hand() -> None:
    """The clock is asked every few thousand positions."""
    assert solve(Deal.from_source("rng:1/0@A,K"), time_limit=0).verdict != "unknown"


# Stop


@contextmanager
def called_after(seconds: float, call: Callable[[], object]) -> Iterator[None]:
    timer = threading.Timer(seconds, call)
    timer.start()
    try:
        yield
    finally:
        timer.join()


def test_stop_from_another_thread() -> None:
    solver = Solver(HARD_RULES)
    easy = Deal.from_source("rng:1/0@A,K,Q")
    before = solver.solve(easy)
    stopped_at = 0.0

    def stop() -> None:
        nonlocal stopped_at
        assert solver.nodes > 0
        stopped_at = time.monotonic()
        solver.stop()

    with called_after(0.2, stop):
        result = solver.solve(HARD)
    assert time.monotonic() - stopped_at < PROMPT_SECONDS
    assert (result.verdict, result.reason) == ("unknown", "interrupted")
    assert result.nodes == solver.nodes
    after = solver.solve(easy)
    assert (after.verdict, after.nodes, after.line) == (before.verdict, before.nodes, before.line)


def test_stop_between_solves_does_nothing() -> None:
    solver = Solver()
    solver.stop()
    assert solver.solve(Deal.from_source("rng:1/0@A,K")).reason is None


def test_a_closed_iterator_ends_its_searches() -> None:
    results = solve_many([Deal.from_source("rng:1/1"), HARD, HARD, HARD], HARD_RULES, threads=2)
    next(results)
    began = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 2 * PROMPT_SECONDS


# Signals


class Alarm(Exception):
    """What a signal handler raises."""


@pytest.fixture
def alarm() -> Iterator[None]:
    """Let SIGALRM raise."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize(
    "search",
    [
        lambda: solve(HARD, HARD_RULES),
        lambda: solve_range("rng:1", 3, 10, HARD_RULES),
        lambda: list(solve_many([HARD] * 8, HARD_RULES, threads=2)),
    ],
    ids=["solve", "solve_range", "solve_many"],
)
def test_what_a_signal_handler_raises_is_raised(search: Callable[[], object]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    began = time.monotonic()
    with pytest.raises(Alarm):
        search()
    assert 0.2 < time.monotonic() - began < 0.3 + 2 * PROMPT_SECONDS


def test_a_handler_that_does_not_raise_is_no_end() -> None:
    rung = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert solve(HARD, HARD_RULES, time_limit=0.4).reason == "time-limit"
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rung == [signal.SIGALRM]


# A program started in the background may have been told to ignore Ctrl-C.
PROGRAM = """
import signal, sys, time, acesup
signal.signal(signal.SIGINT, signal.default_int_handler)
deal, rules = acesup.Deal.from_source(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
try:
    {search}
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
"""


def seconds_to_end(search: str) -> float:
    """Press Ctrl-C in a process that searches: the time until it raises KeyboardInterrupt."""
    arguments = [sys.executable, "-c", PROGRAM.format(search=search), str(HARD.source), HARD_RULES]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            ended, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    return float(ended) - pressed


@pytest.mark.parametrize(
    "search",
    [
        "acesup.solve(deal, rules)",
        "acesup.best_score(deal, rules)",
        "list(acesup.solve_many([deal] * 8, rules))",
        "list(acesup.solve_many([deal] * 8, rules, threads=2))",
        "acesup.solve_range('rng:1', 3, 100, rules)",
    ],
)
def test_ctrl_c(search: str) -> None:
    """The best of three, as other programs may hold the processor."""
    assert min(seconds_to_end(search) for _ in range(3)) < PROMPT_SECONDS


# Memory


@pytest.mark.parametrize("memory_limit", [0, -1, 1 / 65, float("nan"), float("-inf")])
def test_too_little_memory_is_refused(memory_limit: float) -> None:
    with pytest.raises(LimitError, match=r"memory limit: .* MiB, expected at least 0\.015625"):
        Solver(memory_limit=memory_limit)


@pytest.mark.parametrize("score", [False, True], ids=["verdict", "score"])
@pytest.mark.parametrize("memory_limit", [2.0**30, 2.0**60, float("inf")])
@pytest.mark.parametrize("rules", ["standard", "free-cell", "pairs"])
def test_more_memory_than_there_is(rules: str, memory_limit: float, score: bool) -> None:
    """A search that cannot get its memory says so, each time; one that needs little of it may do without."""
    deal = Deal.from_source("rng:1/0@A,K,Q")
    truth = solve(deal, rules)
    solver = Solver(rules, memory_limit=memory_limit)
    for _ in range(2):
        result = solver.solve(deal, score=score)
        if result.reason is None:
            assert result.verdict == truth.verdict
        else:
            assert (result.verdict, result.reason, result.score) == ("unknown", "memory-limit", None)


def test_more_memory_than_there_is_for_a_range() -> None:
    with pytest.raises(MemoryError):
        solve_range("rng:1", 0, 3, "free-cell", memory_limit=2.0**60)


# What cannot be a limit


@pytest.mark.parametrize("node_limit", [-1, 2**64])
def test_node_limits_out_of_range(node_limit: int) -> None:
    with pytest.raises(LimitError, match=f"node limit: {node_limit}, expected 0 to 2\\^64 - 1"):
        solve(HARD, node_limit=node_limit)
    with pytest.raises(LimitError, match="node limit"):
        solve_range("rng:1", 0, 1, node_limit=node_limit)


@pytest.mark.parametrize("time_limit", [-1, float("nan"), float("inf")])
def test_time_limits_out_of_range(time_limit: float) -> None:
    with pytest.raises(LimitError, match=r"time limit: .* seconds, expected a number from 0 up"):
        solve(HARD, time_limit=time_limit)


# All codes


def test_every_code_has_a_test_here() -> None:
    """A new one needs a test of its own, and a place in this list."""
    assert _solver.VERDICTS == ("unsolvable", "solvable", "unknown")
    assert _solver.REASONS == (None, "node-limit", "time-limit", "memory-limit", "interrupted")
