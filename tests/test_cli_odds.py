"""`acesup odds`: what it prints, keeps and refuses."""

import json
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from acesup.blind import BlindRun
from acesup.cli import main
from acesup.cli.summary import commands_of
from acesup.fraction import fraction
from acesup.odds import odds
from acesup.policies import POLICIES, TIPS
from acesup.run import Run
from acesup.store import BlindStore, Store

COUNT = ("--count", "300")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["odds", *arguments])


def run(*arguments: str) -> str:
    """Run the program, which must end well and silently; return its standard output."""
    result = invoke(*arguments)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout


def refused(*arguments: str) -> str:
    """Run the program, which must refuse in one line; return the line."""
    result = invoke(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    return line


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_summary_says_all_that_it_takes_to_cite() -> None:
    text = run("--count", "20000", "--policy", "random", "--rules", "stacked-must-fill", "--histogram")
    found = odds(BlindRun.plan("rng:1", 0, 20_000, "stacked-must-fill", "random"))
    for words in (
        "policy      random\n",
        "rules       stacked-must-fill\n",
        f"{found.won:,} of 20,000\n",
        "95 % interval",
        "(wilson)",
        f"mean score  {found.mean_score:.3f} (",
        "deals       20,000: rng:1/0-19999\n",
    ):
        assert words in text
    assert text.splitlines()[-1] == f"   48  ███ {found.won}"


def test_the_command_repeats_the_run() -> None:
    for settings in (
        {"policy": "random", "rules": "ace-only", "seed": 5},
        {"policy": "tips", "rules": {"pairs": True}, "tips": ("aces",)},
        {"policy": "tips", "rules": "standard", "tips": ()},
        {"policy": "monte-carlo", "rules": "free-cell", "samples": 2},
    ):
        planned = BlindRun.plan("rng:1", 7, 30, **settings)
        (command,) = commands_of(planned, 30)
        again = json.loads(run(*command.split()[2:], "--json"))
        expected = odds(planned).to_json()
        del again["seconds"], expected["seconds"]
        assert again == json.loads(json.dumps(expected))


def test_a_store_is_shown_and_gone_on_with(directory: Path) -> None:
    first = json.loads(run(*COUNT, "--store", "run.sqlite", "--json"))
    assert json.loads(run(*COUNT, "--store", "run.sqlite", "--json", "-j", "1")) == first
    assert json.loads(run("run.sqlite", "--json")) == first
    assert "policy: look-ahead, random" in refused(*COUNT, "--store", "run.sqlite", "--policy", "random")


def test_two_stores_are_compared(directory: Path) -> None:
    run(*COUNT, "--policy", "tips", "--store", "all.sqlite")
    run(*COUNT, "--policy", "tips", "--tips", "none", "--store", "none.sqlite")
    text = run("all.sqlite", "none.sqlite")
    assert "only in tips (none)" in text
    assert "won in both" in text
    *_, paired = run("all.sqlite", "none.sqlite", "--json").splitlines()
    assert json.loads(paired)["deals"] == 300
    run("--count", "5", "--first", "900", "--store", "other.sqlite")
    result = invoke("all.sqlite", "other.sqlite")
    assert "not compared: other.sqlite: no deal of it is in all.sqlite" in result.stderr


def test_it_ends_on_a_width() -> None:
    data: dict[str, Any] = json.loads(run("--until-width", "0.01", "--json"))
    assert data["interval"][1] - data["interval"][0] <= 0.01
    assert not data["complete"]


def test_ones_own_policy_lies_in_the_current_directory(directory: Path) -> None:
    policy = "class Quitter:\n    def choose(self, table, draws):\n        return None\n"
    (directory / "mine_of_odds.py").write_text(policy)
    data = json.loads(run("--policy", "mine_of_odds:Quitter", "--count", "10", "--json"))
    assert data["scores"] == {"0": 10}


def test_the_table_from_stores(directory: Path) -> None:
    """Every policy and tip that a store holds, and the solvable fraction beside it."""
    every, none = tuple(TIPS), ()
    for number, (rules, policy, tips) in enumerate(
        [("standard", "random", every), ("ace-only", "look-ahead", every)]
        + [("standard", "tips", tips) for tips in (every, none, every[1:], every[:1])]
    ):
        planned = BlindRun.plan("rng:1", 0, 2000, rules, policy, tips=tips)
        with BlindStore.resume(f"{number}.sqlite", planned) as store:
            odds(planned, store)
    solved = Run.plan("rng:1", 0, 50, "ace-only", memory_limit=1)
    with Store.resume("solved.sqlite", solved) as store_of_solved:
        estimate = fraction(solved, store_of_solved)
    text = run("--table", *(path.name for path in directory.glob("*.sqlite")))
    assert all(policy in text for policy in POLICIES if policy != "tips")
    assert f"{100 * estimate.tally.solvable / 50:.2f} %" in text
    assert "What a tip is worth" in text
    won = {
        tips: odds(BlindRun.plan("rng:1", 0, 2000, "standard", "tips", tips=tips)).won
        for tips in (every, every[1:])
    }
    assert f"{(won[every] - won[every[1:]]) / 20:+.3f} %" in text


def test_the_table_is_played_if_there_are_no_stores() -> None:
    text = run("--table", "--count", "3", "--samples", "1")
    assert text.count(" 0.00 %") > 15
    assert "who knows the stock" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--policy", "lookahead"), "did you mean look-ahead?"),
        (("--policy", "nowhere:Mine"), "nowhere:Mine: ModuleNotFoundError"),
        (("--policy", "tips", "--tips", "spacs"), "'spacs' is no tip, expected uncover, spaces"),
        (("--policy", "never-fill", "--must-fill"), "never-fill cannot play"),
        (("--samples", "0"), "samples: 0, expected"),
        (("--table", "--json"), "expected neither --store nor --json"),
        (("nothing.sqlite",), "nothing.sqlite: there is no such file"),
        (("nothing.sqlite", "--policy", "random"), "expected no options of a run beside them"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)


def test_stores_of_another_kind_are_refused(directory: Path) -> None:
    solved = Run.plan("rng:1@A,K", 0, 5, memory_limit=1)
    with Store.resume("solved.sqlite", solved) as store:
        fraction(solved, store)
    assert "solved.sqlite: it holds another kind of run" in refused("solved.sqlite")
    run(*COUNT, "--store", "blind.sqlite")
    result = CliRunner().invoke(main, ["fraction", "show", "blind.sqlite"])
    assert result.exit_code == 2
    assert "expected a solvable fraction (acesup fraction)" in result.stderr


def test_help_names_every_policy_and_tip() -> None:
    text = run("-h")
    assert all(f"\n    {name} " in text for name in [*POLICIES, *TIPS])
    assert all(option.help for option in main.commands["odds"].params if isinstance(option, click.Option))
