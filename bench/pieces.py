"""Hot pieces, each by itself, by pytest-benchmark: `make bench-pieces`.

Pieces tell where time goes when `speed.py` says that it went. Compare with an earlier run by
`--benchmark-save` and `--benchmark-compare`.
"""

from collections.abc import Callable
from typing import Any

import pytest

import acesup
from acesup.numbering import Numbering
from acesup.orderings import ORDERINGS
from acesup.tidy import tidy

Benchmark = Callable[..., Any]
DEAL = acesup.Deal.from_source("kpat:2")
TEXT = str(DEAL)
RESULT = acesup.solve(DEAL)
START = acesup.Position.start(DEAL.cards, acesup.Rules())


@pytest.mark.parametrize("preset", acesup.PRESETS)
def test_range(benchmark: Benchmark, preset: str) -> None:
    """Ten deals in one loop: the searches and nothing else."""
    solver = acesup.Solver(preset)
    benchmark(solver.solve_range, "rng:1", 0, 10, node_limit=2000)


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_ordering(benchmark: Benchmark, ordering: str) -> None:
    """The same nodes at most, so that what an ordering itself costs can be seen."""
    solver = acesup.Solver("free-cell", ordering=ordering)
    benchmark(solver.solve_range, "rng:1", 0, 10, node_limit=200)


def test_solve_one(benchmark: Benchmark) -> None:
    """A deal with its line, as the command line asks for it."""
    benchmark(acesup.Solver().solve, DEAL)


def test_a_solver(benchmark: Benchmark) -> None:
    """What the first solve costs besides."""
    benchmark(acesup.Solver)


def test_parse(benchmark: Benchmark) -> None:
    """A deal of text."""
    benchmark(acesup.Deal.parse, TEXT)


def test_source(benchmark: Benchmark) -> None:
    """The cards of a number."""
    benchmark(acesup.Deal.from_source, "rng:1/5")


def test_numbering(benchmark: Benchmark) -> None:
    """From cards to numbers."""
    benchmark(Numbering.of, START)


def test_referee(benchmark: Benchmark) -> None:
    """A line replayed."""
    benchmark(acesup.verify, DEAL, None, RESULT.line)


def test_tidy(benchmark: Benchmark) -> None:
    """A line without detours."""
    benchmark(tidy, START, RESULT.line)


def test_legal_moves(benchmark: Benchmark) -> None:
    """The moves of a position in plain Python."""
    benchmark(START.legal_moves)
