"""`acesup solve`: the verdict and the line of each deal."""

import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial

import click
from rich.console import Console
from rich.text import Text

from acesup.cli.inputs import Inputs, Starts, inputs_options
from acesup.cli.options import ChosenRules, Limits, limits_options, rules_options
from acesup.cli.program import Command, InternalError, options_of
from acesup.cli.progress import Watch, watched
from acesup.cli.screen import out, pen_for, progress_screen
from acesup.errors import IllegalMoveError
from acesup.referee import verify
from acesup.result import Result, name
from acesup.solve import Solver, solve_many

EXAMPLES = """\b
Examples:
  acesup solve kpat:2                         one deal in full
  acesup solve 'AS TD 9C ...'                 the 52 cards in the order of the deal
  acesup solve kpat:1-500 -j 2                one line a deal, two threads
  acesup solve kpat:7 --rules ace-only --score
  acesup solve --position here.json
  acesup solve -f deals.txt --json > results.jsonl
  if acesup solve kpat:2 --quiet; then echo 'it can go out'; fi

\b
Exit codes, the first that applies:
  130 interrupted, 2 bad usage or input, 3 a deal unknown or a score not proved,
  1 a deal unsolvable, 0 all solvable
"""
option = options_of("Output")


@dataclass(frozen=True)
class Output:
    """Where and how results are printed: as JSON, in full, or else in one line each."""

    screen: Console
    as_json: bool
    in_full: bool

    def show(self, result: Result, number: int) -> None:
        """Print one result; `number` is its place among the results, from 1."""
        pen = pen_for(self.screen)
        if self.as_json:
            self.screen.print(Text(json.dumps(result.to_json())), soft_wrap=True)
        elif self.in_full:
            if number > 1:
                self.screen.print()
            self.screen.print(pen.answer(result), soft_wrap=pen.width is None)
        else:
            self.screen.print(pen.one_line(result, number), soft_wrap=True)


@click.command(cls=Command, epilog=EXAMPLES)
@inputs_options
@rules_options
@limits_options
@option("--score", is_flag=True, help="Prove the best score, also where no line discards all.")
@option("-j", "--threads", type=click.IntRange(1), default=1, show_default=True, metavar="N",
        help="Deals to search at a time; the results keep the order of the deals.")  # fmt: skip
@option("--lines", is_flag=True, help="Answer several deals in full too, with their lines.")
@option("--json", "as_json", is_flag=True, help="Print one JSON object a deal.")
@option("--quiet", is_flag=True, help="Print nothing: the exit code answers.")
def solve(
    inputs: Inputs,
    rules: ChosenRules,
    limits: Limits,
    score: bool,
    threads: int,
    lines: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Decide whether deals can go out, and show a line.

    A DEAL is its cards in deal order, in one argument or in many, or a source of numbered deals: kpat:N,
    ms:N, pysol:N, rng:SEED/INDEX, or a range such as kpat:1-500. Without any, standard input is read.
    """
    starts, screen, code = inputs.read(rules), out(), 0
    output = Output(screen, as_json, lines or (not (as_json or quiet) and starts.is_single()))
    with (
        Watch(None if quiet else progress_screen(screen), starts.total) as watch,
        closing(run(starts, limits, threads, score, watch)) as results,
    ):
        for number, result in enumerate(checked(results), 1):
            watch.done(result)
            if not quiet:
                output.show(result, number)
            code = max(code, exit_code(result, score))
    if starts.error:
        raise starts.error
    return code


def exit_code(result: Result, score: bool) -> int:
    """Return the exit code for one result; that for several is the highest."""
    if result.verdict == "unknown" or (score and result.score is None):
        return 3
    return 0 if result.verdict == "solvable" else 1


def checked(results: Iterable[Result]) -> Iterator[Result]:
    """Pass results on, once the referee has found each line legal and as good as claimed."""
    try:
        for result in results:
            _check(result)
            yield result
    except IllegalMoveError as error:
        raise InternalError(f"the search found an illegal line: {error}") from error


def _check(result: Result) -> None:
    if result.line is None:
        if result.verdict == "solvable":
            raise InternalError(f"{name(result.deal)} is called solvable, but there is no line")
        return
    report = verify(result.deal, result.rules, result.line)
    if report.won != (result.verdict == "solvable"):
        raise InternalError(f"{name(result.deal)} is called {result.verdict}, but its line is {report}")
    if result.score_at_least not in (None, report.score):
        raise InternalError(
            f"the line of {name(result.deal)} does not score {result.score_at_least}: {report}"
        )


def run(
    starts: Starts, limits: Limits, threads: int, score: bool, watch: Watch
) -> Generator[Result, None, None]:
    """Solve deals in their order. Closing the iterator stops the searches."""
    if threads == 1 or starts.total == 1:
        yield from _one_by_one(starts, limits, score, watch)
    else:
        yield from solve_many(starts, starts.rules, threads=threads, score=score, **asdict(limits))


def _one_by_one(starts: Starts, limits: Limits, score: bool, watch: Watch) -> Iterator[Result]:
    """Search in another thread, so that this one can watch, and stop a search without losing its result."""
    solver = Solver(
        starts.rules, ordering=limits.ordering, without=limits.without, memory_limit=limits.memory_limit
    )
    for start in starts:
        search = partial(
            solver.solve, start, node_limit=limits.node_limit, time_limit=limits.time_limit, score=score
        )
        result, interrupted = watched(search, solver, watch)
        yield result
        if interrupted:
            raise KeyboardInterrupt
