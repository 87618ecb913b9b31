"""Trials: settings of the search in turns on the same deals, what they say, and their stores."""

import csv
import io
import json
import sqlite3
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest
from click.testing import CliRunner, Result

from acesup import LimitError, OrderingError, SwitchError, contrast, solve_range
from acesup.cli import bench, main
from acesup.contrast import contrasts
from acesup.errors import StoreError
from acesup.orderings import ORDERINGS, PARAMETERS
from acesup.run import Run
from acesup.store import Store
from acesup.switches import SWITCHES
from acesup.trial import Round, Setting, Trial, Turn, play
from acesup.trial_store import TrialStore

SMALL = "rng:1@A,K,Q,J"
TWO = [Setting("rule-order"), Setting("clear")]


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for the tests, and quick."""
    monkeypatch.setattr(contrast, "RESAMPLES", 400)


def invoke(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["bench", *map(str, arguments)], prog_name="acesup")
    assert result.exit_code == code, result.output
    return result


def compare(*arguments: object, code: int = 0) -> str:
    return invoke("compare", "--source", SMALL, "--count", 40, *arguments, code=code).stdout


def nodes_only(rounds: list[Round]) -> list[tuple[int, list[tuple[bytes, list[int]]]]]:
    return [(one.first, [(turn.verdicts, list(turn.nodes)) for turn in one.turns]) for one in rounds]


# Trials


def test_a_trial_is_what_solve_range_says() -> None:
    trial = Trial.plan(SMALL, 5, 230, "free-cell", settings=TWO)
    rounds = list(play(trial))
    assert [one.first for one in rounds] == list(range(5, 235, trial.round_deals))
    for n, setting in enumerate(trial.settings):
        whole = solve_range(SMALL, 5, 230, "free-cell", ordering=setting.ordering, memory_limit=64)
        assert b"".join(one.turns[n].verdicts for one in rounds) == whole.verdicts
        assert [nodes for one in rounds for nodes in one.turns[n].nodes] == list(whole.nodes)


def test_deals_that_python_makes() -> None:
    (one,) = play(Trial.plan("pysol", 7, 1, "kpat-solver", settings=TWO))
    assert list(one.turns[0].nodes) == list(solve_range("pysol", 7, 1, "kpat-solver").nodes)


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"count": 0}, LimitError, "count of deals: 0"),
        ({"node_limit": 0}, LimitError, "node limit: 0"),
        ({"settings": [*TWO, Setting("clear")]}, LimitError, "clear twice, expected different ones"),
        ({"settings": [Setting("cleer")]}, OrderingError, "did you mean clear"),
        ({"settings": [Setting("clear", ("colapse",))]}, SwitchError, "did you mean collapse"),
    ],
)
def test_what_is_no_trial(settings: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Trial.plan(SMALL, 0, **{"count": 10, **settings})


def test_settings_have_names() -> None:
    assert str(Setting("clear")) == "clear"
    assert str(Setting("clear", ("collapse", "last-row"), 1)) == "clear without collapse, last-row in 1 MiB"


# What they say


def rounds_of(*settings: list[int], code: int = 1) -> list[Round]:
    """Return rounds of two deals with these nodes; each setting takes as many seconds as nodes."""
    return [
        Round(
            at,
            tuple(
                Turn(bytes([code, code]), array("Q", nodes[at : at + 2]), float(sum(nodes[at : at + 2])))
                for nodes in settings
            ),
        )
        for at in range(0, len(settings[0]), 2)
    ]


def test_twice_the_nodes_are_a_ratio_of_two() -> None:
    base = [10, 20, 30, 40, 50, 60, 70, 1000]
    trial = Trial.plan(SMALL, 0, len(base), settings=TWO)
    first, second = contrasts(trial, rounds_of(base, [2 * nodes for nodes in base]))
    assert (first.ratio, first.p, first.time_ratio) == (1, 1, 1)
    assert second.ratio == pytest.approx(2)
    assert second.ratio_interval.low == pytest.approx(second.ratio_interval.high) == pytest.approx(2)
    assert second.p == pytest.approx(2 / 2**8)  # exact: all eight on one side
    assert second.time_ratio == pytest.approx(2)
    assert (second.deals, second.decided, second.solvable, second.paired) == (8, 8, 8, 8)
    assert second.nodes_median == 90
    assert second.nodes_p99 == pytest.approx(numpy.percentile([2 * nodes for nodes in base], 99))


def test_intervals_cover_and_can_be_repeated() -> None:
    generator = numpy.random.default_rng(5)
    covered = 0
    for _ in range(12):
        base = [1000] * 60
        other = [round(nodes) for nodes in 1200 * numpy.exp(generator.normal(0, 1, 60))]
        trial = Trial.plan(SMALL, 0, 60, settings=TWO)
        _, second = contrasts(trial, rounds_of(base, other))
        interval = second.ratio_interval
        assert interval.low < second.ratio < interval.high
        covered += interval.low <= 1.2 <= interval.high
    assert contrasts(trial, rounds_of(base, other))[1] == second
    assert 9 <= covered <= 12


def test_undecided_deals_are_counted_and_left_out_of_the_ratio() -> None:
    trial = Trial.plan(SMALL, 0, 2, settings=TWO)
    turns = Turn(bytes([1, 1]), array("Q", [10, 10]), 1.0), Turn(bytes([1, 2]), array("Q", [20, 99]), 1.0)
    _, second = contrasts(trial, [Round(0, turns)])
    assert (second.decided, second.paired, second.nodes_mean) == (1, 1, 59.5)
    assert second.ratio == pytest.approx(2)


def test_a_contradiction_is_no_result() -> None:
    trial = Trial.plan(SMALL, 3, 2, settings=TWO)
    turns = Turn(bytes([1, 1]), array("Q", [1, 1]), 1.0), Turn(bytes([1, 0]), array("Q", [1, 1]), 1.0)
    with pytest.raises(AssertionError, match=r"rng:1/4@.* is solvable by rule-order and unsolvable by clear"):
        contrasts(trial, [Round(3, turns)])


def test_nothing_played_says_nothing() -> None:
    assert contrasts(Trial.plan(SMALL, 0, 2, settings=TWO), []) == []


# Stores


def test_a_trial_goes_on_where_it_was(tmp_path: Path) -> None:
    trial = Trial.plan(SMALL, 0, 300, "kpat-solver", settings=TWO)
    whole = list(play(trial))
    path = tmp_path / "trial.sqlite"
    with TrialStore.resume(path, trial) as store:
        some = [one for one, _ in zip(play(trial, store), range(40), strict=False)]
    assert nodes_only(some) == nodes_only(whole[:40])
    with TrialStore.resume(path, trial) as store:
        again = list(play(trial, store))
    assert again[:39] == some[:39]  # the times too: nothing was done twice
    assert nodes_only(again) == nodes_only(whole)
    with TrialStore.read(path) as store:
        assert store.trial == trial
        assert store.take(3) == again[1]
        assert store.take(1) is None


def test_another_trial_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "trial.sqlite"
    TrialStore.resume(path, Trial.plan(SMALL, 0, 5, settings=TWO)).close()
    with pytest.raises(StoreError, match=r"another comparison.*count: 5, 6"):
        TrialStore.resume(path, Trial.plan(SMALL, 0, 6, settings=TWO))
    with pytest.raises(StoreError, match="settings: rule-order; clear, clear"):
        TrialStore.resume(path, Trial.plan(SMALL, 0, 5, settings=TWO[1:]))
    with pytest.raises(StoreError, match="another program, expected a store of acesup"):
        Store.read(path)
    run = tmp_path / "run.sqlite"
    Store.resume(run, Run.plan(SMALL, 0, 5)).close()
    with pytest.raises(StoreError, match="expected a store of a comparison"):
        TrialStore.read(run)


def test_damaged_settings_are_named(tmp_path: Path) -> None:
    path = tmp_path / "trial.sqlite"
    TrialStore.resume(path, Trial.plan(SMALL, 0, 5, settings=TWO)).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE trial SET settings = '{}'")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="its settings cannot be read"):
        TrialStore.read(path)


# The command line


def test_orderings_are_listed() -> None:
    text = invoke("orderings").stdout
    assert all(name in text for name in [*ORDERINGS, *SWITCHES])
    data = json.loads(invoke("orderings", "--json").stdout)
    assert data["switches"] == dict(SWITCHES)
    assert {name: entry["parameters"] for name, entry in data["orderings"].items()} == dict(PARAMETERS)


def test_compare_prints_a_table_json_and_csv() -> None:
    arguments = ("--ordering", "clear", "--ordering", "random:7", "--without", "last-row")
    names = ["clear", "random:7", "clear without last-row"]
    text = compare(*arguments)
    assert "40 deals" in text
    assert [line.split("  ")[0] for line in text.splitlines()[3:]] == names
    data = json.loads(compare(*arguments, "--json"))
    assert [one["name"] for one in data["settings"]] == names
    assert (data["count"], data["complete"], data["preset"]) == (40, True, "standard")
    rows = list(csv.DictReader(io.StringIO(compare(*arguments, "--csv"))))
    assert [row["name"] for row in rows] == names
    assert float(rows[1]["ratio"]) == data["settings"][1]["ratio"]


def test_compare_means_all_orderings_unless_told() -> None:
    names = [one["name"] for one in json.loads(compare("--rules", "free-cell", "--json"))["settings"]]
    assert sorted(names) == sorted({*ORDERINGS, names[0]})
    data = json.loads(compare("--memory-limit", 1, "--memory-limit", 0.015625, "--json"))
    assert [one["memory_limit"] for one in data["settings"]] == [1, 0.015625]


def test_compare_resumes_and_draws(tmp_path: Path) -> None:
    two = ("--ordering", "clear", "--ordering", "gaps")
    arguments = (*two, "--store", tmp_path / "lab.sqlite", "--plot", tmp_path / "lab.png", "--json")
    first, second = compare(*arguments), compare(*arguments)
    assert first == second  # down to the times
    assert (tmp_path / "lab.png").read_bytes().startswith(b"\x89PNG")


def test_compare_stops_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> Iterator[Round]:
        yield from [one for one, _ in zip(play(*arguments), range(3), strict=False)]
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "play", interrupted)
    assert "3 of 40 planned deals" in compare("--ordering", "clear", "--ordering", "gaps", code=130)


def test_compare_takes_an_ordering_of_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_lab.py").write_text("def few(before, after, kind):\n    return -len(after.cards)\n")
    monkeypatch.chdir(tmp_path)
    data = json.loads(compare("--ordering", "clear", "--ordering", "my_lab:few", "--json"))
    assert data["settings"][1]["name"] == "my_lab:few"
    assert data["settings"][1]["decided"] == 40


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ordering", "cleer"], "did you mean clear?"),
        (["--ordering", "nowhere:f"], "'nowhere' cannot be imported"),
        (["--without", "colapse"], "did you mean 'collapse'?"),
        (["--memory-limit", "0"], "memory limit: 0.0 MiB"),
        (["--plot", "lab.xyz"], "'.xyz' is no format"),
        (["--count", "0"], "count of deals: 0"),
    ],
)
def test_bad_arguments(arguments: list[str], message: str) -> None:
    result = invoke("compare", "--source", SMALL, "--count", 2, *arguments, code=2)
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_help_has_examples() -> None:
    for name in ("orderings", "compare"):
        assert f"acesup bench {name}" in invoke(name, "-h").stdout.partition("Examples:")[2]
