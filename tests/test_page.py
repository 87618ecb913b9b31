"""The page as a file: complete, nothing from elsewhere, and text that never becomes markup."""

import json
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from acesup.around import around, verdicts_around
from acesup.cli import main
from acesup.deal import Deal
from acesup.page import html_page
from acesup.position import Position
from acesup.result import Result
from acesup.solve import best_score, solve
from acesup.steps import steps_of

SMALL = best_score(Deal.from_source("rng:1/0@A,K,Q"))


class Outline(HTMLParser):
    """The tags, ids and addresses of a page, and what stands in its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def values(self, *names: str) -> list[str]:
        return [value for name, value in self.attributes if name in names]


def data_of(page: str) -> dict[str, Any]:
    """Return what the scripts are told."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def named(source: str) -> Result:
    """Return a result about a deal whose source is any text: `Deal` takes it on trust."""
    assert isinstance(SMALL.deal, Deal)
    return replace(SMALL, deal=Deal(SMALL.deal.cards, source))


def test_the_page_is_complete() -> None:
    page = html_page(SMALL)
    outline = Outline(page)
    assert not re.search(r"<!--\w+-->", page)
    ids = outline.values("id")
    assert len({*ids}) == len(ids)
    for wanted in re.findall(r'element\("([\w-]+)"\)', page):
        assert wanted in ids
    assert {f"card-{card}" for card in SMALL.deal.cards} <= {*ids}  # type: ignore[union-attr]


def test_nothing_is_fetched() -> None:
    outline = Outline(html_page(SMALL))
    assert "default-src 'none'" in outline.values("content")[-1]
    assert all(value.startswith(("#", "data:,")) for value in outline.values("href", "src", "action"))
    assert not {"img", "iframe", "object", "embed", "form"} & {*outline.tags}


def test_the_line_is_there() -> None:
    data = data_of(html_page(SMALL))
    steps = steps_of(Position.start(SMALL.deal.cards), SMALL.line or ())  # type: ignore[union-attr]
    assert [step["key"] for step in data["steps"]] == [step.after.key() for step in steps]
    assert [step["words"] for step in data["steps"]] == [step.words() for step in steps]
    assert data["answer"] == "solvable: all 8 cards can be discarded"
    assert data["source"] == "rng:1/0@A,K,Q"
    assert data["deal"] == SMALL.deal.grid()  # type: ignore[union-attr]


@pytest.mark.parametrize("source", ["rng:1/0@A,K,Q", "rng:1/2@A,K,Q"])
def test_verdicts_around_the_line_are_those_of_searches(source: str) -> None:
    result = best_score(Deal.from_source(source))
    steps = steps_of(Position.start(result.deal.cards), result.line or ())  # type: ignore[union-attr]
    verdicts = verdicts_around(result, steps)
    positions = around(steps)
    assert verdicts.keys() == positions.keys()
    assert {step.after.key() for step in steps} <= verdicts.keys()
    for key, position in positions.items():
        assert verdicts[key] == solve(position, memory_limit=1).verdict
    embedded = data_of(html_page(result))["verdicts"]
    assert {key: verdict for verdict, keys in embedded.items() for key in keys} == verdicts


def test_what_the_limit_leaves_open_is_unknown() -> None:
    result = best_score(Deal.from_source("kpat:34"))
    told: list[int] = []
    steps = steps_of(Position.start(result.deal.cards), result.line or ())  # type: ignore[union-attr]
    verdicts = verdicts_around(result, steps, node_limit=10, watch=told.append)
    assert {*verdicts.values()} == {"solvable", "unsolvable", "unknown"}
    assert all(verdicts[step.after.key()] == "solvable" for step in steps)
    assert told == sorted(told)


def test_without_a_line_there_is_the_start() -> None:
    result = solve(Deal.from_source("kpat:34"), node_limit=1)
    data = data_of(html_page(result, node_limit=1))
    assert [step["key"] for step in data["steps"]] == ["QD|5H|8C|5D||48"]
    assert data["verdict"] == "unknown"


@settings(max_examples=20, deadline=None)
@given(st.text() | st.sampled_from(["</script>", "<!--data-->", "\u2028", "]]>", "&lt;"]))
def test_texts_stay_texts(name: str) -> None:
    page = html_page(named(name), title=name, node_limit=0)
    plain = html_page(SMALL, node_limit=0)
    assert Outline(page).tags == Outline(plain).tags
    assert data_of(page)["source"] == name
    raw = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert raw
    assert raw[1].isascii()
    assert not {*"<>&"} & {*raw[1]}


HOSTILE = "<script>alert(1)</script> & <img src=x onerror=alert(1)>.txt"


@pytest.mark.parametrize("comment", ["", "# <script>alert(1)</script>\n"])
def test_a_file_with_a_hostile_name_and_comment(tmp_path: Path, comment: str) -> None:
    deals, page = tmp_path / HOSTILE.replace("/", "∕"), tmp_path / "page.html"
    deals.write_text(comment + str(SMALL.deal), encoding="utf-8")
    result = CliRunner().invoke(main, ["show", "-f", str(deals), "--html", str(page)])
    assert (result.exit_code, result.output) == (0, "")
    written = page.read_text(encoding="utf-8")
    outline = Outline(written)
    assert outline.tags == Outline(html_page(SMALL)).tags
    assert f"Aces Up: {deals.name}" in map(unescape, outline.texts)


def test_a_page_of_a_position_on_standard_output(tmp_path: Path) -> None:
    here = tmp_path / "<b>here</b>.json".replace("/", "∕")
    here.write_text(json.dumps(Position.start(SMALL.deal.cards).to_json()))  # type: ignore[union-attr]
    result = CliRunner().invoke(main, ["show", "--position", str(here), "--html", "-"])
    assert result.exit_code == 0
    data = data_of(result.stdout)
    assert Position.from_json(data["deal"]) == Position.start(SMALL.deal.cards)  # type: ignore[union-attr]
    assert data["source"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--html", "page.html", "--step"], "--html writes a page and --step walks here"),
        (["--html", "nowhere/page.html"], "[Errno 2] No such file or directory"),
    ],
)
def test_errors(arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["show", "rng:1/0@A,K,Q", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"acesup: {message}")
    assert not [*tmp_path.iterdir()]
