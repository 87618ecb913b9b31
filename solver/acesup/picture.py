"""Pictures in SVG: cards, boards, rows of a deal. Whatever is not drawn by this module is escaped.

They bring all they need, the suits as shapes too: a browser without a font that has them draws them all the
same. Cards are light on a dark page as on a light one; what stands beside them has the colour of the text.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import count

from acesup.cards import Card, pretty

WIDTH, HEIGHT = 64, 88
"""The size of a card; units of these pictures, CSS pixels unless they are scaled."""
GAP, OVERLAP, HEAD = 8, 27, 20
"""Between columns; how much of a covered card is seen; the height of what stands above the columns."""

_FONT = "font-family:system-ui,sans-serif"
_INK = {"C": "#1b1b1f", "D": "#c4122f", "H": "#c4122f", "S": "#1b1b1f"}
_SHAPES = {  # each within 24 by 24
    "C": "M12 2a4.6 4.6 0 0 1 3.9 7a4.6 4.6 0 1 1-2.8 7.6q.3 2.9 2.4 5.4h-7q2.1-2.5 2.4-5.4"
    "a4.6 4.6 0 1 1-2.8-7.6a4.6 4.6 0 0 1 3.9-7z",
    "D": "M12 1.5q3.5 5.8 7.5 10.5q-4 4.7-7.5 10.5q-3.5-5.8-7.5-10.5q4-4.7 7.5-10.5z",
    "H": "M12 22q-1.5-3-5.3-7t-4.4-7.6a5.1 5.1 0 0 1 9.7-2.2a5.1 5.1 0 0 1 9.7 2.2q-.6 3.6-4.4 7.6t-5.3 7z",
    "S": "M12 2q1.6 3.2 5 6.2t4 6.3a4.3 4.3 0 0 1-7.9 2.2q.2 2.9 2.4 5.3h-7q2.2-2.4 2.4-5.3"
    "a4.3 4.3 0 0 1-7.9-2.2q.6-3.3 4-6.3t5-6.2z",
}


def card_svg(card: Card) -> str:
    """Draw a card at the origin, as the inner part of a picture."""
    ink, shape = _INK[card[1]], _SHAPES[card[1]]
    return (
        f'<g fill="{ink}"><rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="6" '
        'fill="#fdfdfb" stroke="#7b7b85"/>'
        f'<text x="5" y="21" style="{_FONT};font-size:19px;font-weight:600">{pretty(card)[:-1]}</text>'
        f'<path transform="translate({WIDTH - 24} 5) scale(.8)" d="{shape}"/>'
        f'<path transform="translate({WIDTH / 2 - 18} 37) scale(1.5)" d="{shape}"/></g>'
    )


def back_svg(text: str) -> str:
    """Draw the back of a card at the origin, with a text on it."""
    return (
        f'<g><rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="6" '
        'fill="#2f5d8a" stroke="#7b7b85"/><rect x="5" y="5" rx="4" '
        f'width="{WIDTH - 10}" height="{HEIGHT - 10}" fill="none" stroke="#fff" stroke-opacity=".5"/>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT / 2 + 7}" text-anchor="middle" fill="#fff" '
        f'style="{_FONT};font-size:20px;font-weight:600">{escape(text)}</text></g>'
    )


def slot_svg() -> str:
    """Draw an empty place at the origin."""
    return (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="6" fill="none" '
        'stroke="currentColor" stroke-opacity=".45" stroke-dasharray="4 4"/>'
    )


def head_svg(text: str) -> str:
    """Draw what stands above a column at the origin."""
    return (
        f'<text x="{WIDTH / 2}" y="14" text-anchor="middle" fill="currentColor" fill-opacity=".7" '
        f'style="{_FONT};font-size:13px">{escape(text)}</text>'
    )


def board_svg(piles: Sequence[tuple[str, Sequence[Card]]], stock: int, label: str) -> str:
    """Draw piles side by side, each with what stands above it and its cards, and at last the stock.

    label: what the picture is to somebody who cannot see it.
    """
    parts: list[str] = []
    for place, (head, pile) in enumerate(piles):
        parts.append(_at(place, 0, head_svg(head)))
        drawn = map(card_svg, pile) if pile else [slot_svg()]
        parts += [_at(place, HEAD + OVERLAP * height, card) for height, card in zip(count(), drawn)]
    parts.append(_at(len(piles), 0, head_svg("stock")))
    parts.append(_at(len(piles), HEAD, back_svg(str(stock)) if stock else slot_svg()))
    tallest = max([1, *(len(pile) for _, pile in piles)])
    return _picture(len(piles) + 1, HEAD + OVERLAP * (tallest - 1) + HEIGHT, parts, label)


def grid_svg(rows: Iterable[Sequence[Card]], label: str) -> str:
    """Draw the rows of a deal below each other, the last one whole."""
    drawn = list(rows)
    parts = [
        _at(place, OVERLAP * height, card_svg(card))
        for height, row in enumerate(drawn)
        for place, card in enumerate(row)
    ]
    return _picture(4, OVERLAP * (len(drawn) - 1) + HEIGHT, parts, label)


def text_svg(lines: Sequence[str], label: str) -> str:
    """Draw lines of text."""
    parts = [
        f'<text y="{20 * number + 16}" fill="currentColor" '
        f'style="font-family:monospace;font-size:14px">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    return _svg(9 * max([1, *map(len, lines)]), 20 * max(1, len(lines)), parts, label)


def figure(picture: str, *captions: str) -> str:
    """Put a picture into HTML, with texts below it that are escaped."""
    below = "".join(f"<div>{escape(caption)}</div>" for caption in captions if caption)
    return f'<figure style="margin:0">{picture}<figcaption>{below}</figcaption></figure>'


def numbered(texts: Iterable[str]) -> str:
    """Put texts into HTML as a numbered list that can be unfolded; none make nothing."""
    items = "".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<details><summary>the line</summary><ol>{items}</ol></details>" if items else ""


def _at(place: int, y: int, drawn: str) -> str:
    return f'<g transform="translate({place * (WIDTH + GAP)} {y})">{drawn}</g>'


def _picture(places: int, height: int, parts: Iterable[str], label: str) -> str:
    return _svg(places * (WIDTH + GAP) - GAP, height, parts, label)


def _svg(width: int, height: int, parts: Iterable[str], label: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" style="max-width:100%;height:auto" role="img" '
        f'aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )
