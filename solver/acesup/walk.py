"""A line in the terminal: a page a row, or a page a step."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from acesup.cards import SUITS, Card
from acesup.position import Position
from acesup.referee import start_of
from acesup.render import WITHHELD_STYLE, Pen, verdict
from acesup.result import Result, name
from acesup.steps import WITHHELD_NOTE, Step, steps_of

_RED = r"\b(?:10|[2-9TJQKA])[DH♦♥](?!\w)"


class Walk:
    """The line of a result, for one screen. Without a line there is only the start.

    steps: those of the line. row_starts: the numbers of those that deal a row, and first that of the start.
    """

    def __init__(self, pen: Pen, result: Result) -> None:
        self.pen, self.result = pen, result
        self.steps = steps_of(start_of(result.deal, result.rules), result.line or ())
        self.row_starts = [step.number for step in self.steps if not step.move or step.move.kind == "deal"]

    def head(self) -> Text:
        """Draw what stands above all pages: the deal, the rules, the verdict."""
        deal = (name(self.result.deal), "bold")
        return Text.assemble(deal, f", rules: {self.result.rules}\n", verdict(self.result))

    def rows(self) -> Iterator[RenderableType]:
        """Draw a page a row: what lies there once it is dealt, and what to do then."""
        for first, end in zip(self.row_starts, [*self.row_starts[1:], len(self.steps)], strict=True):
            words = [self._prose(step.words(self._name)) for step in self.steps[first + 1 : end]]
            for beyond in self.steps[end : end + 1]:
                words += map(self._withheld, beyond.withheld_words(self._name))
            yield Group(self._board(self.steps[first].after), "", *(words or [Text("No move.")]))

    def step(self, step: Step) -> RenderableType:
        """Draw a page for one step: what it does, and the position after it."""
        kept = map(self._withheld, step.withheld_words(self._name))
        return Group(self._prose(step.words(self._name)), *kept, "", self._board(step.after))

    def end(self) -> Text:
        """Say where the line ends, and what withholding is if the line does it."""
        after = self.steps[-1].after
        best = "the best score" if self.result.score is not None else "the best that was found"
        end = Text(f"{'won' if after.is_won else best}: {_score(after)}", "bold")
        if any(step.withheld for step in self.steps):
            end.append(f"\n\n{WITHHELD_NOTE}", WITHHELD_STYLE)
        return end

    def _board(self, position: Position) -> RenderableType:
        row = f"row {position.rows_dealt} of {len(position.ranks)}"
        return Group(Text(f"{row}, {_score(position)}", "bold"), self.pen.board(position))

    def _name(self, card: Card) -> str:
        return self.pen.card(card).plain

    def _prose(self, words: str) -> Text:
        text = Text(words)
        text.highlight_regex(_RED, "red")
        return text

    def _withheld(self, words: str) -> Text:
        return Text(words, WITHHELD_STYLE)


def _score(position: Position) -> str:
    return f"score {position.score} of {len(SUITS) * (len(position.ranks) - 1)}"
