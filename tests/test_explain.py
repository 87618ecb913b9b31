"""The move that lost, against solving every position of the game."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import acesup
from acesup.cli import main
from acesup.deal import Deal
from acesup.explain import Explanation, explain, explain_with, turning_point
from acesup.line import Line, Move
from acesup.position import Position
from acesup.result import Verdict
from acesup.rules import PRESETS
from acesup.solve import Solver
from acesup.steps import steps_of

GAME = "x4 D D D"
CODES: dict[str, Verdict] = {"s": "solvable", "u": "unsolvable", "?": "unknown"}


def play(start: Position, dice: random.Random) -> list[Move]:
    """Play to the end as people do: mostly discarding, filling and dealing as it comes."""
    position, line = start.copy(), list[Move]()
    while position.stock or position.discardable():
        moves = position.legal_moves()
        discards = [move for move in moves if move.kind == "discard"]
        line.append(dice.choice(discards if discards and dice.random() < 0.8 else moves))
        position.play(line[-1])
    return line


def lost_games(count: int) -> Iterator[tuple[Deal, str, list[Move]]]:
    """Yield games that were lost of deals that could have been won, under every preset in turn."""
    dice, solvers = random.Random(3), {preset: Solver(preset, memory_limit=8) for preset in PRESETS}
    found = number = 0
    while found < count:
        number += 1
        preset = [*PRESETS][found % len(PRESETS)]
        deal = Deal.from_source(f"rng:11/{number}" + "@A,K,Q,J,T,9" * (found % 2))
        if solvers[preset].verdict(deal, node_limit=20_000) == "solvable":
            start = Position.start(deal.cards, preset)
            line = play(start, dice)
            if solvers[preset].verdict(steps_of(start, line)[-1].after) == "unsolvable":
                found += 1
                yield deal, preset, line


def test_a_hundred_lost_games_against_solving_every_position() -> None:
    solvers = {preset: Solver(preset, memory_limit=8) for preset in PRESETS}
    for deal, preset, line in lost_games(100):
        solver = solvers[preset]
        steps = steps_of(Position.start(deal.cards, preset), line)
        verdicts = [solver.verdict(step.after) for step in steps]
        said = explain_with(solver, deal, line)
        assert said.outcome == "lost"
        assert said.lost == verdicts.index("unsolvable") > 0
        assert said.alive == said.lost - 1
        assert {*verdicts[: said.lost]} == {"solvable"}
        assert {*verdicts[said.lost :]} == {"unsolvable"}
        before = steps[said.alive].after
        kept = [
            m for m in before.legal_moves() if solver.verdict(steps_of(before, [m])[1].after) == "solvable"
        ]
        assert list(said.kept_alive) == kept != []
        assert said.win
        assert said.win[: said.alive] == tuple(line[: said.alive])
        assert acesup.verify(deal, preset, said.win).won


def explained(line: str, source: str = "kpat:34", **limits: int) -> Explanation:
    return explain(Deal.from_source(source), None, line, **limits)


def test_a_game_that_is_won() -> None:
    line = str(acesup.solve(Deal.from_source("kpat:34")).line)
    said = explained(line)
    assert (said.outcome, said.lost, said.alive) == ("won", None, len(said.line))
    assert str(said.win) == str(said.line) == line


def test_a_game_that_goes_on() -> None:
    said = explained("x4 D")
    assert (said.outcome, said.lost, said.alive, said.kept_alive) == ("alive", None, 2, ())
    assert said.win
    assert str(said.win).startswith("x4 D x")
    assert acesup.verify(said.deal, None, said.win).won


def test_a_deal_that_is_lost() -> None:
    said = explained("D D", "kpat:3")
    assert (said.outcome, said.lost, said.alive, said.win) == ("lost", 0, None, None)


def test_limits() -> None:
    said = explained(GAME, node_limit=1)
    assert said.outcome == "unknown"
    assert said.win is None
    said = explained(GAME, node_limit=300)
    assert (said.alive or 0) < (said.lost or len(said.steps))


@pytest.mark.parametrize(
    ("codes", "expected"),
    [("suu", (0, 1)), ("uuu", (-1, 0)), ("sss", (2, 3)), ("s?u", (0, 2)), ("??u", (-1, 2)), ("s??", (0, 3))],
)
def test_turning_points(codes: str, expected: tuple[int, int]) -> None:
    assert turning_point(lambda n: CODES[codes[n]], len(codes)) == expected


# The command


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["explain", *arguments])


def test_the_answer_in_words() -> None:
    result = invoke("kpat:34", GAME)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert lines[:2] == ["kpat:34, rules: standard", "lost: move 3 lost the game"]
    assert lines[3:8] == ["before move 3:", " 1  2  3  4", "QD 5H 8C 4C", "QH JC 4H", "stock 44"]
    assert lines[9:14] == [
        "D lost the game: deal a row",
        "   withholds 4H (from QH)",
        "   withholds 4C (from JC)",
        "x3 keeps it alive: discard 4H (by QH)",
        "x4 keeps it alive: discard 4C (by JC)",
    ]
    assert "the game: x4 D [D] D" in lines
    assert lines[-1].startswith("a line that wins, as played for 2 moves: x4 D ")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["kpat:3", "D"], "lost: the deal is lost from the start: no play wins it"),
        (["kpat:34", "x4", "D"], "alive: the game can still be won"),
        (["kpat:34", "x4", "--node-limit", "1"], "unknown: not decided within the limits"),
    ],
)
def test_other_answers(arguments: list[str], answer: str) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1] == answer


def test_json() -> None:
    data = json.loads(invoke("kpat:34", GAME, "--json").stdout)
    assert (data["schema"], data["source"], data["preset"]) == (1, "kpat:34", "standard")
    assert (data["line"], data["outcome"], data["alive"], data["lost"]) == (GAME, "lost", 2, 3)
    assert (data["kept_alive"], data["undecided"]) == (["x3", "x4"], [])
    assert acesup.verify(data["deal"], data["rules"], data["win"]).won


def test_a_position(tmp_path: Path) -> None:
    here = tmp_path / "here.json"
    here.write_text('{"columns": [["9C", "KS"], ["AS"], ["AH"], ["AD"]], "stock": ["2C", "AC", "3D", "4S"]}')
    data = json.loads(invoke("--position", str(here), "D", "--json").stdout)
    assert (data["deal"], data["outcome"]) == (None, "lost")
    assert data["position"]["stock"] == ["2C", "AC", "3D", "4S"]
    assert data["kept_alive"] == ["x1"]
    assert Line.parse(data["win"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kpat:34"], "No game, expected DEAL and LINE, or --position FILE and LINE."),
        (
            ["kpat:34", "x1"],
            "step 1: x1 is illegal: no card on top of a column is higher than QD in its suit",
        ),
        (["kpat:34", "D y1"], "move 2 of the line: 'y1' is no move"),
    ],
)
def test_errors(arguments: list[str], message: str) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"acesup: {message}")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_tells_what_is_known() -> None:
    program = "from acesup.cli import main; print(flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "explain", "rng:1/3", "D", "--rules", "pairs"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    process.stdout.readline()  # the program has begun
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (130, "")
    assert out.splitlines()[1].startswith("unknown: not decided within the limits")
