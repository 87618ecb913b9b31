"""The move that lost: what a game that was played did to its chances."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from acesup.deal import Deal
from acesup.line import Line, Move
from acesup.position import Position
from acesup.referee import start_of
from acesup.result import SCHEMA, Verdict
from acesup.rules import Rules, RulesLike
from acesup.solve import MEMORY_LIMIT_MIB, Solver
from acesup.steps import Step, steps_of

Outcome: TypeAlias = Literal["won", "alive", "lost", "unknown"]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What became of a game. Immutable.

    outcome: `won`, `alive` (it could still be won at the end), `lost`, or `unknown` where a limit ended the
      searches too soon to say which move lost.
    steps: the start and every move.
    alive: the number of the last step after which a win is known to be possible; None if there is none.
    lost: the number of the first step after which none is known to be; 0 for the deal itself, None if there
      is none. Where the outcome is `lost`, this is the step that lost, and the one before is `alive`.
    kept_alive: the moves that would have kept a win possible instead of the one that lost.
    undecided: other moves there, of which a limit left it open.
    win: a line that wins from the deal on, and as long as it can goes as the game did; None if none is known.
    """

    deal: Deal | Position
    rules: Rules
    outcome: Outcome
    steps: tuple[Step, ...]
    alive: int | None
    lost: int | None
    kept_alive: tuple[Move, ...]
    undecided: tuple[Move, ...]
    win: Line | None

    @property
    def line(self) -> Line:
        """The game that was played."""
        return Line(step.move for step in self.steps if step.move)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `acesup explain --json` writes (docs/formats.md)."""
        from importlib.metadata import version  # slow to import, and seldom needed

        deal = self.deal if isinstance(self.deal, Deal) else None
        data = {
            "schema": SCHEMA,
            "version": version("acesup"),
            "deal": deal and str(deal),
            "source": deal and deal.source,
            "rules": self.rules.to_json(),
            "preset": self.rules.preset_name,
            "line": str(self.line),
            "outcome": self.outcome,
            "alive": self.alive,
            "lost": self.lost,
            "kept_alive": list(map(str, self.kept_alive)),
            "undecided": list(map(str, self.undecided)),
            "win": None if self.win is None else str(self.win),
        }
        return data if deal else data | {"position": self.steps[0].after.to_json()}


def explain(
    deal: Deal | Position,
    rules: RulesLike | None,
    line: Iterable[Move] | str,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float = MEMORY_LIMIT_MIB,
) -> Explanation:
    """Find the move of a game after which it was lost, and what would have kept it alive.

    rules: None means `standard` for a deal, its own rules for a position.
    node_limit, time_limit: positions and seconds of each search; there is one for about seven positions of
      the game, and for every move beside the one that lost.
    memory_limit: MiB for the table.

    Raises IllegalMoveError with the first illegal step, LineFormatError, DealFormatError, RulesError or
    LimitError. Safe in any thread.
    """
    solver = Solver(start_of(deal, rules).rules, memory_limit=memory_limit)
    return explain_with(solver, deal, line, node_limit=node_limit, time_limit=time_limit)


def explain_with(
    solver: Solver,
    deal: Deal | Position,
    line: Iterable[Move] | str,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """Explain a game with a solver of one's own, which has the rules and can be watched and stopped."""
    moves = Line.parse(line) if isinstance(line, str) else line
    steps = tuple(steps_of(start_of(deal, solver.rules), moves))

    def decide(position: Position) -> Verdict:
        return solver.verdict(position, node_limit=node_limit, time_limit=time_limit)

    alive, lost = len(steps) - 1, len(steps)
    if not steps[-1].after.is_won:
        alive, lost = turning_point(lambda number: decide(steps[number].after), len(steps))
    kept, undecided, win = [], [], None
    if 0 < lost == alive + 1 < len(steps):
        before = steps[alive].after
        others = {move: decide(_after(before, move)) for move in before.legal_moves()}
        kept = [move for move, verdict in others.items() if verdict == "solvable"]
        undecided = [move for move, verdict in others.items() if verdict == "unknown"]
    if alive >= 0:
        rest = solver.solve(steps[alive].after, node_limit=node_limit, time_limit=time_limit).line
        begun = [step.move for step in steps[1 : alive + 1] if step.move]
        win = None if rest is None else Line([*begun, *rest])
    return Explanation(
        deal=deal,
        rules=solver.rules,
        outcome=_outcome(steps, alive, lost),
        steps=steps,
        alive=None if alive < 0 else alive,
        lost=None if lost == len(steps) else lost,
        kept_alive=tuple(kept),
        undecided=tuple(undecided),
        win=win,
    )


def turning_point(decide: Callable[[int], Verdict], count: int) -> tuple[int, int]:
    """Return the last of `count` positions of a game that is known to be solvable, and the first not to be.

    What is lost stays lost, so halving finds them. −1 if none is solvable, `count` if none is unsolvable;
    between the two are only those that `decide` leaves unknown.
    """
    solvable, unsolvable, unknown = -1, count, set[int]()
    while between := [n for n in range(solvable + 1, unsolvable) if n not in unknown]:
        middle = between[len(between) // 2]
        verdict = decide(middle)
        if verdict == "solvable":
            solvable = middle
        elif verdict == "unsolvable":
            unsolvable = middle
        else:
            unknown.add(middle)
    return solvable, unsolvable


def _outcome(steps: tuple[Step, ...], alive: int, lost: int) -> Outcome:
    if steps[-1].after.is_won:
        return "won"
    if lost > alive + 1:
        return "unknown"
    return "lost" if lost < len(steps) else "alive"


def _after(position: Position, move: Move) -> Position:
    after = position.copy()
    after.play(move)
    return after
