"""The map of the house in CONTRIBUTING.md: every file is on it, and uses only what stands above it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "solver" / "acesup"
SECTIONS = re.split(r"^### ", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
INCLUDE = "solver/acesup/include"
C_STANDARD = {"immintrin.h", "stdbool.h", "stddef.h", "stdint.h", "stdlib.h", "string.h", "time.h"}


def files_of(section: str) -> list[str]:
    return re.findall(r"^- `([\w./]+)` ", section, re.MULTILINE)


MAP = [file for section in SECTIONS for file in files_of(section)]
GAME = next(files_of(section) for section in SECTIONS if section.startswith("The game"))


def stands_above(used: str, user: str) -> bool:
    return used in MAP[: MAP.index(user) + 1]


def file_of(module: str) -> str | None:
    """Return the file of a module of the package as the map names it, or None if it is none."""
    base = ROOT / "solver" / module.replace(".", "/")
    for file in (
        base.with_suffix(".py"),
        base.with_suffix(".pyx"),
        base.with_suffix(".pxd"),
        base / "__init__.py",
    ):
        if file.exists():
            return file.relative_to(ROOT).as_posix()
    return None


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield what runs when a module is imported: not its functions, nor what only type checkers read."""
    for statement in body:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            continue
        yield statement
        for name in ("body", "orelse", "handlers", "finalbody"):
            if not isinstance(statement, ast.FunctionDef):
                yield from statements(getattr(statement, name, []))


@cache
def imports_of(file: str) -> frozenset[str]:
    """Return the files of the package that a Python file imports."""
    used = set()
    for statement in statements(ast.parse((ROOT / file).read_text(encoding="utf-8")).body):
        if isinstance(statement, ast.Import):
            used |= {file_of(alias.name) for alias in statement.names}
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            inner = [file_of(f"{statement.module}.{alias.name}") for alias in statement.names]
            used |= set(inner) if any(inner) else {file_of(statement.module)}
    return frozenset(filter(None, used))


def cimports_of(file: str) -> set[str]:
    """Return the files of the package that a Cython module uses, by itself or by its declarations."""
    text = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / file).parent.glob(Path(file).stem + ".p[yx][xd]")
    )
    return {str(file_of(module)) for module in re.findall(r"^from (acesup\.\w+) cimport", text, re.MULTILINE)}


def test_every_file_is_on_the_map_once() -> None:
    kernel = {*ROOT.glob("csrc/*"), *ROOT.glob(f"{INCLUDE}/*")}
    patterns = ("**/*.py", "*.pyx", "*.pxd", "web/*")
    files = kernel | {*chain.from_iterable(map(PACKAGE.glob, patterns))}
    names = {file.relative_to(ROOT).as_posix() for file in files}
    names -= {name for name in names if name.endswith(".pxd") and name[:-3] + "pyx" in names}
    assert names - {*MAP} == set(), "to be put on the map of CONTRIBUTING.md"
    assert {*MAP} - names == set(), "to be taken off the map of CONTRIBUTING.md"
    assert len({*MAP}) == len(MAP)


@pytest.mark.parametrize("file", [file for file in MAP if file.endswith(".h")])
def test_the_kernel_includes_itself_and_standard_c(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert set(re.findall(r"^#include <(.*)>", text, re.MULTILINE)) <= C_STANDARD
    for header in re.findall(r'#include "(.*)"', text):
        public = (ROOT / INCLUDE / header).exists()
        assert stands_above(f"{INCLUDE if public else 'csrc'}/{header}", file), header


@pytest.mark.parametrize("file", [file for file in MAP if file.endswith((".pyx", ".pxd"))])
def test_compiled_modules_use_what_stands_above(file: str) -> None:
    for used in cimports_of(file):
        assert stands_above(used, file), used


def test_the_kernel_is_mirrored_once() -> None:
    externs = [
        file.name for file in PACKAGE.glob("*.p*") if "cdef extern" in file.read_text(encoding="utf-8")
    ]
    assert sorted(name for name in externs if not name.endswith((".py", ".pyi"))) == [
        "_kernel.pxd",
        "_numbers.pyx",
    ]


@pytest.mark.parametrize("file", [file for file in MAP if file.endswith(".py")])
def test_modules_import_what_stands_above(file: str) -> None:
    for used in imports_of(file):
        assert stands_above(used, file), used


@pytest.mark.parametrize("file", GAME)
def test_the_game_needs_nothing_compiled(file: str) -> None:
    """The referee must not share a mistake with what it judges."""
    assert imports_of(file) <= {*GAME}
