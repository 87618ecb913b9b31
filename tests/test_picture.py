"""Pictures for notebooks: well-formed, complete, and nothing in them but what was drawn."""

import re
from itertools import chain
from xml.etree import ElementTree

import pytest
from game_strategies import lines, positions
from hypothesis import given, settings
from hypothesis import strategies as st

from acesup import picture
from acesup.cards import pretty
from acesup.deal import Deal
from acesup.line import Line
from acesup.position import Position
from acesup.solve import best_score

DEAL = Deal.from_source("rng:1/0@A,K,Q")
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def elements(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<div>{html}</div>")


def test_a_deal_is_its_rows() -> None:
    assert texts(DEAL._repr_svg_()) == [pretty(card)[:-1] for card in DEAL.cards]
    assert [div.text for div in elements(DEAL._repr_html_()).iter("div")][1:] == ["rng:1/0@A,K,Q"]


@settings(max_examples=50)
@given(positions())
def test_a_position_is_its_board(position: Position) -> None:
    cards = [*chain(*position.columns), *filter(None, [position.cell])]
    ranks = [pretty(card)[:-1] for card in cards]
    drawn = texts(position._repr_svg_())
    heads = ["1", "2", "3", "4", *["cell"] * position.rules.cells, "stock", str(len(position.stock) or "")]
    assert sorted(drawn) == sorted([*ranks, *filter(None, heads)])
    captions = [div.text for div in elements(position._repr_html_()).iter("div")][1:]
    assert captions[0] == (
        f"row {position.rows_dealt} of {len(position.ranks)}, "
        f"score {position.score} of {4 * len(position.ranks) - 4}"
    )


@given(lines)
def test_a_line_is_its_moves(line: Line) -> None:
    assert " ".join(texts(line._repr_svg_())) == str(line)
    assert all(not row.rpartition("D")[0] for row in texts(line._repr_svg_()))
    assert elements(line._repr_html_())


def test_a_result_is_told_in_words() -> None:
    result = best_score(DEAL, "ace-only")
    html = elements(result._repr_html_())
    assert texts(result._repr_svg_()) == texts(DEAL._repr_svg_())
    captions = [div.text for div in html.iter("div")][1:]
    assert captions == ["rng:1/0@A,K,Q", f"{result.in_words()} (rules: ace-only)"]
    assert len([*html.iter("li")]) == len(result.line or ())
    midgame = best_score(Position.start(DEAL.cards))
    assert "stock" in texts(midgame._repr_svg_())


@pytest.mark.parametrize("name", ["</figure><script>x</script>", "<img src=x onerror=y>", "\"'&lt;"])
def test_texts_stay_texts(name: str) -> None:
    html = Deal(DEAL.cards, name)._repr_html_()
    assert [div.text for div in elements(html).iter("div")][1:] == [name]
    assert not re.search("<script|<img", html)


@given(st.text(alphabet="<>&\"'aZ\u2028 "))
def test_whatever_is_drawn_is_escaped(text: str) -> None:
    assert texts(picture.text_svg([text], text)) == [text]
    assert ElementTree.fromstring(picture.text_svg([], text)).get("aria-label") == text
    assert [item.text or "" for item in elements(picture.numbered([text])).iter("li")] == [text]
