"""The command line: what each command prints, where, and with which exit code."""

import json
import os
from collections.abc import Sequence
from concurrent import futures
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import acesup
from acesup.cli import main
from acesup.cli import progress as progress_module
from acesup.deal import Deal
from acesup.line import Line
from acesup.rules import OPTIONS, PRESETS

COMMANDS = sorted(main.commands)
WON, LOST = "rng:1/0@A,K,Q", "rng:1/2@A,K,Q"
LOST_SCORE = 6
HARD = "rng:1/3"  # with pairs it takes minutes
PAIRS = ("--rules", "pairs")
POSITION = {
    "columns": [["KC"], ["AD", "AC"], [], ["AH", "AS"]],
    "stock": ["KD", "KH", "KS", "QD"],
    "cell": None,
    "ranks": "AKQ",
}


def run(*arguments: str, stdin: str | bytes = "", code: int = 0) -> str:
    """Run the program, which must end with `code` and write nothing to stderr; return its standard output."""
    result = invoke(*arguments, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.stderr == ""
    return result.stdout


def invoke(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(main, arguments, input=stdin)


def run_json(*arguments: str, stdin: str = "", code: int = 0) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run(*arguments, "--json", stdin=stdin, code=code).splitlines()]


# Help


def test_the_program_explains_itself() -> None:
    text = run()
    assert text == run("-h") == run("--help")
    assert all(f"\n  {command} " in text for command in COMMANDS)
    assert "Examples:" in text
    assert "_ACESUP_COMPLETE=bash_source" in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command: str) -> None:
    text = run(command, "-h")
    assert text == run(command, "--help")
    assert "Examples:" in text
    assert f"acesup {command}" in text
    options = [param for param in main.commands[command].params if isinstance(param, click.Option)]
    assert all(option.help for option in options)
    assert all(name in text for option in options for name in option.opts)


def test_help_shows_options_by_section() -> None:
    text = run("solve", "-h")
    sections = ["Input:", "Rules (", "Search (", "Output:", "Options:", "Examples:", "Exit codes"]
    places = [text.index(f"\n{'  ' * (title[0] == 'E')}{title}") for title in sections]
    assert places == sorted(places)


def test_version() -> None:
    assert run("--version").endswith(f"version {version('acesup')}\n")


def test_completion_knows_the_presets() -> None:
    environment = {
        "_ACESUP_COMPLETE": "bash_complete",
        "COMP_WORDS": "acesup solve --rules s",
        "COMP_CWORD": "3",
    }
    completed = CliRunner().invoke(main, prog_name="acesup", env=environment)
    assert completed.stdout.split() == ["plain,standard", "plain,stacked-only", "plain,stacked-must-fill"]


# solve


def test_one_deal_is_answered_in_full() -> None:
    lines = run("solve", WON).splitlines()
    assert lines[0] == f"{WON}, rules: standard"
    assert lines[1] == "solvable: all 8 cards can be discarded"
    assert lines[4:7] == Deal.from_source(WON).grid().splitlines()
    assert lines[8].startswith("row 1: ")
    line = lines[-1].removeprefix("line: ")
    assert acesup.verify(Deal.from_source(WON), None, line).won


def test_several_deals_are_answered_in_a_line_each() -> None:
    lines = run("solve", WON, LOST, str(Deal.from_source(WON)), code=1).splitlines()
    assert [line.split("  ")[0] for line in lines] == ["solvable", "unsolvable", "solvable"]
    assert [name in line for name, line in zip([WON, LOST, "deal 3"], lines, strict=True)] == [True] * 3


def test_several_deals_in_full() -> None:
    text = run("solve", WON, LOST, "--lines", code=1)
    first, second = text.split(f"\n\n{LOST}, rules")
    assert first.startswith(f"{WON}, rules: standard\n")
    assert "unsolvable: no line discards all 8 cards" in second


def test_a_deal_may_be_many_arguments() -> None:
    cards = str(Deal.from_source(WON)).split()
    assert run("solve", *cards).startswith("deal, rules: standard\nsolvable")


def test_json() -> None:
    (data,) = run_json("solve", WON)
    assert list(data) == [
        "schema", "version", "deal", "source", "scheme", "rules", "preset", "ordering", "verdict", "reason",
        "line", "score", "nodes", "seconds",
    ]  # fmt: skip
    assert (data["source"], data["scheme"], data["preset"]) == (WON, "acesup-1", "standard")
    assert (data["verdict"], data["reason"], data["score"]) == ("solvable", None, 8)


