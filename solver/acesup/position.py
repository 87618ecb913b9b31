"""The game in plain Python: a position, its legal moves, play and undo.

Written to be read next to docs/rules.md (K1 … K13 are its numbers). Everything faster is tested against it,
and the referee and the displays play with it.
"""

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import combinations
from typing import Any

from acesup.cards import RANKS, SUITS, Card, brief, is_ace, outranks, parse_card, rank, starting_deck
from acesup.errors import DealFormatError, IllegalMoveError
from acesup.line import COLUMNS, Move
from acesup.picture import board_svg, figure
from acesup.rules import Rules, RulesLike

_REQUIRED = ("columns", "stock")
_KEYS = (*_REQUIRED, "cell", "rules", "ranks")
_move = cache(Move)  # the 31 moves are made once


class Position:
    """Four columns, the stock and perhaps a cell, under some rules, with at least the first row dealt.

    `columns` holds four lists of cards, bottom first; `stock` the cards to come, next first; `cell` the card
    in the cell, or None. `ranks` are the ranks of the deck, rising; cards of the deck that are nowhere are
    discarded. Change a position only by `play` and `undo`. One position belongs to one thread.

    The constructor raises DealFormatError for what cannot arise from a deal, RulesError for unknown rules.
    """

    __slots__ = ("_history", "_legal", "cell", "columns", "ranks", "rules", "stock")

    def __init__(
        self,
        columns: Sequence[Sequence[Card]],
        stock: Sequence[Card],
        cell: Card | None = None,
        rules: RulesLike = "standard",
        ranks: str = RANKS,
    ) -> None:
        if not isinstance(columns, Sequence) or len(columns) != len(COLUMNS):
            raise DealFormatError(f"columns: {brief(columns)}, expected four lists of cards")
        places: dict[Card, str] = {}
        self.rules = Rules.of(rules)
        self.ranks = _read_ranks(ranks)
        self.columns = [_read_cards(columns[c], f"column {c + 1}", places) for c in COLUMNS]
        self.stock = _read_cards(stock, "stock", places)
        self.cell = None if cell is None else _read_card(cell, "cell", places)
        self._legal: list[Move] | None = None  # found when first asked for
        self._history: list[tuple[list[list[Card]], list[Card], Card | None, list[Move] | None]] = []
        self._check_deck(places)
        self._check_rows()

    def _check_deck(self, places: Mapping[Card, str]) -> None:
        for card, place in places.items():
            if card[0] not in self.ranks:
                raise DealFormatError(f"{place}: {card} is not in the deck, expected ranks of {self.ranks}")
        for suit in SUITS:
            if "A" + suit not in places:
                raise DealFormatError(f"position: A{suit} is nowhere, expected all four aces")
        if self.cell and not self.rules.cells:
            raise DealFormatError(f"cell: {self.cell}, expected none under rules without a cell (cells=0)")

    def _check_rows(self) -> None:
        cards, most = len(self.stock), (len(self.ranks) - 1) * len(COLUMNS)
        if cards % len(COLUMNS) or cards > most:
            raise DealFormatError(f"stock: {cards} cards, expected a multiple of four, at most {most}")
        for c, column in enumerate(self.columns, 1):
            if len(column) > self.rows_dealt:
                raise DealFormatError(
                    f"column {c}: {len(column)} cards, expected at most {self.rows_dealt}, one a row dealt"
                )

    @classmethod
    def start(cls, cards: Sequence[Card], rules: RulesLike = "standard") -> "Position":
        """Return the position after the first row of a deal.

        `cards` is a whole deck, or a whole stripped deck, in the order of the deal. Raises DealFormatError.
        """
        deal = _read_cards(cards, "deal", {})
        ranks = "".join(sorted({card[0] for card in deal}, key=RANKS.index))
        for card in starting_deck(_read_ranks(ranks)):
            if card not in deal:
                raise DealFormatError(f"deal: {card} is missing, expected four suits of each rank of {ranks}")
        return cls([deal[c : c + 1] for c in COLUMNS], deal[len(COLUMNS) :], None, rules, ranks)

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | str, rules: RulesLike = "standard") -> "Position":
        """Read a position in mid-game: a mapping, or its JSON text.

        Keys: `columns` (four lists, bottom first), `stock` (next card first), and if wanted `cell` (a card or
        null), `rules` (a preset's name or a mapping; without it the argument counts) and `ranks` (those of a
        stripped deck, such as "AKQ"). Raises DealFormatError, or RulesError about the rules.
        """
        given = _read_object(data)
        rules, ranks = given.get("rules", rules), given.get("ranks", RANKS)
        return cls(given["columns"], given["stock"], given.get("cell"), rules, ranks)

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads back; `ranks` is there only for a stripped deck."""
        data = {
            "columns": [list(column) for column in self.columns],
            "stock": list(self.stock),
            "cell": self.cell,
            "rules": self.rules.to_json(),
        }
        return data if self.ranks == RANKS else data | {"ranks": self.ranks}

    # What lies there

    @property
    def tops(self) -> list[Card | None]:
        """The top card of each column, None for an empty one (K3)."""
        return [column[-1] if column else None for column in self.columns]

    @property
    def rows_dealt(self) -> int:
        """Rows dealt so far, the first included."""
        return len(self.ranks) - len(self.stock) // len(COLUMNS)

    @property
    def score(self) -> int:
        """Cards discarded so far (K12)."""
        here = sum(map(len, self.columns)) + len(self.stock) + (self.cell is not None)
        return len(self.ranks) * len(SUITS) - here

    @property
    def is_won(self) -> bool:
        """Whether all but the four aces are discarded (K11)."""
        return self.score == (len(self.ranks) - 1) * len(SUITS)

    @property
    def is_over(self) -> bool:
        """Whether no move is legal."""
        return not self.legal_moves()

    def discardable(self) -> list[int]:
        """Return the columns (0 to 3) whose top card may be discarded by suit (K4); never an ace (K6)."""
        tops = [(c, column[-1]) for c, column in enumerate(self.columns) if column]
        return [c for c, card in tops if any(outranks(other, card) for _, other in tops)]

    def discarder(self, column: int) -> Card | None:
        """Return the highest top card that may discard the top of a column (0 to 3), None if none may."""
        card = self.tops[column]
        higher = (top for top in self.tops if card and top and outranks(top, card))
        return max(higher, key=rank, default=None)

    def withheld(self) -> dict[Card, Card]:
        """Return the cards that a row dealt now would withhold (K10), each with what could discard it."""
        cards = ((self.columns[c][-1], self.discarder(c)) for c in self.discardable())
        return {card: by for card, by in cards if by}

    def key(self) -> str:
        """Return what tells this position from every other of the same deal under the same rules.

        The columns and the cell as they are, and how much of the stock is left: nothing is hashed away.
        """
        return "|".join([*map("".join, self.columns), self.cell or "", str(len(self.stock))])

    # What may be played

    def legal_moves(self) -> list[Move]:
        """Return the legal moves: discards, pairs, fills, from the cell, into the cell, deal."""
        if self._legal is None:
            self._legal = self._find_legal_moves()
        return list(self._legal)

    def _find_legal_moves(self) -> list[Move]:
        moves = [_move("discard", c) for c in self.discardable()]
        if moves and self.rules.discard == "compulsory":
            return moves
        occupied = [c for c in COLUMNS if self.columns[c]]
        empty = [c for c in COLUMNS if not self.columns[c]]
        if self.rules.pairs:
            moves += [_move("pair", a, b) for a, b in combinations(occupied, 2) if self._is_pair(a, b)]
        moves += [_move("fill", s, t) for s in occupied if self._may_fill(s) for t in empty]
        if self.cell:
            moves += [_move("from_cell", None, t) for t in empty]
        elif self.rules.cells:
            moves += [_move("to_cell", s) for s in occupied]
        if self.stock and not self._is_fill_due():
            moves.append(_move("deal"))
        return moves

    def _is_pair(self, a: int, b: int) -> bool:
        card = self.columns[a][-1]
        return rank(card) == rank(self.columns[b][-1]) and not is_ace(card)

    def _may_fill(self, source: int) -> bool:
        *below, card = self.columns[source]
        return (self.rules.fill == "any" or is_ace(card)) and (self.rules.lone_moves or bool(below))

    def _is_fill_due(self) -> bool:
        """Whether must_fill forbids a row: a column is empty, and a stack or the cell could fill it."""
        if not self.rules.must_fill or all(self.columns):
            return False
        stacks = (c for c in COLUMNS if len(self.columns[c]) > 1)
        return self.cell is not None or any(map(self._may_fill, stacks))

    def why_illegal(self, move: Move) -> str | None:
        """Return in words why a move is illegal, or None if it is legal."""
        if move in self.legal_moves():
            return None
        return self._why_no_such(move) or self._why_not_now(move) or self._why_discard_first()

    def _why_no_such(self, move: Move) -> str | None:
        """Say what of the move is not there at all."""
        if move.kind == "pair" and not self.rules.pairs:
            return "two cards of a rank are not discarded under these rules (pairs=no)"
        if move.kind in ("to_cell", "from_cell") and not self.rules.cells:
            return "there is no cell under these rules (cells=0)"
        if move.kind == "from_cell" and not self.cell:
            return "the cell is empty"
        for c in move.takes:
            if not self.columns[c]:
                return f"column {c + 1} is empty"
        if move.kind == "deal":
            return None if self.stock else "the stock is empty"
        return next((f"column {c + 1} is not empty" for c in move.puts if self.columns[c]), None)

    def _why_not_now(self, move: Move) -> str | None:
        """Say what forbids the cards of the move to go, compulsory discards aside."""
        cards = [self.columns[c][-1] for c in move.takes]
        if move.kind in ("discard", "pair") and is_ace(cards[0]):
            return f"{cards[0]} is an ace, and an ace is never discarded"
        if move.kind == "discard" and move.source not in self.discardable():
            return f"no card on top of a column is higher than {cards[0]} in its suit"
        if move.kind == "pair" and not self._is_pair(*move.takes):
            return f"{cards[0]} and {cards[1]} are not of one rank"
        if move.kind == "fill" and self.rules.fill == "aces" and not is_ace(cards[0]):
            return f"{cards[0]} may not fill, only an ace may (fill=aces)"
        if move.kind == "fill" and not self._may_fill(*move.takes):
            return f"{cards[0]} may not fill, it is alone on its column (lone_moves=no)"
        if move.kind == "to_cell" and self.cell:
            return f"{self.cell} is in the cell, which holds one card"
        if move.kind == "deal" and self._is_fill_due():
            return f"column {self.columns.index([]) + 1} must be filled first (must_fill=yes)"
        return None

    def _why_discard_first(self) -> str:
        card = self.columns[self.discardable()[0]][-1]
        return f"{card} must be discarded first (discard=compulsory)"

    # Play and undo. No list is ever changed in place: what came before is kept by keeping its lists.

    def play(self, move: Move) -> None:
        """Make a move. Raises IllegalMoveError (step 0) and changes nothing if it is illegal."""
        why = self.why_illegal(move)
        if why is not None:
            raise IllegalMoveError(0, why)
        self._history.append((self.columns, self.stock, self.cell, self._legal))
        self.columns = [list(column) for column in self.columns]
        self._legal = None
        cards = [self.columns[c].pop() for c in move.takes]
        if move.kind == "deal":
            cards, self.stock = self.stock[: len(COLUMNS)], self.stock[len(COLUMNS) :]
        elif move.kind == "to_cell":
            self.cell = cards[0]
        elif self.cell and move.kind == "from_cell":
            cards, self.cell = [self.cell], None
        for c, card in zip(move.puts, cards, strict=False):
            self.columns[c].append(card)

    def undo(self) -> None:
        """Take back the last move. Raises IndexError if none was played."""
        self.columns, self.stock, self.cell, self._legal = self._history.pop()

    def copy(self) -> "Position":
        """Return an equal position that plays on its own, with the same moves to take back."""
        twin = object.__new__(Position)
        twin.columns, twin.stock, twin.cell, twin._legal = self.columns, self.stock, self.cell, self._legal
        twin.rules, twin.ranks, twin._history = self.rules, self.ranks, list(self._history)
        return twin

    # Text

    def text(self) -> str:
        """Return the columns bottom to top, as in "4C | 6C 2C | - | KD 9S", and the cell if there is one."""
        columns = " | ".join(" ".join(column) or "-" for column in self.columns)
        return columns + (f" | cell {self.cell or '-'}" if self.rules.cells else "")

    __str__ = text

    def _repr_svg_(self) -> str:
        """Draw the board, for a notebook."""
        piles: list[tuple[str, Sequence[Card]]] = [(str(c + 1), self.columns[c]) for c in COLUMNS]
        if self.rules.cells:
            piles.append(("cell", [self.cell] if self.cell else []))
        return board_svg(piles, len(self.stock), f"{self}, stock {len(self.stock)}")

    def _repr_html_(self) -> str:
        """Draw the board with rows, score and rules below, for a notebook."""
        row = f"row {self.rows_dealt} of {len(self.ranks)}"
        score = f"score {self.score} of {(len(self.ranks) - 1) * len(SUITS)}"
        return figure(self._repr_svg_(), f"{row}, {score}", f"rules: {self.rules}")

    def __repr__(self) -> str:
        return f"<Position {self}, stock {len(self.stock)}, {self.rules}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.to_json() == other.to_json()


# What can be read as a position: every message says where, what is there, and what was expected


def _read_object(data: object) -> Mapping[str, Any]:
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise DealFormatError(f"position: no JSON: {error}") from None
    if not isinstance(data, Mapping):
        raise DealFormatError(f"position: {brief(data)}, expected an object with {', '.join(_KEYS)}")
    for key in data:
        if key not in _KEYS:
            close = get_close_matches(str(key), _KEYS, n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            raise DealFormatError(f"position: unknown key {key!r}, expected {', '.join(_KEYS)}{hint}")
    for key in _REQUIRED:
        if key not in data:
            raise DealFormatError(f"position: no {key!r}, expected {' and '.join(_REQUIRED)}")
    return data


def _read_ranks(ranks: object) -> str:
    """Return the ranks of a deck, rising."""
    if not isinstance(ranks, str) or not set(ranks) <= set(RANKS) or len(set(ranks)) < len(ranks):
        raise DealFormatError(f"ranks: {brief(ranks)}, expected different characters of {RANKS}")
    if "A" not in ranks or len(ranks) < 2:
        raise DealFormatError(f"ranks: {brief(ranks)}, expected the ace (A) and at least one other rank")
    return "".join(sorted(ranks, key=RANKS.index))


def _read_cards(cards: object, where: str, places: dict[Card, str]) -> list[Card]:
    """Return the cards in their canonical form, and note the place of each in `places`."""
    if not isinstance(cards, Sequence) or isinstance(cards, str):
        raise DealFormatError(f"{where}: {brief(cards)}, expected a list of cards")
    return [_read_card(text, f"{where}, card {i}", places) for i, text in enumerate(cards, 1)]


def _read_card(text: object, place: str, places: dict[Card, str]) -> Card:
    try:
        card = parse_card(text)
    except DealFormatError as error:
        raise DealFormatError(f"{place}: {error}") from None
    if card in places:
        raise DealFormatError(f"{place}: {card} is already at {places[card]}, expected every card once")
    places[card] = place
    return card
