"""What a search says of a deal."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from acesup import picture
from acesup.deal import Deal
from acesup.line import Line
from acesup.position import Position
from acesup.referee import start_of
from acesup.rules import Rules
from acesup.steps import steps_of

Verdict: TypeAlias = Literal["solvable", "unsolvable", "unknown"]
Reason: TypeAlias = Literal["node-limit", "time-limit", "memory-limit", "interrupted"]

SCHEMA = 1
"""The version of the JSON form of a result."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer about one deal (or position in mid-game) under some rules. Immutable.

    verdict: `solvable` (there is a line), `unsolvable` (proved), `unknown`.
    reason: why the search ended before it had proved all that was asked; None if nothing was missing.
    line: the moves to the win, or to the best score found where the score was asked for; else None.
    score: the most cards that can be discarded, 4 * (ranks - 1) at most; None where it is not proved.
    score_at_least: cards discarded by the line, where the score was asked for; else None.
    nodes: positions entered. They depend on the deal, the rules, the ordering, the switches and the table
      size alone.
    seconds: wall-clock time of the search.
    without: the switches that were off.
    """

    deal: Deal | Position
    rules: Rules
    ordering: str
    verdict: Verdict
    reason: Reason | None
    line: Line | None
    score: int | None
    score_at_least: int | None
    nodes: int
    seconds: float
    without: tuple[str, ...] = ()

    @property
    def most(self) -> int:
        """The score of a win."""
        return 4 * (len(self.deal.ranks) - 1)

    def in_words(self) -> str:
        """Say what the result answers: the verdict, what it means, and what stopped the search."""
        says = {
            "solvable": f"all {self.most} cards can be discarded",
            "unsolvable": f"no line discards all {self.most} cards",
            "unknown": "not decided",
        }[self.verdict]
        if self.score_at_least is not None and self.verdict != "solvable":
            says += f", {self.score_in_words()}"
        return f"{self.verdict}: {says}" + (f" ({self.reason.replace('-', ' ')})" if self.reason else "")

    def score_in_words(self) -> str:
        """Say the score that was proved, or else the one that the line reaches."""
        least = "" if self.score is not None else "at least "
        return f"score {least}{self.score_at_least} of {self.most}"

    def _repr_svg_(self) -> str:
        """Draw what was asked about, for a notebook."""
        return self.deal._repr_svg_()

    def _repr_html_(self) -> str:
        """Draw the deal, the answer and the line in words, for a notebook."""
        steps = steps_of(start_of(self.deal, self.rules), self.line or ())
        told = (" ".join([step.words(), *step.withheld_words()]) for step in steps[1:])
        answer = f"{self.in_words()} (rules: {self.rules})"
        return picture.figure(self._repr_svg_(), name(self.deal), answer) + picture.numbered(told)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `acesup solve --json` writes (docs/formats.md)."""
        from importlib.metadata import version  # slow to import, and seldom needed

        deal = self.deal if isinstance(self.deal, Deal) else None
        position = self.deal if isinstance(self.deal, Position) else None
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "version": version("acesup"),
            "deal": deal and str(deal),
            "source": deal and deal.source,
            "scheme": deal and deal.scheme,
            "rules": self.rules.to_json(),
            "preset": self.rules.preset_name,
            "ordering": self.ordering,
            "verdict": self.verdict,
            "reason": self.reason,
            "line": None if self.line is None else str(self.line),
            "score": self.score,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
        if self.without:
            data["without"] = list(self.without)
        if self.score_at_least is not None:
            data["score_at_least"] = self.score_at_least
        if position:
            data["position"] = position.to_json()
        return data


def name(deal: Deal | Position, number: int | None = None) -> str:
    """Return what to call a deal: its source, or what it is and its number if there are several."""
    source = deal.source if isinstance(deal, Deal) else None
    kind = "deal" if isinstance(deal, Deal) else "position"
    return source or (kind if number is None else f"{kind} {number}")
