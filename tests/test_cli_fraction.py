"""`acesup fraction` and `acesup list`: what they print and refuse; no interruption changes a total."""

import csv
import io
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from acesup.cli import live, main
from acesup.cli.live import LiveView
from acesup.cli.summary import commands_of, fraction_of, summary
from acesup.fraction import Estimate
from acesup.run import Run
from acesup.shard import Tally
from acesup.solve import solve_range
from acesup.statistics import Method
from acesup.store import Store

SMALL = ("--source", "rng:1@A,K,Q,J", "--memory-limit", "1", "--count", "400")
ACESUP = (sys.executable, "-m", "acesup")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def run(*arguments: str) -> str:
    """Run the program, which must end well and silently; return its standard output."""
    result = invoke(*arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def run_json(*arguments: str) -> dict[str, Any]:
    *_, last = run(*arguments, "--json").splitlines()
    data: dict[str, Any] = json.loads(last)
    return data


def refused(*arguments: str) -> str:
    """Run the program, which must refuse in one line; return the line."""
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


def without_seconds(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "seconds"}


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "run.sqlite")


# fraction run


def test_the_summary_can_be_cited() -> None:
    text = run("fraction", "run", *SMALL, "--rules", "ace-only", "--no-pairs")
    counts = solve_range("rng:1@A,K,Q,J", 0, 400, "ace-only", memory_limit=1).verdicts
    assert "rules              ace-only\n" in text
    assert f"solvable           {counts.count(1)}\n" in text
    assert f"unsolvable         {counts.count(0)}\nunknown            0\n" in text
    assert f"{100 * counts.count(1) / 400:.2f} %, 95 % interval " in text
    assert "rng:1/0-399@A,K,Q,J" in text
    assert "version            acesup " in text


def test_the_command_of_the_summary_repeats_it() -> None:
    text = run("fraction", "run", *SMALL, "--no-lone-moves", "--cells", "1", "--node-limit", "50", "--score")
    command = next(line for line in text.splitlines() if line.startswith("command"))
    again = run(*command.split()[2:])
    assert [line for line in again.splitlines() if not line.startswith("time")] == [
        line for line in text.splitlines() if not line.startswith("time")
    ]
    assert "--cells 1" in command
    assert "--no-lone-moves" in command


def test_json_of_a_run() -> None:
    data = run_json("fraction", "run", *SMALL, "--first", "7", "--node-limit", "40", "--confidence", "0.9")
    wanted = [
        "schema", "version", "rules", "preset", "source", "first", "count", "solvable", "unsolvable",
        "unknown", "fraction", "interval", "confidence", "nodes", "seconds",
    ]  # fmt: skip
    assert [name for name in data if name in wanted] == wanted
    assert (data["source"], data["first"], data["count"], data["confidence"]) == (
        "rng:1@A,K,Q,J",
        7,
        400,
        0.9,
    )
    assert data["unknown"] == data["reasons"]["node-limit"] > 0
    low, high = data["interval"]
    assert low < data["fraction"] < data["fraction_at_most"] < high


def test_defaults() -> None:
    data = run_json("fraction", "run", "--count", "3", "--source", "kpat", "--rules", "kpat-solver")
    assert (data["first"], data["node_limit"], data["preset"]) == (1, 10_000_000, "kpat-solver")
    assert run_json("fraction", "run", *SMALL)["preset"] == "standard"


@pytest.mark.parametrize(
    "arguments", [("-j", "1"), ("-j", "2"), ("--shard", "3"), ("--shard", "7"), ("--shard", "9999")]
)
def test_same_result_for_any_threads_and_shards(arguments: tuple[str, ...], store: str) -> None:
    whole = run_json("fraction", "run", *SMALL)
    assert without_seconds(run_json("fraction", "run", *SMALL, *arguments)) == without_seconds(whole)
    assert without_seconds(
        run_json("fraction", "run", *SMALL, *arguments, "--store", store)
    ) == without_seconds(whole)
    assert without_seconds(run_json("fraction", "show", store)) == without_seconds(whole)


def test_the_width_ends_a_run() -> None:
    arguments = ("fraction", "run", *SMALL[:4], "--until-width", "0.1", "--shard", "10")
    one, two = (run_json(*arguments, "-j", threads) for threads in "12")
    assert without_seconds(one) == without_seconds(two)
    assert not one["complete"]
    assert one["interval"][1] - one["interval"][0] <= 0.1
    assert "of 1,000,000,000 planned" in run(*arguments)


def test_other_intervals() -> None:
    pytest.importorskip("scipy")
    widths = {}
    for kind in ("wilson", "clopper-pearson", "jeffreys"):
        data = run_json("fraction", "run", *SMALL, "--interval", kind)
        widths[data["method"]] = data["interval"][1] - data["interval"][0]
    assert widths["clopper-pearson"] == max(widths.values())


