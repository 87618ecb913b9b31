"""The line of a result as a page: one HTML file that asks for nothing else, to walk through or to play.

The parts are in `web/`. All that the page shows stands in it as JSON, in which no markup can begin, and the
scripts set it as text.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from typing import Any

from acesup import picture
from acesup.around import NODE_LIMIT, verdicts_around
from acesup.cards import SUITS, pretty, starting_deck
from acesup.deal import Deal
from acesup.position import Position
from acesup.referee import start_of
from acesup.result import Result, Verdict, name
from acesup.rules import OPTIONS, Rules
from acesup.steps import SENTENCES, WITHHELD_NOTE, Step, steps_of

_MARKUP = {ord(character): f"\\u{ord(character):04x}" for character in "<>&"}


def html_page(
    result: Result,
    *,
    title: str | None = None,
    node_limit: int = NODE_LIMIT,
    watch: Callable[[int], None] | None = None,
) -> str:
    """Return the line of a result as a page for a browser, to look at and to play: one file, no network.

    title: what to call the deal; unless it is given, its source.
    node_limit: positions searched for each verdict beside the line; where they do not suffice, the page says
      that it does not know.
    watch: is told the positions searched so far, again and again.

    Safe in any thread.
    """
    start = start_of(result.deal, result.rules)
    steps = steps_of(start, result.line or ())
    verdicts = verdicts_around(result, steps, node_limit=node_limit, watch=watch)
    parts = {
        "title": escape(f"Aces Up: {title or name(result.deal)}"),
        "css": _web("page.css"),
        "shapes": _shapes(start),
        "data": _json(_data(result, start, steps, verdicts)),
        "game": _web("game.js"),
        "script": _web("page.js"),
    }
    return re.sub(r"<!--(\w+)-->", lambda place: parts[place[1]], _web("page.html"))


def _data(
    result: Result, start: Position, steps: list[Step], verdicts: Mapping[str, Verdict]
) -> dict[str, Any]:
    """Return what the scripts are told."""
    from importlib.metadata import version  # slow to import, and seldom needed

    deal = result.deal
    known: dict[Verdict, list[str]] = {}
    for key, verdict in verdicts.items():
        known.setdefault(verdict, []).append(key)
    return {
        "version": version("acesup"),
        "source": deal.source if isinstance(deal, Deal) else None,
        "deal": deal.grid() if isinstance(deal, Deal) else json.dumps(start.to_json()),
        "rules": result.rules.to_json(),
        "preset": str(result.rules),
        "options": _options(result.rules),
        "verdict": result.verdict,
        "answer": result.in_words(),
        "most": result.most,
        "deck": len(start.ranks) * len(SUITS),
        "stock": start.stock,
        "steps": [_step(step) for step in steps],
        "verdicts": known,
        "sentences": SENTENCES,
        "withheld_note": WITHHELD_NOTE,
        "suits": {suit: pretty("A" + suit)[1:] for suit in SUITS},
        "geometry": {
            "width": picture.WIDTH,
            "height": picture.HEIGHT,
            "gap": picture.GAP,
            "overlap": picture.OVERLAP,
            "head": picture.HEAD,
        },
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "move": step.move and str(step.move),
        "key": step.after.key(),
        "words": step.words(),
        "withheld": list(step.withheld),
        "notes": step.withheld_words(),
    }


def _options(rules: Rules) -> list[tuple[str, str, str]]:
    """Return the options with their values here and their meanings."""
    return [
        (option.name, option.shown[option.values.index(getattr(rules, option.name))], option.meaning)
        for option in OPTIONS.values()
    ]


def _shapes(start: Position) -> str:
    """Return what the scripts put together: every card of the deck, and what stands around them."""
    shapes = {f"card-{card}": picture.card_svg(card) for card in starting_deck(start.ranks)}
    shapes |= {f"head-{head}": picture.head_svg(head) for head in ("1", "2", "3", "4", "cell", "stock")}
    shapes |= {"card-slot": picture.slot_svg(), "card-back": picture.back_svg("")}
    return "".join(f'<g id="{name}">{drawn}</g>' for name, drawn in shapes.items())


def _json(data: object) -> str:
    """Write JSON in which neither markup nor the end of a script can begin; it is plain ASCII."""
    return json.dumps(data, separators=(",", ":")).translate(_MARKUP)


@cache
def _web(file: str) -> str:
    from importlib.resources import files  # likewise

    return files("acesup").joinpath("web", file).read_text(encoding="utf-8").rstrip("\n")
