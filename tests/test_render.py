"""Boards, lines and answers, as people see them."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, RenderableType

from acesup.cards import ALL_CARDS
from acesup.deal import Deal
from acesup.line import Line, Move
from acesup.position import Position
from acesup.render import Pen, number_of, verdict
from acesup.result import Reason, Result, Verdict, name
from acesup.rules import Rules

PLAIN, SUITS = Pen(), Pen(suits=True, width=80)
DEAL = Deal.parse("3H AC 3D 3S 2H AD 2D 3C AH 2C AS 2S")
LINE = Line.parse("D x3 x3 2>3 D x4 x2 x4 x4 1>4 x1 x1")  # withholds the 3C before the second D
MIDGAME = Position(
    [["2C"], [], ["AC", "TH"], ["AH", "AD", "AS"]], ["KH", "2D", "2S", "2H"], "9C", Rules(cells=1)
)


def shown(what: RenderableType, pen: Pen, *, color: bool = False) -> str:
    """Print for a screen, and return what stands there, without the blanks that only fill lines up."""
    file = io.StringIO()
    system = "standard" if color else None
    screen = Console(file=file, width=pen.width or 80, color_system=system, highlight=False)  # type: ignore[arg-type]
    screen.print(what, soft_wrap=pen.width is None)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def result(
    said: Verdict = "solvable",
    line: Line | None = LINE,
    *,
    deal: Deal | Position = DEAL,
    rules: Rules = Rules(fill="aces"),  # noqa: B008
    reason: Reason | None = None,
    score: int | None = None,
    score_at_least: int | None = None,
) -> Result:
    """Return what a search could have said of a deal."""
    return Result(deal, rules, "rule-order", said, reason, line, score, score_at_least, 1234, 0.5)


def test_cards_are_letters_or_suits() -> None:
    assert PLAIN.card("TH").plain == "TH"
    assert SUITS.card("TH").plain == "10♥"
    assert [str(SUITS.card(card).style) for card in ("AC", "AD", "AH", "AS")] == ["", "red", "red", ""]


def test_cards_stand_below_each_other() -> None:
    assert PLAIN.cards(["AC", None, "TD"]).plain == "AC    TD"
    assert SUITS.cards(["AC", None, "TD"]).plain == " A♣     10♦"


def test_a_plain_grid_can_be_read_back() -> None:
    assert PLAIN.grid(DEAL.cards).plain == DEAL.grid()
    assert Deal.parse(SUITS.grid(DEAL.cards).plain) == DEAL


def test_board() -> None:
    assert shown(PLAIN.board(MIDGAME), PLAIN).splitlines() == [
        " 1  2  3  4 cell",
        "2C  - AC AH 9C",
        "      TH AD",
        "         AS",
        "stock 4",
    ]


def test_board_without_cards_or_cell() -> None:
    empty = Position([["AC", "AD", "AH", "AS"], [], [], []], [], ranks="23456789TJQKA")
    assert shown(SUITS.board(empty), SUITS).splitlines()[:2] == ["  1   2   3   4", " A♣   -   -   -"]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("D", "deal a row"),
        ("x1", "discard 2C (by KC)"),
        ("x3=4", "discard the pair 9H 9S"),
        ("1>2", "move 2C to column 2"),
        ("4>c", "put 9S into the cell"),
    ],
)
def test_moves_in_words(move: str, words: str) -> None:
    before = Position([["2C"], ["AC", "KC"], ["9H"], ["9S"]], ["AD", "AH", "AS", "8C"])
    assert PLAIN.move(Move.parse(move), before).plain == words


def test_a_move_from_the_cell_in_words() -> None:
    assert SUITS.move(Move.parse("c>2"), MIDGAME).plain == "move 9♣ from the cell to column 2"


def test_the_highest_card_discards() -> None:
    position = Position([["2C"], ["9C"], ["AC"], ["AD", "AH", "AS", "KC"]], [])
    assert PLAIN.move(Move.parse("x1"), position).plain == "discard 2C (by AC)"


def test_a_line_row_by_row() -> None:
    rows = PLAIN.rows(Position.start(DEAL.cards, "ace-only"), LINE)
    assert [f"{row.label} {row.words}" for row in rows] == [
        "row 1: no move",
        "row 2: discard 2D (by AD), discard 3D (by AD), move AD to column 3, withhold 3C (from AC)",
        "row 3: discard 2S (by AS), discard 2C (by 3C), discard 3C (by AC), discard 3S (by AS), "
        "move AH to column 4, discard 2H (by AH), discard 3H (by AH)",
    ]
    assert [len(row.withheld) for row in rows] == [0, 1, 0]


def test_plain_answer() -> None:
    lines = shown(PLAIN.answer(result(score=8)), PLAIN).splitlines()
    assert lines[:3] == [
        "deal, rules: ace-only",
        "solvable: all 8 cards can be discarded",
        "1,234 positions in 0.50 s",
    ]
    assert lines[4:8] == [*DEAL.grid().splitlines(), ""]
    assert lines[8] == "row 1: no move"
    assert lines[9].startswith("row 2: discard 2D (by AD), ")
    assert lines[-3].startswith("withhold: the card stays")
    assert lines[-1] == f"line: {LINE}"


def test_a_wide_screen_shows_the_line_beside_the_rows() -> None:
    lines = shown(SUITS.answer(result(score=8)), SUITS).splitlines()
    assert lines[4] == " 3♥  A♣  3♦  3♠   row 1: no move"
    assert lines[5].startswith(" 2♥  A♦  2♦  3♣   row 2: discard 2♦ (by A♦)")
    assert max(map(len, lines)) <= 80


def test_a_narrow_screen_shows_the_line_below_the_rows() -> None:
    pen = Pen(suits=True, width=40)
    lines = shown(pen.answer(result(score=8)), pen).splitlines()
    assert lines[4:9] == [" 3♥  A♣  3♦  3♠", " 2♥  A♦  2♦  3♣", " A♥  2♣  A♠  2♠", "", "row 1: no move"]
    assert max(map(len, lines)) <= 40


def test_rows_that_a_line_does_not_reach_are_shown() -> None:
    best = result("unsolvable", Line.parse("D x3"), score=1, score_at_least=1)
    lines = shown(SUITS.answer(best), SUITS).splitlines()
    assert lines[1] == "unsolvable: no line discards all 8 cards, score 1 of 8"
    assert lines[6] == " A♥  2♣  A♠  2♠"


def test_an_answer_without_a_line() -> None:
    lines = shown(PLAIN.answer(result("unsolvable", None)), PLAIN).splitlines()
    assert lines[-1] == DEAL.grid().splitlines()[-1]


def test_answer_about_a_position() -> None:
    about = result(deal=MIDGAME, rules=MIDGAME.rules, line=Line.parse("c>2 x1 D"))
    lines = shown(PLAIN.answer(about), PLAIN).splitlines()
    assert lines[0] == "position, rules: free-cell"
    assert lines[4:13] == [
        *shown(PLAIN.board(MIDGAME), PLAIN).splitlines(),
        "KH 2D 2S 2H",
        "",
        "row 12: move 9C from the cell to column 2, discard 2C (by 9C)",
        "row 13: no move",
    ]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (result(score=8), "solvable: all 8 cards can be discarded"),
        (result("unsolvable", None), "unsolvable: no line discards all 8 cards"),
        (result("unknown", None, reason="time-limit"), "unknown: not decided (time limit)"),
        (
            result("unknown", Line(), reason="interrupted", score_at_least=0),
            "unknown: not decided, score at least 0 of 8 (interrupted)",
        ),
        (
            result("unsolvable", Line(), reason="node-limit", score_at_least=6),
            "unsolvable: no line discards all 8 cards, score at least 6 of 8 (node limit)",
        ),
    ],
)
def test_verdict_in_words(said: Result, words: str) -> None:
    assert verdict(said).plain == words


def test_one_line_each() -> None:
    assert (
        PLAIN.one_line(result(score=8), 3).plain
        == "solvable    deal 3              1,234 positions    0.50 s"
    )
    unknown = result("unknown", Line(), reason="node-limit", score_at_least=5)
    assert PLAIN.one_line(unknown, 3).plain.endswith("0.50 s  score at least 5 of 8, node limit")
    assert Pen(width=40).one_line(result(score=8), 3).plain == "solvable    deal 3      "


def test_names() -> None:
    assert name(Deal.from_source("rng:1/0@A,K"), 7) == "rng:1/0@A,K"
    assert [name(DEAL), name(DEAL, 7), name(MIDGAME, 7)] == ["deal", "deal 7", "position 7"]
    assert [number_of(n, "move") for n in (0, 1, 2000)] == ["0 moves", "1 move", "2,000 moves"]


@given(st.permutations(sorted(ALL_CARDS)))
def test_plain_is_ascii(cards: list[str]) -> None:
    text = shown(PLAIN.answer(result(deal=Deal(cards), line=Line.parse("D D D"))), PLAIN)
    assert text.isascii()
    assert "\x1b" not in text


def test_colours() -> None:
    text = shown(SUITS.answer(result(score=8)), SUITS, color=True)
    assert "\x1b[31m 3♥\x1b[0m" in text
    assert "\x1b[1;32msolvable\x1b[0m" in text