def test_quiet_says_nothing() -> None:
    assert run("solve", WON, "--quiet") == ""
    assert run("solve", WON, LOST, "--quiet", "--json", code=1) == ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([WON], 0),
        ([WON, LOST], 1),
        ([LOST, WON], 1),
        ([WON, "--score"], 0),
        ([LOST, "--score"], 1),
        ([LOST, HARD, *PAIRS, "--node-limit", "50"], 3),
        ([WON, "--node-limit", "0"], 3),
        ([HARD, *PAIRS, "--time-limit", "0.01", "--score"], 3),
        ([HARD, *PAIRS, "--score", "--node-limit", "500"], 3),
        ([WON, "--memory-limit", "1"], 0),
    ],
)
def test_exit_codes(arguments: Sequence[str], code: int) -> None:
    assert run("solve", *arguments, "--quiet", code=code) == ""


def test_score() -> None:
    text = run("solve", LOST, "--score", code=1)
    assert f"unsolvable: no line discards all 8 cards, score {LOST_SCORE} of 8\n" in text
    (data,) = run_json("solve", LOST, "--score", code=1)
    assert (data["score"], data["score_at_least"]) == (LOST_SCORE, LOST_SCORE)
    assert acesup.verify(data["deal"], None, data["line"]).score == LOST_SCORE


def test_limits_are_reported() -> None:
    (data,) = run_json("solve", HARD, *PAIRS, "--score", "--node-limit", "200", code=3)
    assert (data["reason"], data["score"], data["nodes"]) == ("node-limit", None, 200)
    assert data["score_at_least"] >= 0
    assert "unknown: not decided (node limit)" in run("solve", WON, "--node-limit", "0", code=3)


@pytest.mark.parametrize("ordering", acesup.ORDERINGS)
def test_orderings(ordering: str) -> None:
    (data,) = run_json("solve", LOST, "--ordering", ordering, code=1)
    assert data["ordering"] == ordering


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        ([], {}),
        (["--rules", "ace-only"], {"fill": "aces"}),
        (["--discard", "compulsory", "--no-lone-moves"], {"discard": "compulsory", "lone_moves": False}),
        (["--must-fill", "--cells", "1", "--pairs"], {"must_fill": True, "cells": 1, "pairs": True}),
        (["--rules", "stacked-must-fill", "--no-must-fill"], {"discard": "compulsory", "lone_moves": False}),
        (["--rules", "free-cell", "--cells", "0", "--fill", "aces"], {"fill": "aces"}),
        (["--rules", "pairs", "--no-pairs", "--lone-moves"], {}),
    ],
)
def test_rules(arguments: Sequence[str], rules: dict[str, Any]) -> None:
    result = invoke("solve", WON, *arguments, "--json")
    assert acesup.Rules.from_json(json.loads(result.stdout)["rules"]) == acesup.Rules.from_json(rules)


def test_files_arguments_and_standard_input_come_in_turn(tmp_path: Path) -> None:
    block, sources = tmp_path / "block", tmp_path / "sources"
    block.write_text(Deal.from_source(WON).grid())
    sources.write_text(f"# two\n{LOST}\n\nrng:1/4@A,K,Q # last\n")
    found = run_json(
        "solve", WON, "-f", str(block), "-f", "-", "-f", str(sources), stdin="rng:1/6-7@A,K,Q", code=1
    )
    assert [data["source"] for data in found] == [
        WON, None, LOST, "rng:1/4@A,K,Q", "rng:1/6@A,K,Q", "rng:1/7@A,K,Q",
    ]  # fmt: skip


def test_standard_input_is_read_where_no_deal_is_named() -> None:
    assert run("solve", stdin=WON).startswith(f"{WON}, rules: standard\n")
    assert len(run("solve", stdin=f"{WON}\n{WON}").splitlines()) == 2


@pytest.mark.parametrize("threads", ["1", "2"])
def test_verdicts_before_a_bad_deal_stand(threads: str) -> None:
    result = invoke("solve", "-j", threads, "--json", stdin=f"{WON}\n{LOST}\nKC AC\n{WON}\n")
    assert result.exit_code == 2
    assert [json.loads(line)["source"] for line in result.stdout.splitlines()] == [WON, LOST]
    assert result.stderr.startswith("acesup: stdin:3: 2 cards, expected ")


