"""Pictures: drawn in the format that the name asks for, refused before the run and not after it."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from acesup import plots
from acesup.errors import ExtraError, PlotError
from acesup.fraction import Estimate, fraction
from acesup.plots import Plot
from acesup.run import Run
from acesup.shard import Tally

pytest.importorskip("matplotlib")
RUN = Run.plan("rng:1@A,K,Q,J,T", 0, 300, node_limit=60, memory_limit=1)


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("PDF", b"%PDF")])
def test_the_ending_names_the_format(tmp_path: Path, ending: str, magic: bytes) -> None:
    path = tmp_path / f"run.{ending}"
    plot = Plot(path)
    plot.add(fraction(RUN))
    plot.write()
    assert path.read_bytes().startswith(magic)


def test_the_picture_says_what_it_shows(tmp_path: Path) -> None:
    path = tmp_path / "run.svg"
    plot = Plot(path)
    plot.add(fraction(replace(RUN, score=True)))
    plot.write()
    text = path.read_text(encoding="utf-8")
    for label in (
        "rules: standard; 300 deals",
        "best score",
        "unsolvable",
        "solvable or unknown",
        "nodes of a",
    ):
        assert label in text


def test_a_long_curve_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots, "_POINTS", 10)
    plot = Plot(tmp_path / "run.png")
    for deals in range(1, 1001):
        plot.add(Estimate(RUN, Tally(solvable=deals)))
    assert 10 <= len(plot._curve) <= 20
    assert [point[0] for point in plot._curve] == list(range(1, 1001, plot._stride))


def test_nothing_counted_draws_nothing(tmp_path: Path) -> None:
    Plot(tmp_path / "run.png").write()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("run.xyz", "'.xyz' is no format, expected .*.png"),
        ("run", "no ending"),
        ("no/run.png", "no such directory"),
    ],
)
def test_wrong_names(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(PlotError, match=message):
        Plot(tmp_path / name)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "run.png").mkdir()
    plot = Plot(tmp_path / "run.png")
    plot.add(fraction(RUN))
    with pytest.raises(PlotError, match="Is a directory"):
        plot.write()


def test_missing_matplotlib_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ExtraError, match=r"pip install 'acesup\[plot\]'"):
        Plot(tmp_path / "run.png")
