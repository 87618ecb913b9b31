"""The documents say what the program does: examples run, tables match, nothing is left out.

In a console block `$ ` stands before each command; a here document belongs to its command. What is printed
on stdout and stderr is compared as doctest does it, so `...` stands for anything.
"""

import doctest
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import click
import pytest

from acesup import PRESETS, Position
from acesup.cards import outranks
from acesup.cli import main
from acesup.rules import OPTIONS, OptionValue, Rules

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
COMMANDS = dict(main.commands)


def blocks(page: Path, language: str) -> str:
    """Return all fenced blocks in a language, one after the other."""
    text = page.read_text(encoding="utf-8")
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def commands(blocks: str) -> Iterator[tuple[str, str]]:
    """Yield each command with the output that is shown for it."""
    for part in re.split(r"^\$ ", blocks, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        here_document = re.search(r"<<'(\w+)'", lines[0])
        length = lines.index(f"{here_document[1]}\n") + 1 if here_document else 1
        yield "".join(lines[:length]), "".join(lines[length:])


def run(commands: Iterable[str], directory: Path) -> list[str]:
    """Run commands in one shell, and return what each prints."""
    mark = "--- next command ---"
    script = "".join(f"{command}code=$?; echo; echo '{mark}'; (exit $code)\n" for command in commands)
    bash = subprocess.run(
        ["bash", "-c", script],
        cwd=directory,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    return bash.stdout.split(f"\n{mark}\n")[:-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples(page: Path, tmp_path: Path) -> None:
    """The commands of a page, from top to bottom in one shell, print what it shows."""
    examples = list(commands(blocks(page, "console")))
    checker = doctest.OutputChecker()
    report = ""
    for (command, expected), printed in zip(examples, run([e[0] for e in examples], tmp_path), strict=True):
        if not checker.check_output(expected, printed, FLAGS):
            report += command + checker.output_difference(doctest.Example(command, expected), printed, FLAGS)
    assert not report, report


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    """Every Python session of a page, from top to bottom, shows what Python prints."""
    test = doctest.DocTestParser().get_doctest(blocks(page, "pycon"), {}, page.name, str(page), 0)
    report: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert not result.failed, "".join(report)


def test_readme_opens_with_two_commands() -> None:
    """The first thing that a newcomer reads is how to run it and how to test it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"```sh\nmake run .*\nmake test .*\n```", readme[:400])


def setting(rules: Rules) -> str:
    """Write a preset's setting as the table does."""
    return "all options at their defaults" if rules == Rules() else f"`{_changed(rules)}`"


def _changed(rules: Rules) -> str:
    shown = {
        name: option.shown[option.values.index(getattr(rules, name))] for name, option in OPTIONS.items()
    }
    return ", ".join(f"{name}={value}" for name, value in shown.items() if value != OPTIONS[name].shown[0])


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_documented(name: str) -> None:
    """The table of presets is that of the program."""
    preset = PRESETS[name]
    assert f"| `{name}` | {setting(preset.rules)} | {preset.played_by} |\n" in RULES


@pytest.mark.parametrize("name", OPTIONS)
def test_options_are_documented(name: str) -> None:
    """The table of options is that of the program."""
    option = OPTIONS[name]
    values = ", ".join(f"`{value}`" for value in option.shown)
    assert f"| `{name}` | {values} | {option.meaning} |\n" in RULES


ALGORITHM = (ROOT / "docs" / "algorithm.md").read_text(encoding="utf-8")


def test_tests_of_arguments_exist() -> None:
    """Each test that docs/algorithm.md calls as a witness is there."""
    named = re.findall(r"`tests/(\w+\.py)(?:::(\w+))?`", ALGORITHM)
    assert named
    for file, function in named:
        assert f"def {function}" in (ROOT / "tests" / file).read_text(encoding="utf-8"), f"{file}::{function}"


IS_SAFE_IN: dict[str, Callable[[Position, str], bool]] = {
    "stock empty": lambda position, card: not position.stock,
    "lowest": lambda position, card: not any(outranks(card, other) for other in in_play(position)),
    "lone": lambda position, card: [card] in position.columns,
}
COUNTEREXAMPLES = re.findall(
    r"^\| `(\w+=[^`]+)` \| ([a-z ]+) \| `([^`]+)` \| (\d+) \| (\d+) \|$",
    ALGORITHM,
    re.MULTILINE,
)


def read_option(text: str) -> tuple[str, OptionValue]:
    """Read an option as the tables write it, such as `lone_moves=no`."""
    name, _, value = text.partition("=")
    return name, OPTIONS[name].values[OPTIONS[name].shown.index(value)]


def in_play(position: Position) -> list[str]:
    """Return the cards on the table, in the cell and in the stock."""
    return [*chain(*position.columns), *filter(None, [position.cell]), *position.stock]


def best_score(start: Position, at_once: Callable[[Position, str], bool]) -> int:
    """Return the best score by brute force, where discards that are called safe are always made at once."""
    seen, todo, best = {start.key()}, [start], 0
    while todo:
        position = todo.pop()
        best = max(best, position.score)
        moves = position.legal_moves()
        forced = [
            m for m in moves if m.kind == "discard" and at_once(position, position.columns[m.takes[0]][-1])
        ]
        for move in forced[:1] or moves:
            after = position.copy()
            after.play(move)
            if after.key() not in seen:
                seen.add(after.key())
                todo.append(after)
    return best


@pytest.mark.parametrize(("setting", "kind", "cards", "free", "forced"), COUNTEREXAMPLES)
def test_safe_discards_are_wrong_elsewhere(
    setting: str, kind: str, cards: str, free: str, forced: str
) -> None:
    """The counterexamples of docs/algorithm.md, played out."""
    rules = Rules.from_json(dict(map(read_option, setting.split(", "))))
    start = Position.start(cards.split(), rules)
    assert best_score(start, lambda position, card: False) == int(free)
    assert best_score(start, IS_SAFE_IN[kind]) == int(forced)


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_documented(name: str) -> None:
    """Every command and every option of it stands in the prose, not only in the generated reference."""
    prose = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert f"acesup {name}" in prose
    for option in COMMANDS[name].params:
        names = [*option.opts, *option.secondary_opts] if isinstance(option, click.Option) else []
        missing = [name for name in names if name.startswith("--") and name not in prose]
        assert not missing, f"{missing} in no page of docs/"
