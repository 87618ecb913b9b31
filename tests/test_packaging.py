"""What is shipped: a quick import, the type information, a source distribution that builds and runs alone."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOT_OURS = shutil.ignore_patterns(".*", "build", "dist", "_build", "*.egg-info", "__pycache__", "*.so", "*.c")
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ACESUP"))}


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """Run a command, and return what it prints; on an error show all of it."""
    process = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=ENVIRONMENT | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stdout
    return process.stdout


def cpu_seconds(code: str) -> float:
    """Return the processor time that Python takes for some code, at best: other programs may be busy."""
    times = []
    for _ in range(5):
        before = os.times()
        run(sys.executable, "-c", code)
        after = os.times()
        times.append(sum(after[2:4]) - sum(before[2:4]))
    return min(times)


def test_import_is_quick() -> None:
    """A script that solves one deal should not wait for the import."""
    assert cpu_seconds("import acesup") - cpu_seconds("pass") < 0.15


def test_library_leaves_the_terminal_alone() -> None:
    """What only the command line needs is not imported by the library."""
    loaded = run(sys.executable, "-c", "import acesup, sys; print(*sys.modules)").split()
    assert not {"click", "rich", "acesup.cli"} & set(loaded)


def test_types_are_shipped() -> None:
    """Type checkers need the marker, and a stub of each compiled module."""
    package = files("acesup")
    compiled = [path.stem for path in (ROOT / "solver" / "acesup").glob("*.pyx")]
    assert compiled
    for name in ["py.typed", *(f"{module}.pyi" for module in compiled)]:
        assert package.joinpath(name).is_file(), name


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, built from a copy of the tree, so that nothing left behind gets in."""
    directory = tmp_path_factory.mktemp("sdist")
    shutil.copytree(ROOT, directory / "tree", ignore=NOT_OURS)
    build = f"from setuptools.build_meta import build_sdist; build_sdist({str(directory)!r})"
    run(sys.executable, "-c", build, cwd=directory / "tree")
    return next(directory.glob("*.tar.gz"))


@pytest.mark.full
def test_sdist_is_complete(sdist: Path) -> None:
    """All sources are in it, tests and their data too, and nothing that is generated."""
    with tarfile.open(sdist) as archive:
        shipped = {name.partition("/")[2] for name in archive.getnames()}
    assert not [
        name for name in shipped if name.endswith((".so", ".pyc")) or re.match(r"solver/.*\.c$", name)
    ]
    for directory in ("csrc", "solver", "tests", "docs"):
        names = {str(path.relative_to(ROOT)) for path in (ROOT / directory).rglob("*.*") if path.is_file()}
        generated = {name for name in names if re.search(r"\.(so|c|pyc)$|/_build/|\.egg-info/", name)}
        assert not names - generated - shipped


@pytest.mark.full
@pytest.mark.parametrize("abi3", ["0", "1"])
def test_sdist_works_alone(sdist: Path, abi3: str, tmp_path: Path) -> None:
    """Installed in an empty environment, away from the sources: solve, verify, and the README's Python."""
    if abi3 == "1" and sys.version_info < (3, 11):
        pytest.skip("the stable ABI of Python 3.10 has no buffers, see setup.py")
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    bin_ = tmp_path / "venv" / "bin"
    run(bin_ / "python", "-m", "pip", "install", "-q", sdist, cwd=tmp_path, ACESUP_ABI3=abi3)
    run(bin_ / "python", "-m", "pip", "check", cwd=tmp_path)

    package = Path(run(bin_ / "python", "-c", "import acesup; print(acesup.__file__)", cwd=tmp_path)).parent
    assert tmp_path in package.parents
    names = [path.name for path in package.iterdir()]
    assert not [name for name in names if name.endswith((".c", ".h", ".pyx", ".pxd"))]
    assert bool([name for name in names if name.endswith(".abi3.so")]) == (abi3 == "1")

    solved = tmp_path / "solved.jsonl"
    solved.write_text(run(bin_ / "acesup", "solve", "kpat:2", "--json", cwd=tmp_path))
    verify = f"{bin_}/acesup verify < {solved}"
    assert "kpat:2: legal and won" in run("sh", "-c", verify, cwd=tmp_path)
    run(bin_ / "acesup", "show", "kpat:2", "--html", "page.html", cwd=tmp_path)
    assert "</html>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (tmp_path / "readme.txt").write_text("\n".join(re.findall(r"^```pycon\n(.*?)^```", readme, re.M | re.S)))
    run(bin_ / "python", "-m", "doctest", "readme.txt", cwd=tmp_path)


def listings(page: str) -> dict[str, str]:
    """Return the files that a page shows, each after `This is `NAME`:`, by name."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return dict(re.findall(r"This\s+is `([\w.]+)`:\n\n```\w+\n(.*?)^```", text, re.M | re.S))


@pytest.mark.full
def test_an_ordering_of_ones_own_needs_no_source_tree(sdist: Path, tmp_path: Path) -> None:
    """The three ways of docs/laboratory.md, word by word, in an empty environment."""
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    bin_ = tmp_path / "venv" / "bin"
    packages = [f"{sdist}[stats]", "cffi", "cython>=3.1", "setuptools"]
    run(bin_ / "python", "-m", "pip", "install", "-q", *packages, cwd=tmp_path)
    work = tmp_path / "work"
    work.mkdir()
    shown = listings("laboratory.md")
    assert {*shown} == {"mine.py", "fast.py", "quick.pyx"}
    assert all(len(text.strip().splitlines()) <= 12 for name, text in shown.items() if name.endswith(".py"))
    for name, text in shown.items():
        (work / name).write_text(text, encoding="utf-8")
    page = (ROOT / "docs" / "laboratory.md").read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S))
    printed = run("bash", "-ec", examples, cwd=work, PATH=f"{bin_}:{ENVIRONMENT['PATH']}")
    for setting in ("mine:few_cards", "fast:few_cards", "quick:gaps"):
        assert re.search(rf"^{setting} +100 ", printed, re.M), printed
