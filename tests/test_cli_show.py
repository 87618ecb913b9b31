"""`acesup show`: pages in the terminal, and the keys that walk through them."""

import io
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from acesup.cli import main, show
from acesup.deal import Deal
from acesup.render import Pen
from acesup.solve import best_score
from acesup.walk import Walk

WITHHOLDS = "kpat:34"
LOST = "rng:1/2@A,K,Q"


def invoke(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["show", *arguments], input=stdin)


def shown(*arguments: str, stdin: str = "") -> list[str]:
    result = invoke(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return [line.rstrip() for line in result.stdout.splitlines()]


def walk_of(source: str) -> Walk:
    return Walk(Pen(), best_score(Deal.from_source(source)))


def test_a_page_a_row() -> None:
    lines = shown(WITHHOLDS)
    assert lines[:2] == ["kpat:34, rules: standard", "solvable: all 48 cards can be discarded"]
    assert [line for line in lines if line.startswith("row ")][:2] == [
        "row 1 of 13, score 0 of 48",
        "row 2 of 13, score 1 of 48",
    ]
    assert lines[4:7] == [" 1  2  3  4", "QD 5H 8C 5D", "stock 48"]
    assert "KS is withheld: AS could discard it, but it stays." in lines
    assert lines[-3] == "won: score 48 of 48"
    assert lines[-1].startswith("withhold: the card stays")


def test_the_best_line_of_a_lost_deal() -> None:
    lines = shown(LOST)
    assert lines[1] == "unsolvable: no line discards all 8 cards, score 6 of 8"
    assert lines[-1] == "the best score: score 6 of 8"


def test_the_best_line_that_a_limit_allows() -> None:
    lines = shown("rng:1/3", "--rules", "pairs", "--node-limit", "1000")
    assert lines[1].endswith("(node limit)")
    assert lines[-1].startswith(("the best that was found: score ", "withhold: "))


def test_a_row_without_a_move() -> None:
    assert "No move." in shown("rng:1/0@A,K")


def test_a_position_and_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "here.json"
    path.write_text('{"columns": [["9C", "KS"], ["AS"], ["AH"], ["AD"]], "stock": ["2C", "AC", "3D", "4S"]}')
    assert "row 12 of 13, score 43 of 48" in shown("--position", str(path))
    assert shown(stdin=LOST) == shown(LOST)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["kpat:1-2"], "Several deals, expected one."),
        (["kpat:0"], "argument 1: kpat number 0 is out of range"),
        ([LOST, "--step"], "--step walks with keys, expected a terminal."),
    ],
)
def test_errors(arguments: list[str], message: str) -> None:
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"acesup: {message}")


def test_a_step_a_page() -> None:
    walk = walk_of(WITHHOLDS)
    deal = next(step for step in walk.steps if step.withheld)
    screen = Console(file=io.StringIO(), width=80)
    with screen.capture() as captured:
        screen.print(walk.step(deal))
    lines = captured.get().splitlines()
    assert lines[0].startswith("A row is dealt: ")
    withheld = [
        f"{card} is withheld: {by} could discard it, but it stays." for card, by in deal.withheld.items()
    ]
    assert lines[1 : 1 + len(withheld)] == withheld
    assert lines[2 + len(withheld)] == f"row {deal.after.rows_dealt} of 13, score {deal.after.score} of 48"


@pytest.mark.parametrize(
    ("keys", "here"),
    [
        ([" ", "\x1b[C", "n"], 3),
        (["n", "n", "b"], 1),
        (["b"], 0),
        (["\x1b[B", "\x1b[B"], 9),
        (["\x1b[B", "n", "\x1b[A"], 4),
        (["\x1b[A"], 0),
        (["G"], 20),
        (["G", "n", "\x1b[B"], 20),
        (["G", "g"], 0),
        (["?"], 0),
    ],
)
def test_where_keys_lead(keys: list[str], here: int) -> None:
    step = 0
    for key in keys:
        step = show.go(key, step, [0, 4, 9], 20)
    assert step == here


def wait_for(terminal: int, key: str, wanted: str) -> None:
    """Press a key until something is drawn: what is typed while nobody waits for a key is lost."""
    drawn, end = "", time.monotonic() + 20
    while wanted not in drawn:
        assert time.monotonic() < end, drawn
        os.write(terminal, key.encode())
        if select.select([terminal], [], [], 0.3)[0]:
            drawn += os.read(terminal, 1 << 16).decode()


@pytest.mark.skipif(os.name == "nt", reason="terminals and signals of POSIX")
def test_walking_on_a_terminal() -> None:
    import pty

    keeper, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "acesup", "show", LOST, "--step"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env=os.environ | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "LINES": "40"},
    )
    os.close(terminal)
    wait_for(keeper, "", "step 0 of")
    wait_for(keeper, "G", "score 6 of 8")
    wait_for(keeper, "g", "step 0 of")
    wait_for(keeper, "q", "\x1b[?1049l")  # what was on the screen before comes back
    assert process.wait(timeout=10) == 0
    os.close(keeper)


@pytest.mark.skipif(os.name == "nt", reason="terminals and signals of POSIX")
def test_ctrl_c_shows_what_was_found() -> None:
    program = "from acesup.cli import main; print(flush=True); main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program, "show", "rng:1/3", "--rules", "pairs"],
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
    assert "(interrupted)" in out