def test_scores() -> None:
    data = run_json("fraction", "run", *SMALL, "--score")
    assert data["scores"]["12"] == data["solvable"]
    assert sum(data["scores"].values()) == 400
    assert "on average (400 deals" in run("fraction", "run", *SMALL, "--score")


def test_a_picture_of_a_run_and_of_a_store(store: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    first, second = tmp_path / "run.png", tmp_path / "show.png"
    run("fraction", "run", *SMALL, "--store", store, "--shard", "100", "--plot", str(first))
    run("fraction", "show", store, "--plot", str(second))
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--source", "nowhere"], "'nowhere' is no source"),
        (["--first", "-1"], "first deal: -1"),
        (["--count", "0"], "count of deals: 0"),
        (["--rules", "ace-olny"], "did you mean 'ace-only'?"),
        (["--confidence", "95"], "confidence: 95.0, expected a number between 0 and 1"),
        (["--interval", "wison"], "did you mean 'wilson'?"),
        (["--until-width", "0"], "0<x<=1"),
        (["--node-limit", "-3"], "node limit: -3"),
        (["--memory-limit", "0"], "memory limit: 0.0"),
        (["--shard", "0"], "x>=1"),
        (["--dask", "local:2", "-j", "2"], "exclude each other"),
        (["--dask", "local:x"], "expected local:N"),
        (["--plot", "run.xyz"], "is no format"),
        (["--store", "/nowhere/run.sqlite"], "No such file or directory"),
        (["--store", "/dev/null"], "/dev/null: "),
    ],
)
def test_what_is_refused(arguments: list[str], message: str) -> None:
    assert message in refused("fraction", "run", *SMALL, *arguments)


def test_stores_are_refused_in_a_line(store: str) -> None:
    run("fraction", "run", *SMALL, "--store", store)
    assert f"{store}: it holds another run" in refused("fraction", "run", *SMALL, "--pairs", "--store", store)
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert "it has format 99, expected 1" in refused("fraction", "run", *SMALL, "--store", store)
    Path(store).write_text("no store")
    for command in ("run", "show"):
        arguments = [*SMALL, "--store", store] if command == "run" else [store]
        assert "it is no SQLite file" in refused("fraction", command, *arguments)


