"""The verdicts around a line: of each of its positions, and of each that one other move leads to."""

from collections.abc import Callable, Sequence

from acesup.position import Position
from acesup.result import Result, Verdict
from acesup.solve import Solver
from acesup.steps import Step

NODE_LIMIT = 100_000
"""How many positions may be searched for each of these verdicts; so a page takes seconds at most, mostly."""
_MEMORY_LIMIT_MIB = 16.0  # searches as short as these fill no more


def verdicts_around(
    result: Result,
    steps: Sequence[Step],
    *,
    node_limit: int = NODE_LIMIT,
    watch: Callable[[int], None] | None = None,
) -> dict[str, Verdict]:
    """Return verdicts by the key of their position: `unknown` where the limit ended the search.

    steps: of the line of the result. watch: is told the positions searched so far, again and again.
    """
    positions = around(steps)
    if result.verdict == "unsolvable":
        return dict.fromkeys(positions, "unsolvable")  # what is lost stays lost
    solver = Solver(result.rules, memory_limit=_MEMORY_LIMIT_MIB)
    nodes = 0
    verdicts: dict[str, Verdict] = {}
    if result.verdict == "solvable":
        verdicts = {step.after.key(): "solvable" for step in steps}
    for key, position in positions.items():
        if key not in verdicts:
            verdicts[key] = solver.verdict(position, node_limit=node_limit)
            nodes += solver.nodes
            if watch:
                watch(nodes)
    return verdicts


def around(steps: Sequence[Step]) -> dict[str, Position]:
    """Return by their keys the positions of a line, and those that one other move leads to."""
    found: dict[str, Position] = {}
    for step in steps:
        found[step.after.key()] = step.after
        for move in step.after.legal_moves():
            beside = step.after.copy()
            beside.play(move)
            found.setdefault(beside.key(), beside)
    return found
