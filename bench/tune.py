"""Tune the weights of the ordering `weighted`: coordinate search on training deals.

Each weight in turn is moved a step up and down, and the move is kept if the geometric mean of the nodes
falls; when none helps, the steps are halved. Nothing is random: the same deals give the same weights.
What was found is to be judged on deals that it was not chosen by; the last line is the command.

    python bench/tune.py --rules standard --count 300
"""

import argparse
import math

import acesup
from acesup import PARAMETERS

START = {**PARAMETERS["weighted"], "aces-down": 8}
FIXED = "table"  # only the ratio of the weights counts
STEPS = (32, 16, 8, 4, 2)


def main() -> None:
    """Tune, and show every improvement."""
    options = _options()
    weights = dict(START)
    best = cost(weights, options)
    for step in STEPS:
        improved = True
        while improved:
            improved = False
            for name in weights:
                for change in (step, -step):
                    trial = {**weights, name: weights[name] + change}
                    found = cost(trial, options) if name != FIXED else best
                    if found < best:
                        weights, best, improved = trial, found, True
                        print(f"{best:12.2f} nodes, geometric mean: {spell(weights)}", flush=True)
                        break
    print(f"acesup bench compare --rules {options.rules} --source {options.judge} \\")
    print(f"  --ordering {acesup.default_ordering(options.rules)} --ordering {spell(weights)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rules", default="standard")
    parser.add_argument("--source", default="rng:2", help="of the training deals, from number 0 on")
    parser.add_argument("--judge", default="rng:3", help="of the deals that the result is to be judged on")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--node-limit", type=int, default=300_000)
    return parser.parse_args()


def spell(weights: dict[str, int]) -> str:
    """Write weights as the name of an ordering."""
    text = ",".join(f"{name}={weight}" for name, weight in weights.items())
    return acesup.Ordering.of(f"weighted:{text}").name


def cost(weights: dict[str, int], options: argparse.Namespace) -> float:
    """Return the geometric mean of the nodes of the training deals."""
    found = acesup.solve_range(
        options.source, 0, options.count, options.rules,
        ordering=spell(weights), node_limit=options.node_limit,
    )  # fmt: skip
    return math.exp(sum(map(math.log, found.nodes)) / options.count)


if __name__ == "__main__":
    main()