def test_a_full_disk(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resume = Store.resume

    def resume_on_a_small_disk(path: str, run: Run) -> Store:
        opened = resume(path, run)
        opened._connection.execute("PRAGMA max_page_count = 5")
        return opened

    arguments = ("fraction", "run", *SMALL, "--shard", "5", "--store", store)
    monkeypatch.setattr(Store, "resume", resume_on_a_small_disk)
    assert "the disk is full" in refused(*arguments)
    monkeypatch.setattr(Store, "resume", resume)
    assert "of 400 planned" in run("fraction", "show", store)
    assert without_seconds(run_json(*arguments)) == without_seconds(run_json("fraction", "run", *SMALL))


# Interruptions


SLOW = (
    *ACESUP,
    "fraction",
    "run",
    "--source",
    "kpat",
    "--rules",
    "kpat-solver",
    "--memory-limit",
    "1",
    "--json",
)


def wait_for_shards(store: str, shards: int) -> None:
    """Wait until a run has written some more shards to its store."""
    wanted = shards + (count_shards(store) if Path(store).exists() else 0)
    while not Path(store).exists() or count_shards(store) < wanted:
        time.sleep(0.01)


def count_shards(store: str) -> int:
    try:
        with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            found: int = connection.execute("SELECT count(*) FROM shard").fetchone()[0]
            return found
    except sqlite3.OperationalError:
        return 0  # there are no tables yet


@pytest.mark.parametrize("kills", [2, pytest.param(10, marks=pytest.mark.full)])
def test_killed_and_resumed(kills: int, store: str) -> None:
    count = ("--count", str(1000 * kills))
    command = [*SLOW, *count, "--shard", "50", "--store", store]
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_shards(store, 3)
        process.kill()
        process.wait()
    resumed = json.loads(subprocess.check_output(command))
    assert without_seconds(resumed) == without_seconds(
        json.loads(subprocess.check_output([*SLOW, *count, "-j", "1"]))
    )
    with closing(sqlite3.connect(store)) as connection:
        rows = connection.execute("SELECT CAST(first AS INTEGER), deals FROM shard ORDER BY first").fetchall()
    assert rows == [(first, 50) for first in range(1, 1000 * kills, 50)]


def test_ctrl_c_prints_the_estimate_so_far(store: str) -> None:
    command = [*SLOW, "--count", "100000000", "--store", store]
    process = subprocess.Popen(
        [*command, "--shard", "20"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_for_shards(store, 5)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    stdout, stderr = process.communicate(timeout=10)
    assert time.monotonic() - began < 2  # within one, on a machine with nothing else to do
    assert (process.returncode, stderr) == (130, "")
    data = json.loads(stdout)
    assert not data["complete"]
    with Store.read(store) as opened:
        assert data["count"] <= sum(shard.tally.deals for shard in opened.shards()) <= data["count"] + 100


@pytest.mark.full
def test_a_cluster_gives_the_same() -> None:
    pytest.importorskip("distributed")
    count = ("--count", "3000")
    alone, together = (
        json.loads(subprocess.check_output([*SLOW, *count, *how]))
        for how in (["-j", "2"], ["--dask", "local:2"])
    )
    assert without_seconds(alone) == without_seconds(together)


# The live view


LARGE = Estimate(
    Run.plan("rng:1", 0, 10**9, "pairs"),
    Tally(solvable=123_456_789, unsolvable=98_765_432, unknown=Counter({"node-limit": 9_876_543})),
)


@pytest.mark.parametrize("width", [80, 120])
def test_the_live_view_fits(width: int) -> None:
    screen = Console(width=width, file=io.StringIO(), force_terminal=True, color_system=None)
    view = LiveView(screen, Estimate(LARGE.run, Tally()), 0, 0.0001)
    screen.print(view)
    view._began -= 3600
    view.show(LARGE)
    screen.print(view)
    lines = screen.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert len(lines) == 6
    assert max(map(len, lines)) <= width
    assert "no estimate yet" in lines[2]
    assert lines[3].endswith(" 1:00:00")
    assert "deals/s" in lines[4]
    assert "solvable 53.19 % to 57.45 %, 95 % interval 53.19 % to 57.45 %, 9,876,543 unknown" in lines[5]


def test_quiet_lines_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "_LINE_SECONDS", 0)
    result = invoke("fraction", "run", *SMALL, "--shard", "100", "-j", "1")
    lines = result.stderr.splitlines()
    assert len(lines) == 4
    assert all(" of 400 deals, " in line and "; solvable " in line for line in lines)


def test_what_was_there_says_nothing_of_the_speed() -> None:
    view = LiveView(None, Estimate(LARGE.run, Tally(solvable=100)), 100, None)
    assert view._progress() == "100 of 1,000,000,000 deals"


def test_the_width_says_how_many_deals_it_will_take() -> None:
    run = Run.plan("rng:1", 0, 10**9)
    estimate = Estimate(run, Tally(solvable=500, unsolvable=500))
    view = LiveView(None, estimate, 0, estimate.interval.width / 2)
    assert view._progress().startswith("1,000 of about 4,000 deals")


# fraction show


def test_a_table_of_several_stores(tmp_path: Path) -> None:
    paths = []
    for preset in ("standard", "ace-only", "stacked-only"):
        paths.append(str(tmp_path / f"{preset}.sqlite"))
        run("fraction", "run", *SMALL, "--rules", preset, "--store", paths[-1])
    rows = list(csv.DictReader(io.StringIO(run("fraction", "show", *paths, "--csv"))))
    assert [row["preset"] for row in rows] == ["standard", "ace-only", "stacked-only"]
    assert all(
        float(row["interval_low"]) < float(row["fraction"]) < float(row["interval_high"]) for row in rows
    )
    assert run("fraction", "show", *paths).count("rules   ") == 3
    assert len(run("fraction", "show", *paths, "--json").splitlines()) == 3


def test_two_stores_are_compared_in_pairs(tmp_path: Path) -> None:
    paths = []
    for preset, shard in (("standard", "7"), ("kpat-solver", "100")):
        paths.append(str(tmp_path / f"{preset}.sqlite"))
        run("fraction", "run", *SMALL, "--rules", preset, "--shard", shard, "--store", paths[-1])
    one, other = (
        solve_range("rng:1@A,K,Q,J", 0, 400, preset, memory_limit=1).verdicts
        for preset in ("standard", "kpat-solver")
    )
    data = run_json("fraction", "show", *paths)
    pairs = list(zip(one, other, strict=True))
    assert [data[name] for name in ("both", "only_first", "only_second", "neither", "undecided")] == [
        *(pairs.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0))), 0
    ]  # fmt: skip
    assert data["difference"] == (sum(one) - sum(other)) / 400
    text = run("fraction", "show", *paths)
    assert f"only in standard     {data['only_first']}\n" in text
    assert "McNemar's test" in text


