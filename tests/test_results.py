"""docs/make_results.py: the page says what the stores say."""

import subprocess
import sys
from pathlib import Path

import pytest

from acesup.cli.summary import fraction_of
from acesup.fraction import fraction
from acesup.run import Run
from acesup.shard import Tally
from acesup.store import Store

SCRIPT = Path(__file__).parent.parent / "docs" / "make_results.py"
PRESETS = ("kpat-solver", "standard", "ace-only")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = tmp_path_factory.mktemp("results")
    for preset in PRESETS:
        run = plan(preset)
        with Store.resume(directory / f"{preset}.sqlite", run) as store:
            fraction(run, store)
    output = directory / "results.md"
    subprocess.run([sys.executable, SCRIPT, *directory.glob("*.sqlite"), "--output", output], check=True)
    return output.read_text(encoding="utf-8")


def plan(preset: str) -> Run:
    return Run.plan("rng:1@A,K,Q,J,T,9", 0, 2000, preset, memory_limit=1)


def tally_of(preset: str) -> Tally:
    return fraction(plan(preset)).tally


def test_every_store_has_its_row(page: str) -> None:
    places = []
    for preset in ("standard", "ace-only", "kpat-solver"):
        estimate = fraction(plan(preset))
        places.append(page.index(f"| `{preset}` | **{fraction_of(estimate)}** | "))
        assert (
            f"acesup fraction run --rules {preset} --source rng:1@A,K,Q,J,T,9 --first 0 --count 2000" in page
        )
    assert places == sorted(places)


def test_rule_sets_that_differ_in_one_option_are_compared(page: str) -> None:
    lost = tally_of("standard").solvable - tally_of("ace-only").solvable
    assert (
        f"| `fill` | any (`standard`) | aces (`ace-only`) | 2,000 | {lost} | 0 | {-lost / 20:+.2f} % ("
        in page
    )
    assert "aces (`kpat-solver`)" not in page


def test_withholding_is_counted(page: str) -> None:
    only = tally_of("standard").solvable - tally_of("kpat-solver").solvable
    assert only > 0
    section = page.partition("## Deals that go out only by withholding")[2]
    assert f"| `standard` | 2,000 | {only} (" in section
    assert f"| {100 * only / tally_of('standard').solvable:.2f} % |" in section
