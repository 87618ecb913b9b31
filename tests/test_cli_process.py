"""The program as a shell runs it: pipes, signals, terminals."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import IO

import pytest

from acesup.referee import verify

PROGRAM = [sys.executable, "-m", "acesup"]
WON = "rng:1/0@A,K,Q"
HARD = ["rng:1/3", "--rules", "pairs", "--score"]  # takes minutes
pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and terminals of POSIX")


def start(*arguments: str, stdin: int | None = subprocess.DEVNULL) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def lines_of(stream: IO[str] | None, count: int) -> list[str]:
    """Return as many lines, waiting for them."""
    assert stream
    return [stream.readline() for _ in range(count)]


def interrupt(process: subprocess.Popen[str]) -> tuple[str, str, float]:
    """Press Ctrl-C; return what was written still, and the seconds until the end."""
    assert process.poll() is None
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    return out, err, time.monotonic() - began


def test_a_pipe_that_is_closed_early_ends_quietly() -> None:
    command = f"{sys.executable} -m acesup solve rng:1/0-999999 --rules kpat-solver | head -1"
    shell = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=20)
    assert shell.stdout.startswith(("solvable", "unsolvable"))
    assert len(shell.stdout.splitlines()) == 1
    assert shell.stderr == ""


def test_ctrl_c_ends_a_hard_deal_with_what_was_found() -> None:
    process = start("solve", WON, *HARD, "--json")
    (first,) = lines_of(process.stdout, 1)
    time.sleep(0.3)
    out, err, seconds = interrupt(process)
    assert process.returncode == 130
    assert json.loads(first)["verdict"] == "solvable"
    data = json.loads(out)
    assert (data["verdict"], data["reason"], data["score"]) == ("unknown", "interrupted", None)
    assert verify(data["deal"], data["rules"], data["line"]).score == data["score_at_least"] > 0
    assert err.strip() == ""
    assert seconds < 1  # 0.2 on a machine that has nothing else to do


def test_ctrl_c_stops_all_threads() -> None:
    process = start("solve", WON, "kpat:3", *HARD, "-j", "2", "--quiet")
    time.sleep(1)
    out, err, seconds = interrupt(process)
    assert (process.returncode, out, err.strip()) == (130, "", "")
    assert seconds < 2


def test_ctrl_c_while_waiting_for_input() -> None:
    process = start("solve", "--json", stdin=subprocess.PIPE)
    assert process.stdin
    process.stdin.write(f"{WON}\n")
    process.stdin.flush()
    (first,) = lines_of(process.stdout, 1)  # it is answered before the next deal comes
    assert json.loads(first)["source"] == WON
    _, err, _ = interrupt(process)
    assert (process.returncode, err.strip()) == (130, "")


@pytest.mark.parametrize("command", ["solve <&-", "verify <&-", "solve --position - <&-"])
def test_standard_input_closed(command: str) -> None:
    shell = subprocess.run(f"{' '.join(PROGRAM)} {command}", shell=True, capture_output=True, text=True)
    assert (shell.returncode, shell.stdout) == (2, "")
    assert shell.stderr.startswith("acesup: Standard input is closed, expected something to read there.")


def test_output_that_cannot_be_written() -> None:
    shell = subprocess.run(
        f"{' '.join(PROGRAM)} solve {WON} > /dev/full", shell=True, capture_output=True, text=True
    )
    assert shell.returncode == 2
    assert shell.stderr == "acesup: [Errno 28] No space left on device\n"


# On a terminal


def on_terminal(*arguments: str, columns: int = 80, **environment: str) -> str:
    """Run the program with a terminal for output and for errors; return what it draws there."""
    import fcntl
    import pty
    import struct
    import termios

    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=writer,
        env=kept | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | environment,
    )
    os.close(writer)
    drawn = b"".join(read_all(reader))
    process.wait(timeout=10)
    os.close(reader)
    return drawn.decode().replace("\r\n", "\n")


def read_all(reader: int) -> Sequence[bytes]:
    chunks = []
    try:
        while chunk := os.read(reader, 1 << 16):
            chunks.append(chunk)
    except OSError:  # how Linux says that a terminal has no more writers
        pass
    return chunks


def test_a_terminal_gets_colours_and_suits() -> None:
    drawn = on_terminal("solve", WON)
    assert "\x1b[1;32msolvable\x1b[0m" in drawn
    assert "\x1b[31m" in drawn
    assert "♥" in drawn


def test_no_color() -> None:
    drawn = on_terminal("solve", WON, NO_COLOR="1")
    assert "\x1b" not in drawn
    assert "♥" in drawn
    assert "\x1b" in on_terminal("solve", WON, NO_COLOR="")


def test_a_terminal_without_unicode() -> None:
    drawn = on_terminal("solve", WON, PYTHONIOENCODING="ascii")
    assert drawn.isascii()
    assert "\x1b[31m" in drawn


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_the_width_of_the_terminal_is_kept(columns: int) -> None:
    drawn = on_terminal("solve", "kpat:2", columns=columns, NO_COLOR="1")
    lines = [line.rstrip() for line in drawn.splitlines()]
    assert max(map(len, lines)) <= columns
    assert ("row 1: " in lines[4]) == (columns >= 60)


def test_many_deals_are_summed_up() -> None:
    drawn = on_terminal("solve", "rng:1/0-9@A,K,Q", NO_COLOR="1")
    assert drawn.splitlines()[-1].startswith("10 deals: 6 solvable, 4 unsolvable; ")


def test_progress_is_drawn_and_taken_away() -> None:
    drawn = on_terminal("solve", *HARD, "--time-limit", "1", NO_COLOR="1")
    assert " positions 0:00:0" in drawn
    assert drawn.count("\x1b[?25l") == drawn.count("\x1b[?25h") == 1  # the cursor comes back
    assert "positions 0:00:0" not in drawn[drawn.rindex("\x1b") :]


def test_progress_never_gets_into_a_file() -> None:
    process = subprocess.run(
        [*PROGRAM, "solve", *HARD, "--time-limit", "0.5", "--json"],
        capture_output=True,
        text=True,
        env=os.environ | {"FORCE_COLOR": "1"},
    )
    assert (process.returncode, process.stderr) == (3, "")
    assert json.loads(process.stdout)["reason"] == "time-limit"
