"""The long suite: tests marked `full` run with `--full` only, and a run without it says what it left out.

ACESUP_EXPECT_FROM, if set, is the directory that the compiled modules must come from: a run that is meant for
a special build must not test the normal one.
"""

import os
import signal
from pathlib import Path

import pytest

from acesup import _solver


def pytest_configure() -> None:
    # Started in the background this may ignore Ctrl-C, and so would the programs that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    expected = os.environ.get("ACESUP_EXPECT_FROM")
    if expected and Path(expected).resolve() not in Path(_solver.__file__).resolve().parents:
        raise pytest.UsageError(f"{_solver.__file__} is tested, expected a build in {expected}")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the tests marked `full` too (make test-full)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    long = [item for item in items if item.get_closest_marker("full")]
    items[:] = [item for item in items if item not in long]
    config.hook.pytest_deselected(items=long)
    config.stash[LEFT_OUT] = len(long)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(LEFT_OUT, 0)
    if left_out:
        terminalreporter.write_line(
            f"{left_out} tests of the long suite were left out, for their time: `make test-full` runs them"
        )


LEFT_OUT = pytest.StashKey[int]()