def test_a_stream_of_one_good_deal_is_answered_before_its_error() -> None:
    result = invoke("solve", stdin=f"{WON}\nrubbish")
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{WON}, rules: standard\nsolvable")


def test_files_are_read_whole_before_the_first_search(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(f"{WON}\n{LOST}\nKC AC\n")
    result = invoke("solve", WON, "-f", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"acesup: {file}:3: 2 cards, expected ")


def test_threads_keep_the_order() -> None:
    one, two = (run_json("solve", "rng:1/0-19@A,K,Q", "-j", threads, code=1) for threads in ("1", "2"))
    assert [{**data, "seconds": 0} for data in one] == [{**data, "seconds": 0} for data in two]


def test_position(tmp_path: Path) -> None:
    file = tmp_path / "here.json"
    file.write_text(json.dumps(POSITION))
    lines = run("solve", "--position", str(file)).splitlines()
    assert lines[0] == "position, rules: standard"
    assert lines[4:8] == [" 1  2  3  4", "KC AD  - AH", "   AC    AS", "stock 4"]
    assert run("solve", "--position", "-", stdin=json.dumps(POSITION)).splitlines()[3:] == lines[3:]


@pytest.mark.parametrize(
    ("own", "arguments", "preset"),
    [
        (None, [], "standard"),
        ("ace-only", [], "ace-only"),
        ("ace-only", ["--fill", "any"], "standard"),
        ("ace-only", ["--rules", "pairs"], "pairs"),
        ({"cells": 1}, [], "free-cell"),
        (None, ["--rules", "free-cell"], "free-cell"),
    ],
)
def test_rules_of_a_position(own: Any, arguments: Sequence[str], preset: str) -> None:
    position = POSITION if own is None else POSITION | {"rules": own}
    result = invoke("solve", "--position", "-", "--json", *arguments, stdin=json.dumps(position))
    assert json.loads(result.stdout)["preset"] == preset


def test_an_interrupted_search_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = []

    def wait(running: Any, timeout: float) -> Any:
        waited.append(timeout)
        if len(waited) == 3:
            raise KeyboardInterrupt
        return futures.wait(running, timeout)

    monkeypatch.setattr(progress_module, "wait", wait)
    result = invoke("solve", WON, HARD, LOST, *PAIRS, "--score", "--json")
    assert result.exit_code == 130
    first, second = map(json.loads, result.stdout.splitlines())
    assert (first["source"], first["score"]) == (WON, 8)
    assert (second["source"], second["verdict"], second["reason"]) == (HARD, "unknown", "interrupted")
    assert acesup.verify(second["deal"], "pairs", second["line"]).score == second["score_at_least"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"line": Line.parse("D x1=2")},
        {"line": Line()},
        {"line": None},
        {"verdict": "unsolvable"},
        {"score_at_least": 7},
    ],
)
def test_a_wrong_line_is_never_printed(wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    right = acesup.solve(Deal.from_source(WON))
    monkeypatch.setattr(acesup.Solver, "solve", lambda *_, **__: replace(right, **wrong))
    result = invoke("solve", WON)
    assert (result.exit_code, result.stdout) == (70, "")
    assert result.stderr.splitlines()[-1].startswith("acesup: internal error, please report it: ")


# deal


def test_cards_of_a_source() -> None:
    assert run("deal", "kpat:2") == f"{Deal.from_source('kpat:2')}\n"
    assert run("deal", WON, "--grid") == Deal.from_source(WON).grid() + "\n"


def test_cards_of_several_sources_can_be_read_back() -> None:
    sources = ["rng:1/0-2@A,K", "kpat:5"]
    deals = [deal for source in sources for deal in acesup.Source.parse(source)]
    for grid in ([], ["--grid"]):
        assert list(acesup.read_deals(run("deal", *sources, *grid), "text")) == deals


def test_cards_in_any_spelling_become_canonical() -> None:
    assert run("deal", "ac,a♦ AH as kc kd kh k♠") == "AC AD AH AS KC KD KH KS\n"


# verify


def line_of(source: str) -> str:
    return str(acesup.solve(Deal.from_source(source)).line)


def test_a_line_that_wins() -> None:
    line = line_of(WON)
    text = run("verify", WON, line)
    assert text == f"{WON}: legal and won, score 8 after {len(line.split())} moves\n"
    assert text == run("verify", WON, *line.split())


def test_a_line_that_does_not_win() -> None:
    assert run("verify", WON, "D", code=1) == f"{WON}: legal and not won, score 0 after 1 move\n"
    assert run("verify", WON, "", code=1) == f"{WON}: legal and not won, score 0 after 0 moves\n"


def test_an_illegal_line() -> None:
    text = run("verify", WON, "D D D", code=1)
    assert text == f"{WON}: step 3: D is illegal: the stock is empty\n"


def test_judgements_as_json() -> None:
    keys = ["legal", "step", "why", "won", "score"]
    (good,) = run_json("verify", WON, line_of(WON))
    assert list(good.items()) == list(zip(keys, [True, None, None, True, 8], strict=True))
    (bad,) = run_json("verify", WON, "D D D", code=1)
    assert list(bad.values()) == [False, 3, "D is illegal: the stock is empty", False, None]


def test_verify_knows_the_rules() -> None:
    deal = "AC 2C 2D AD AH AS 2H 2S"
    assert "pairs=no" in run("verify", deal, "x2=3", code=1)
    assert "score 2 after 1 move" in run("verify", deal, "x2=3", "--rules", "pairs", code=1)


def test_verify_reads_what_solve_writes() -> None:
    solved = run("solve", "rng:1/0-3@A,K,Q", "--json", code=1)
    lines = run("verify", stdin=solved).splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"rng:1/{n}@A,K,Q" for n in range(4)]
    assert ["won" in line for line in lines] == [True, True, False, True]
    assert lines[2] == f"{LOST}: no line"
    judged = run_json("verify", stdin=solved)
    assert [data["legal"] for data in judged] == [True, True, None, True]


