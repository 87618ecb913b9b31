"""Boards, lines and answers for people: rich text, with suits in colour or in plain ASCII."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from acesup.cards import Card, pretty
from acesup.deal import Deal
from acesup.line import COLUMNS, Line, Move
from acesup.position import Position
from acesup.referee import replay, start_of
from acesup.result import Result, name
from acesup.steps import WITHHELD_NOTE

# Colours that can be read on a dark and on a light ground.
_STYLES = {"solvable": "bold green", "unsolvable": "bold red", "unknown": "bold magenta"}
WITHHELD_STYLE = "magenta"
_WIDE = 60
"""Characters a line from which on things stand side by side."""


@dataclass(frozen=True, slots=True)
class RowInWords:
    """What a line does on one row: its number, from 1, its moves in words, the discards it withholds."""

    number: int
    moves: list[Text] = field(default_factory=list)
    withheld: list[Text] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What stands before the moves."""
        return f"row {self.number}:"

    @property
    def words(self) -> Text:
        """All of it."""
        return Text(", ").join(self.moves + self.withheld or [Text("no move")])


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws for one screen.

    suits: draw cards as 10♥; else in plain ASCII, as TH. The screen shows colours if it can.
    width: of the screen, in characters, where long lines must be wrapped; None where they must not.
    """

    suits: bool = False
    width: int | None = None

    @property
    def is_wide(self) -> bool:
        """Whether things fit side by side; paper without end is wide, too."""
        return self.width is None or self.width >= _WIDE

    # Cards and boards

    def card(self, card: Card) -> Text:
        """Draw one card."""
        return Text(pretty(card) if self.suits else card, "red" if card[1] in "DH" else "")

    def cards(self, cards: Iterable[Card | None]) -> Text:
        """Draw cards side by side, each as wide as the widest may be; None draws a gap."""
        return Text(" ").join(self._padded(Text() if card is None else self.card(card)) for card in cards)

    def _padded(self, text: Text) -> Text:
        text.pad_left((3 if self.suits else 2) - text.cell_len)
        return text

    def grid(self, cards: Sequence[Card]) -> Text:
        """Draw cards to be dealt, a row a line."""
        return Text("\n").join(self.cards(row) for row in _rows(cards))

    def board(self, position: Position) -> Text:
        """Draw what lies on the table, the columns from top to bottom as people lay them, and the stock."""
        cells = [[position.cell] if position.cell else []] * position.rules.cells
        piles = position.columns + cells
        heads = [str(c + 1) for c in COLUMNS] + ["cell"] * position.rules.cells
        lines = [Text(" ").join(self._padded(Text(head, "dim")) for head in heads)]
        for height in range(max(1, *map(len, piles))):
            drawn = (self._lying(pile, height) for pile in piles)
            lines.append(Text(" ").join(map(self._padded, drawn)))
        lines.append(Text(f"stock {len(position.stock)}", "dim"))
        return Text("\n").join(lines)

    def _lying(self, pile: Sequence[Card], height: int) -> Text:
        if height < len(pile):
            return self.card(pile[height])
        return Text("" if pile or height else "-")

    # Lines

    def move(self, move: Move, before: Position) -> Text:
        """Say a move in words, such as "discard 7♣ (by J♣)"; `before` is the position it is played in."""
        cards = [self.card(before.columns[c][-1]) for c in move.takes]
        to_column = f" to column {move.puts[0] + 1}" if move.puts else ""
        if move.kind == "deal":
            return Text("deal a row")
        if move.kind == "discard":
            by = self.card(before.discarder(move.takes[0]) or "")
            return Text.assemble("discard ", cards[0], " (by ", by, ")")
        if move.kind == "pair":
            return Text.assemble("discard the pair ", cards[0], " ", cards[1])
        if move.kind == "to_cell":
            return Text.assemble("put ", cards[0], " into the cell")
        if move.kind == "from_cell":
            return Text.assemble("move ", self.card(before.cell or ""), " from the cell", to_column)
        return Text.assemble("move ", cards[0], to_column)

    def _withheld(self, position: Position) -> Iterator[Text]:
        """Say which discards a deal passes over."""
        for card, by in position.withheld().items():
            text = Text.assemble("withhold ", self.card(card), " (from ", self.card(by), ")")
            text.stylize_before(WITHHELD_STYLE)
            yield text

    def rows(self, start: Position, line: Line) -> list[RowInWords]:
        """Say a line in words, row by row. `start` has the rules. Raises IllegalMoveError."""
        rows, before = [RowInWords(start.rows_dealt)], start
        for move, after in replay(start, line):
            if move.kind == "deal":
                rows[-1].withheld.extend(self._withheld(before))
                rows.append(RowInWords(after.rows_dealt))
            else:
                rows[-1].moves.append(self.move(move, before))
            before = after
        return rows

    # Answers

    def answer(self, result: Result) -> RenderableType:
        """Draw a result in full: verdict, rules, board, and the line row by row."""
        start = start_of(result.deal, result.rules)
        played = [] if result.line is None else self.rows(start, result.line)
        parts: list[RenderableType] = [self._head(result), ""]
        if isinstance(result.deal, Deal):
            dealt: list[Sequence[Card]] = list(result.deal.rows)
        else:
            dealt = [(), *_rows(start.stock)]
            parts.append(self.board(start))
        parts.append(self._table(dealt, played))
        if any(row.withheld for row in played):
            parts += ["", Text(WITHHELD_NOTE, WITHHELD_STYLE)]
        if result.line:
            parts += ["", Text(f"line: {result.line}", "dim")]
        return Group(*parts)

    def _head(self, result: Result) -> Text:
        cost = f"{number_of(result.nodes, 'position')} in {result.seconds:.2f} s"
        return Text.assemble(
            (name(result.deal), "bold"), f", rules: {result.rules}\n", verdict(result), "\n", (cost, "dim")
        )  # fmt: skip

    def _table(self, dealt: Sequence[Sequence[Card]], played: Sequence[RowInWords]) -> RenderableType:
        """Draw the rows dealt, with the line beside them if the screen is wide enough, or else below."""
        if played and self.width is not None and self.is_wide:
            return self._side_by_side(dealt, played)
        lines = [self.cards(cards) for cards in dealt if cards]
        lines += [Text()] * bool(lines and played)
        return Text("\n").join(lines + [Text.assemble(row.label, " ", row.words) for row in played])

    def _side_by_side(self, dealt: Sequence[Sequence[Card]], played: Sequence[RowInWords]) -> Table:
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True)
        table.add_column(no_wrap=True, justify="right", style="dim")
        table.add_column()
        for cards, row in zip_longest(dealt, played):  # a line may end before the stock does
            table.add_row(self.cards(cards), f"  {row.label}" if row else "", row.words if row else "")
        return table

    def one_line(self, result: Result, number: int) -> Text:
        """Draw a result in one line; `number` names a deal that has no source."""
        details = [] if result.score_at_least is None else [result.score_in_words()]
        details += [result.reason.replace("-", " ")] if result.reason else []
        cost = f"  {result.nodes:>11,} positions  {result.seconds:6.2f} s"
        return Text.assemble(
            (f"{result.verdict:<10}", _STYLES[result.verdict]),
            f"  {name(result.deal, number):<12}",
            (cost if self.is_wide else "", "dim"),
            f"  {', '.join(details)}" if details else "",
        )


def verdict(result: Result) -> Text:
    """Say what a result answers: the verdict, what it means, and what stopped the search."""
    text = Text(result.in_words())
    text.stylize(_STYLES[result.verdict], 0, len(result.verdict))
    return text


def number_of(count: int, noun: str) -> str:
    """Return a count with its noun, as "1 move" or "1,234 moves"."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _rows(cards: Sequence[Card]) -> list[Sequence[Card]]:
    return [cards[place : place + len(COLUMNS)] for place in range(0, len(cards), len(COLUMNS))]