def test_stores_that_cannot_be_compared_are_shown(store: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.sqlite")
    run("fraction", "run", *SMALL, "--store", store)
    for arguments, message in (
        (("--first", "1000"), "no deal of it is in"),
        (("--source", "rng:2@A,K,Q,J"), "deals of rng:2@A,K,Q,J, expected rng:1@A,K,Q,J"),
        (("--no-verdicts",), "it keeps no verdicts"),
    ):
        run("fraction", "run", *SMALL, *arguments, "--store", other)
        result = invoke("fraction", "show", store, other)
        assert result.exit_code == 0
        assert result.stdout.count("rules  ") == 2
        assert f"not compared: {other}: {message}" in result.stderr
        Path(other).unlink()


def test_show_refuses() -> None:
    assert "no such file" in refused("fraction", "show", "nothing.sqlite")
    assert "--plot draws one store" in refused("fraction", "show", "a", "b", "--plot", "x.png")


# fraction merge


def test_parts_merge_to_the_whole(tmp_path: Path) -> None:
    parts = [str(tmp_path / name) for name in ("second.sqlite", "first.sqlite")]
    for part, first in zip(parts, ("200", "0"), strict=True):
        run("fraction", "run", *SMALL, "--first", first, "--count", "200", "--store", part)
    whole = str(tmp_path / "whole.sqlite")
    merged = run_json("fraction", "merge", *parts, "--store", whole)
    assert without_seconds(merged) == without_seconds(run_json("fraction", "run", *SMALL))
    assert "it exists" in refused("fraction", "merge", *parts, "--store", whole)
    Path(whole).unlink()
    assert "expected disjoint ranges" in refused("fraction", "merge", *parts, parts[0], "--store", whole)
    assert not Path(whole).exists()


# list


@pytest.mark.parametrize("verdict", ["solvable", "unsolvable", "unknown"])
def test_lists_are_the_same_from_a_search_and_a_store(verdict: str, store: str) -> None:
    arguments = (*SMALL, "--node-limit", "40")
    run("fraction", "run", *arguments, "--shard", "30", "--store", store)
    listed = run("list", *arguments, "--verdict", verdict, "-j", "2")
    assert run("list", "--store", store, "--verdict", verdict) == listed
    codes = solve_range("rng:1@A,K,Q,J", 0, 400, node_limit=40, memory_limit=1).verdicts
    code = ["unsolvable", "solvable", "unknown"].index(verdict)
    assert listed.splitlines() == [f"rng:1/{n}@A,K,Q,J" for n in range(400) if codes[n] == code]


def test_a_list_of_all_can_be_solved_again() -> None:
    listed = run("list", "--source", "kpat", "--first", "1", "--count", "4", "--rules", "kpat-solver")
    assert [line.split()[0] for line in listed.splitlines()] == [f"kpat:{n}" for n in range(1, 5)]
    solved = CliRunner().invoke(main, ["solve", "-f", "-", "--rules", "kpat-solver"], input=listed).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == [
        line.split()[0] for line in solved.splitlines()
    ]


def test_lists_that_are_refused(store: str) -> None:
    run("fraction", "run", *SMALL, "--node-limit", "40", "--no-verdicts", "--store", store)
    assert "it keeps no verdicts" in refused("list", "--store", store, "--verdict", "solvable")
    assert run("list", "--store", store, "--verdict", "unknown")
    assert "--store knows its deals" in refused("list", "--store", store, "--count", "10")


# Words


def test_digits_follow_the_width() -> None:
    run = Run.plan("rng:1", 0, 10**9)
    texts = [fraction_of(Estimate(run, Tally(solvable=n, unsolvable=n))) for n in (50, 50_000, 500_000_000)]
    assert texts == ["50.00 %", "50.00 %", "50.0000 %"]


def test_a_merged_run_has_several_commands() -> None:
    run = replace(Run.plan("kpat", 1, 20, "kpat-solver"), spans=((1, 10), (21, 10)))
    assert [command.split("--source ")[1] for command in commands_of(run, 15)] == [
        "kpat --first 1 --count 10",
        "kpat --first 21 --count 5",
    ]
    assert "kpat:1-10, kpat:21-25" in summary(Estimate(run, Tally(solvable=15), Method())).plain


def test_every_subcommand_has_help_with_examples() -> None:
    group = main.commands["fraction"]
    assert isinstance(group, click.Group)
    for name, command in group.commands.items():
        text = run("fraction", name, "-h")
        assert f"acesup fraction {name}" in text.partition("Examples:")[2]
        assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_every_option_is_documented() -> None:
    pages = Path(__file__).parent.parent.joinpath("docs").glob("*.md")
    prose = "".join(page.read_text(encoding="utf-8") for page in pages)
    group = main.commands["fraction"]
    assert isinstance(group, click.Group)
    for command in group.commands.values():
        names = [name for param in command.params for name in param.opts if name.startswith("--")]
        assert not [name for name in names if name not in prose]