def test_verify_uses_the_rules_and_the_position_of_each_object() -> None:
    solved = run(
        "solve", "--position", "-", "--rules", "free-cell", "--json", "--score", stdin=json.dumps(POSITION)
    )
    assert run_json("verify", stdin=solved)[0]["won"]
    withheld = run("solve", "3H AC 3D 3S 2H AD 2D 3C AH 2C AS 2S", "--rules", "ace-only", "--json")
    assert run("verify", stdin=withheld).startswith("deal 1: legal and won")
    assert "discarded first" in run("verify", "--discard", "compulsory", stdin=withheld, code=1)


def test_verify_fails_if_any_line_fails_or_none_is_there() -> None:
    good, bad = run("solve", WON, "--json"), run("solve", LOST, "--score", "--json", code=1)
    assert len(run("verify", stdin=good + bad + good, code=1).splitlines()) == 3
    run("verify", stdin=run("solve", LOST, "--json", code=1), code=1)


def test_judgements_before_a_bad_object_stand() -> None:
    result = invoke("verify", stdin=run("solve", WON, "--json") + "rubbish\n")
    assert (result.exit_code, len(result.stdout.splitlines())) == (2, 1)
    assert result.stderr.startswith("acesup: stdin:2: no JSON, expected ")


# rules


def test_rules_are_shown_with_who_plays_so() -> None:
    text = " ".join(run("rules").split())
    for preset in PRESETS.values():
        assert preset.name in text
        assert preset.played_by in text
    for option in OPTIONS.values():
        assert f"{option.name} {' or '.join(option.shown)}" in text
        assert option.meaning in text
    assert "stacked-only discard=compulsory, lone_moves=no the study" in text


def test_rules_as_json() -> None:
    (data,) = run_json("rules")
    assert {name: acesup.Rules.of(preset["rules"]) for name, preset in data["presets"].items()} == {
        name: preset.rules for name, preset in PRESETS.items()
    }
    assert list(data["options"]) == list(OPTIONS)


# What is piped is plain


@pytest.mark.parametrize("command", [["solve", WON], ["solve", WON, LOST], ["rules"], ["deal", WON], ["-h"]])
def test_what_is_piped_is_plain_ascii(command: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "COLUMNS", "40")
    text = invoke(*command).stdout
    assert text.isascii()
    assert "\x1b" not in text


def test_what_is_piped_is_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "COLUMNS", "40")
    assert "\n" not in run("deal", WON).strip()
    assert all(len(run("solve", WON).splitlines()[line]) > 40 for line in (8, -1))
