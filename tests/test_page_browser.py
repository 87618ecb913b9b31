"""The page in a real browser: it shows what the referee says, plays by the rules, and asks for nothing."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import SIZES, complaints, open_browser, resize
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from acesup.around import verdicts_around
from acesup.cards import pretty
from acesup.deal import Deal
from acesup.line import Line, Move
from acesup.page import html_page
from acesup.position import Position
from acesup.referee import replay, start_of
from acesup.result import Result
from acesup.rules import PRESETS, Rules
from acesup.solve import best_score
from acesup.steps import steps_of

WITHHOLDS = "kpat:34"
FIFTY = [
    *((f"kpat:{n}", preset) for n in range(2, 6) for preset in PRESETS),
    *((f"rng:1/{n}", "standard") for n in range(16)),
    *((f"rng:7/{n}@A,K,Q,J", "pairs") for n in range(6)),
]

# What is drawn: the cards in each pile, as a key of a position.
DRAWN = """
const cards = (pile) => [...document.querySelectorAll(`#board [data-pile="${pile}"] [data-card]`)]
  .map((card) => card.dataset.card).join("");
const drawn = () =>
  [...["0", "1", "2", "3", "c"].map(cards), document.getElementById("stock").value].join("|");
"""


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with open_browser(tmp_path_factory.mktemp("profile")) as driver:
        yield driver


@pytest.fixture(autouse=True)
def _no_complaints(chrome: Chrome) -> Iterator[None]:
    complaints(chrome)
    yield
    assert complaints(chrome) == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def open_page(chrome: Chrome, folder: Path, result: Result, fragment: str = "", **options: Any) -> None:
    path = folder / f"{len(list(folder.iterdir()))}.html"  # the same address would not be loaded again
    path.write_text(html_page(result, **options), encoding="utf-8")
    chrome.get(path.as_uri() + fragment)


def solved(source: str = WITHHOLDS, rules: str = "standard") -> Result:
    return best_score(Deal.from_source(source), rules, node_limit=20_000, memory_limit=8)


def text(chrome: Chrome, name: str) -> str:
    return chrome.find_element(By.ID, name).text


def click(chrome: Chrome, name: str) -> None:
    chrome.find_element(By.ID, name).click()


def press(chrome: Chrome, *keys: str) -> None:
    for key in keys:
        chrome.switch_to.active_element.send_keys(key)


def drawn(chrome: Chrome) -> str:
    return str(chrome.execute_script(DRAWN + "return drawn();"))


def legal(chrome: Chrome) -> list[str]:
    buttons = chrome.find_elements(By.CSS_SELECTOR, "#moves button")
    return [str(button.get_attribute("value")) for button in buttons]


def make(chrome: Chrome, move: str) -> None:
    chrome.find_element(By.CSS_SELECTOR, f'#moves button[value="{move}"]').click()


def click_pile(chrome: Chrome, pile: str) -> None:
    chrome.find_element(By.CSS_SELECTOR, f'#board [data-pile="{pile}"]').click()


def after(position: Position, move: Move) -> Position:
    return steps_of(position, [move])[1].after


def test_every_step_of_fifty_lines(chrome: Chrome, folder: Path) -> None:
    walk = (
        DRAWN
        + """
    const seen = [];
    for (;;) {
      const text = (id) => document.getElementById(id).textContent;
      const notes = [...document.querySelectorAll("#withheld li")].map((item) => item.textContent);
      seen.push([drawn(), text("words"), text("row"), text("score"), notes]);
      if (document.getElementById("next").disabled) return seen;
      document.getElementById("next").click();
    }"""
    )
    assert len(FIFTY) == 50
    for source, preset in FIFTY:
        result = solved(source, preset)
        open_page(chrome, folder, result, node_limit=0)
        seen = chrome.execute_script(walk)
        start = start_of(result.deal, result.rules)
        positions = [start, *(after for _, after in replay(start, result.line or ()))]
        rows, most = len(start.ranks), 4 * len(start.ranks) - 4
        assert [step[0] for step in seen] == [position.key() for position in positions], (source, preset)
        for step, (_, words, row, score, notes) in zip(steps_of(start, result.line or ()), seen, strict=True):
            assert words == step.words()
            assert row == f"{step.after.rows_dealt} of {rows}"
            assert score == f"{step.after.score} of {most}"
            assert notes[:-1] == step.withheld_words()


def test_the_game_in_the_browser_is_the_game(chrome: Chrome, folder: Path) -> None:
    """Random plays under all settings of the rules: the same moves are legal, and lead to the same places."""
    open_page(chrome, folder, solved(), node_limit=0)
    dice, cases, expected = random.Random(7), [], []
    for n, rules in enumerate(Rules.all_settings()):
        position = Position.start(Deal.from_source(f"rng:5/{n}" + "@A,K,Q,J,T" * (n % 2)).cards, rules)
        start = [rules.to_json(), position.stock, 4 * len(position.ranks)]
        for _ in range(70):  # most are over by then; with an empty stock some go on for ever
            moves = position.legal_moves()
            steps = [steps_of(position, [move])[1] for move in moves]
            cases.append([*start, position.key()])
            expected.append([[str(s.move), s.after.key(), list(s.withheld)] for s in steps])
            position = dice.choice(steps).after if steps else position
    script = """
    return arguments[0].map(([rules, stock, deck, key]) => {
      const game = new Game(rules, stock, deck), position = Position.read(key);
      if (position.key !== key) throw new Error(key);
      return game.legalMoves(position).map((move) =>
        [move, game.play(position, move).key, game.withheld(position, move)]);
    });"""
    assert chrome.execute_script(script, cases) == expected


def test_moves_of_ones_own_are_told_in_the_same_words(chrome: Chrome, folder: Path) -> None:
    result = solved("kpat:3", "free-cell")
    open_page(chrome, folder, result, "#play", node_limit=0)
    steps = steps_of(start_of(result.deal, result.rules), result.line or ())[1:]
    script = "return arguments[0].map((move) => [play(move), walk.at(-1).words, walk.at(-1).notes]);"
    assert chrome.execute_script(script, [str(step.move) for step in steps]) == [
        [True, step.words(), step.withheld_words()] for step in steps
    ]


def test_keys(chrome: Chrome, folder: Path) -> None:
    result = solved()
    last = len(result.line or ())
    open_page(chrome, folder, result, node_limit=0)
    for keys, step in [
        ([Keys.ARROW_RIGHT] * 3, 3),
        ([Keys.ARROW_LEFT], 2),
        ([Keys.END], last),
        ([Keys.ARROW_RIGHT], last),
        ([Keys.HOME], 0),
        ([Keys.ARROW_LEFT], 0),
    ]:
        press(chrome, *keys)
        assert text(chrome, "step") == f"{step} of {last}"
    press(chrome, " ")
    assert text(chrome, "play") == "Pause"
    press(chrome, " ")
    assert text(chrome, "play") == "Play"
    # the tab key reaches the buttons first; then the slider has keys of its own
    chrome.find_element(By.ID, "slider").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert text(chrome, "step") == f"2 of {last}"
    shown = chrome.find_element(By.ID, "slider").get_attribute("aria-valuetext")
    assert shown == f"step 2 of {last}: {text(chrome, 'words')}"


def test_buttons(chrome: Chrome, folder: Path) -> None:
    result = solved()
    last = len(result.line or ())
    open_page(chrome, folder, result, node_limit=0)
    for button, step in [("next", 1), ("next", 2), ("back", 1), ("last", last), ("first", 0)]:
        click(chrome, button)
        assert text(chrome, "step") == f"{step} of {last}"
    click(chrome, "last")
    assert text(chrome, "state") == "Won: only the aces are left."
    assert not chrome.find_element(By.ID, "next").is_enabled()


def test_it_plays_by_itself_to_the_end(chrome: Chrome, folder: Path) -> None:
    result = solved("rng:1/0@A,K")
    last = len(result.line or ())
    open_page(chrome, folder, result, f"#{last - 1}", node_limit=0)
    click(chrome, "play")
    chrome.implicitly_wait(5)
    chrome.find_element(By.CSS_SELECTOR, "#play[aria-pressed=false]")
    assert text(chrome, "step") == f"{last} of {last}"
    chrome.implicitly_wait(0)


def test_withheld_cards_are_marked_and_explained(chrome: Chrome, folder: Path) -> None:
    result = solved()
    steps = steps_of(start_of(result.deal, result.rules), result.line or ())
    deal = next(step for step in steps if step.withheld)
    open_page(chrome, folder, result, f"#{deal.number}", node_limit=0)
    marks = chrome.find_elements(By.CSS_SELECTOR, "#board .withheld")
    assert len(marks) == len(deal.withheld)
    notes = [item.text for item in chrome.find_elements(By.CSS_SELECTOR, "#withheld li")]
    assert notes[:-1] == deal.withheld_words()
    assert notes[-1].startswith("withhold: the card stays")
    seen = str(chrome.find_element(By.ID, "seen").get_attribute("textContent"))
    assert all(f"{pretty(card)} withheld" in seen for card in deal.withheld)


def test_playing_the_line_is_a_winning_path(chrome: Chrome, folder: Path) -> None:
    result = solved("kpat:4")
    open_page(chrome, folder, result)
    click(chrome, "own")
    steps = steps_of(start_of(result.deal, result.rules), result.line or ())
    script = """
    return arguments[0].map((move) => {
      const moves = [...document.querySelectorAll("#moves button")].map((button) => button.value);
      const before = [document.getElementById("state").textContent, moves];
      document.querySelector(`#moves button[value="${move}"]`).click();
      return [...before, drawn()];
    });"""
    assert chrome.execute_script(DRAWN + script, [str(step.move) for step in steps[1:]]) == [
        ["Still on a winning path.", list(map(str, step.before.legal_moves())), step.after.key()]
        for step in steps[1:]
    ]
    assert text(chrome, "state") == "Won: only the aces are left."
    click(chrome, "undo")
    assert drawn(chrome) == steps[-2].after.key()
    click(chrome, "restart")
    assert drawn(chrome) == steps[0].after.key()
    click(chrome, "leave")
    assert text(chrome, "step").startswith("0 of ")


def test_a_losing_move_is_known_and_what_is_unknown_is_said(chrome: Chrome, folder: Path) -> None:
    result = solved("kpat:4")
    steps = steps_of(start_of(result.deal, result.rules), result.line or ())
    verdicts = verdicts_around(result, steps)
    moves = ((step, move) for step in steps for move in step.after.legal_moves())
    step, losing = next((s, m) for s, m in moves if verdicts[after(s.after, m).key()] == "unsolvable")
    open_page(chrome, folder, result, f"#{step.number}")
    click(chrome, "here")
    make(chrome, str(losing))
    assert text(chrome, "state").startswith(f"Lost: since move {step.number + 1} (")
    make(chrome, legal(chrome)[0])
    assert text(chrome, "state").startswith(f"Lost: since move {step.number + 1} (")
    open_page(chrome, folder, result, "#play", node_limit=0)
    make(chrome, "D")
    assert text(chrome, "state") == "Not known whether this can still be won."
    press(chrome, Keys.ARROW_LEFT)
    assert text(chrome, "state") == "Still on a winning path."


def test_a_lost_deal_can_be_played(chrome: Chrome, folder: Path) -> None:
    result = solved("rng:1/2@A,K,Q")
    open_page(chrome, folder, result, "#play")
    assert text(chrome, "state") == "Lost from the start: no play wins this game."
    make(chrome, legal(chrome)[0])
    assert text(chrome, "state") == "Lost from the start: no play wins this game."


def test_illegal_moves_are_refused(chrome: Chrome, folder: Path) -> None:
    result = solved("kpat:2")  # QD QC KC 3C
    start = start_of(result.deal, result.rules)
    open_page(chrome, folder, result, "#play", node_limit=0)
    click_pile(chrome, "2")
    assert text(chrome, "words") == "K♣ cannot go anywhere now."
    assert drawn(chrome) == start.key()
    for move in ("x3", "1>2", "x1=2", "1>c", "c>1", "nonsense"):
        assert chrome.execute_script("return play(arguments[0]);", move) is False
        assert text(chrome, "words") == f"{move} is no legal move here."
        assert drawn(chrome) == start.key()
    click(chrome, "leave")
    assert chrome.execute_script("return play('x2');") is False  # the line is only looked at
    assert drawn(chrome) == start.key()


def test_playing_with_the_cards(chrome: Chrome, folder: Path) -> None:
    result = solved("kpat:2")
    start = start_of(result.deal, result.rules)
    open_page(chrome, folder, result, "#play", node_limit=0)
    click_pile(chrome, "1")
    click_pile(chrome, "3")  # both are discarded by the king
    click_pile(chrome, "2")
    assert text(chrome, "words") == "K♣: where shall it go?"
    click_pile(chrome, "0")
    assert text(chrome, "words") == "No legal move goes from column 3 to column 1."
    click_pile(chrome, "2")
    click_pile(chrome, "3")
    click_pile(chrome, "D")
    end = steps_of(start, Line.parse("x2 x4 3>4 D"))[-1].after
    assert drawn(chrome) == end.key()
    press(chrome, Keys.BACKSPACE, "d")
    assert drawn(chrome) == end.key()


def test_the_focus_stays_among_the_moves(chrome: Chrome, folder: Path) -> None:
    open_page(chrome, folder, solved(), "#play", node_limit=0)
    chrome.find_element(By.CSS_SELECTOR, "#moves button").send_keys(Keys.ENTER)
    assert chrome.switch_to.active_element.find_element(By.XPATH, "..").get_attribute("id") == "moves"


def test_readers_hear_it(chrome: Chrome, folder: Path) -> None:
    open_page(chrome, folder, solved("kpat:3", "free-cell"), "#1", node_limit=0)
    tree = chrome.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]
    ]
    assert all(name for role, name in named if role in ("button", "slider", "textbox", "img", "table"))
    board = next(name for role, name in named if role in ("img", "image"))
    assert board.startswith("column 1: ")
    assert "the cell: " in board
    assert ("slider", "Step of the line") in named
    assert "status" in [role for role, _ in named]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_the_screen(chrome: Chrome, folder: Path, size: str, scheme: str) -> None:
    resize(chrome, size, scheme)
    try:
        open_page(chrome, folder, solved(), "#60", node_limit=0)
        chrome.execute_script("for (const part of document.querySelectorAll('details')) part.open = true;")
        width, ground = chrome.execute_script(
            "return [document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor];"
        )
        assert width <= SIZES[size][0]
        assert ground == {"light": "rgb(250, 250, 247)", "dark": "rgb(22, 24, 28)"}[scheme]
        if size == "phone":  # a thumb can hit every button
            buttons = chrome.find_elements(By.CSS_SELECTOR, "#watching button")
            assert min(button.size["height"] for button in buttons) >= 44
    finally:
        chrome.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_deal_can_be_copied(chrome: Chrome, folder: Path) -> None:
    result = solved()
    open_page(chrome, folder, result, node_limit=0)
    chrome.execute_script("document.getElementById('about-deal').open = true;")
    copied = [chrome.find_element(By.ID, name).get_attribute("value") for name in ("deal", "line")]
    assert Deal.parse(str(copied[0])) == result.deal
    assert copied[1] == str(result.line)
    assert text(chrome, "source") == WITHHOLDS
    click(chrome, "copy-line")
    chrome.implicitly_wait(2)
    chrome.find_element(By.XPATH, "//p[@id='copied'][text()='The line is copied.']")
    chrome.implicitly_wait(0)


HOSTILE = [
    "<script>document.title='pwned'</script>",
    "</script><script>document.title='pwned'</script>",
    "<img src=x onerror=document.title='pwned'>",
    "\"'><svg onload=document.title='pwned'>",
    "<!--data--> <!-- &lt;b&gt; \u2028\u2029 ${document.title='pwned'}",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_markup_in_names_stays_text(chrome: Chrome, folder: Path, name: str) -> None:
    result = solved("rng:1/0@A,K,Q")
    hostile = Deal(result.deal.cards, name)  # type: ignore[union-attr]
    page = Result(hostile, *(getattr(result, field) for field in Result.__slots__[1:]))
    open_page(chrome, folder, page, node_limit=0)
    assert chrome.execute_script("return document.getElementById('title').textContent;") == f"Aces Up: {name}"
    assert chrome.execute_script("return document.getElementById('source').textContent;") == name
    assert chrome.title.startswith("Aces Up: ")
    assert chrome.execute_script("return document.querySelectorAll('img, script').length;") == 3
