"""Aces Up decided exactly: can a deal go out, by which line, and if not, what is the best score.

>>> import acesup
>>> result = acesup.solve(acesup.Deal.from_source("kpat:3"), "kpat-solver")
>>> result.verdict
'unsolvable'
"""

from acesup.deal import Deal
from acesup.deal_file import read_deals
from acesup.errors import (
    AcesUpError,
    DealFormatError,
    IllegalMoveError,
    LimitError,
    LineFormatError,
    OrderingError,
    RulesError,
    SwitchError,
)
from acesup.explain import Explanation, explain
from acesup.line import Line, Move
from acesup.orderings import ORDERINGS, PARAMETERS, Layout, Ordering, get_include
from acesup.page import html_page
from acesup.position import Position
from acesup.referee import Report, verify
from acesup.result import Result
from acesup.rules import PRESETS, Rules
from acesup.solve import (
    VERDICTS,
    RangeResult,
    Solver,
    best_score,
    default_ordering,
    solve,
    solve_many,
    solve_range,
)
from acesup.source import Source
from acesup.switches import SWITCHES

__all__ = [
    "ORDERINGS",
    "PARAMETERS",
    "PRESETS",
    "SWITCHES",
    "VERDICTS",
    "AcesUpError",
    "Deal",
    "DealFormatError",
    "Explanation",
    "IllegalMoveError",
    "Layout",
    "LimitError",
    "Line",
    "LineFormatError",
    "Move",
    "Ordering",
    "OrderingError",
    "Position",
    "RangeResult",
    "Report",
    "Result",
    "Rules",
    "RulesError",
    "Solver",
    "Source",
    "SwitchError",
    "best_score",
    "default_ordering",
    "explain",
    "get_include",
    "html_page",
    "read_deals",
    "solve",
    "solve_many",
    "solve_range",
    "verify",
]
