"use strict";
/* The page: draws one position of a walk, the line of the deal or moves of one's own. All text that comes from
   outside is set as text, never as markup. */

const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const game = new Game(data.rules, data.stock, data.deck);
const verdicts = new Map(Object.entries(data.verdicts).flatMap(([verdict, keys]) => keys.map((key) => [key, verdict])));
const line = data.steps.map((step) => ({ ...step, position: Position.read(step.key) }));
const { width, height, gap, overlap, head } = data.geometry;
const SECONDS_A_STEP = 1.1;

let walk = line; // what is shown: the line, or a game of one's own
let at = 0; // the step of it
let chosen = null; // the pile whose top card is to be moved, in a game of one's own
let refused = ""; // why the last move was not made
let timer = 0;

const isOwn = () => walk !== line;
const pretty = (card) => card.replace("T", "10").replace(/.$/, (suit) => data.suits[suit]);
const fill = (sentence, parts) => sentence.replace(/\{(\w+)\}/g, (_, part) => parts[part]);

/* One's own moves */

function wordsOf(position, token) {
  const move = new Move(token);
  const card = game.card(position, move);
  return fill(data.sentences[move.kind], {
    card: pretty(card),
    other: move.kind === "pair" && pretty(position.top(move.target)),
    by: move.kind === "discard" && pretty(position.discarder(move.source)),
    source: move.source + 1,
    target: move.target + 1,
    cards: game.nextRow(position).map(pretty).join(" "),
  });
}

function withheldWords(position, token) {
  if (token !== "D") return [];
  return COLUMNS.filter((c) => position.discarder(c)).map((c) =>
    fill(data.sentences.withheld, { card: pretty(position.top(c)), by: pretty(position.discarder(c)) }));
}

function startOwn(step) {
  pause();
  walk = line.slice(0, step + 1);
  at = step;
  settle();
}

/* Make a move if it is legal; otherwise say that it is not, and change nothing. Returns whether it was made. */
function play(token) {
  const { position } = walk[at];
  if (!isOwn() || !game.legalMoves(position).includes(token)) {
    refuse(`${token} is no legal move here.`);
    return false;
  }
  const after = game.play(position, token);
  walk.push({
    move: token, position: after, words: wordsOf(position, token), notes: withheldWords(position, token),
    withheld: game.withheld(position, token),
  });
  at += 1;
  settle();
  return true;
}

function undo() {
  if (at > 0) {
    walk.pop();
    at -= 1;
  }
  settle();
}

function leave() {
  walk = line;
  at = 0;
  settle();
}

function settle() {
  chosen = null;
  refused = "";
  show();
}

function refuse(why) {
  chosen = null;
  refused = why;
  show();
}

/* What a click on a pile asks for: column 0 to 3, "c" for the cell, "D" for the stock. */
function click(pile) {
  const { position } = walk[at];
  const legal = game.legalMoves(position);
  const name = (place) => (place === "c" ? "c" : place + 1);
  if (pile === "D") return void play("D");
  if (chosen !== null && chosen !== pile) {
    const ways = [`${name(chosen)}>${name(pile)}`, `x${name(chosen)}=${name(pile)}`, `x${name(pile)}=${name(chosen)}`];
    const way = ways.find((token) => legal.includes(token));
    return void (way ? play(way) : refuse(`No legal move goes from ${place(chosen)} to ${place(pile)}.`));
  }
  const card = pile === "c" ? position.cell : position.top(pile);
  const ways = legal.filter((token) => token.startsWith(`x${name(pile)}`) || token.startsWith(`${name(pile)}>`)
    || token.endsWith(`=${name(pile)}`));
  if (!card) return void refuse(`There is no card on ${place(pile)}.`);
  if (!ways.length) return void refuse(`${pretty(card)} cannot go anywhere now.`);
  if (chosen === null && (ways.length === 1 || legal.includes(`x${name(pile)}`))) return void play(ways[0]);
  chosen = chosen === pile ? null : pile;
  refused = chosen === null ? "" : `${pretty(card)}: where shall it go?`;
  show();
}

const place = (pile) => (pile === "c" ? "the cell" : `column ${pile + 1}`);

/* What is known of the walk so far */

function stateOf() {
  const { position } = walk[at];
  const score = `Score ${game.score(position)} of ${data.most}.`;
  if (game.isWon(position)) return ["solvable", "Won: only the aces are left."];
  if (!isOwn()) return at === line.length - 1 ? ["", `The line ends here. ${score}`] : ["", ""];
  const known = walk.map((step) => verdicts.get(step.position.key));
  const lost = known.indexOf("unsolvable"); // what is lost stays lost
  const over = game.legalMoves(position).length ? "" : ` No move is left. ${score}`;
  if (lost === 0) return ["unsolvable", `Lost from the start: no play wins this game.${over}`];
  if (lost > 0) return ["unsolvable", `Lost: since move ${lost} (${walk[lost].words.slice(0, -1)}) no play wins.${over}`];
  if (over) return ["unsolvable", `Lost.${over}`];
  if (known[at] === "solvable") return ["solvable", "Still on a winning path."];
  return ["unknown", "Not known whether this can still be won."];
}

/* Drawing */

function svg(name, attributes, ...children) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
  drawn.append(...children);
  return drawn;
}

function html(name, text, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes);
  made.textContent = text;
  return made;
}

function pilesOf(position) {
  const columns = position.columns.map((cards, c) => ({ pile: c, head: String(c + 1), cards }));
  const cell = data.rules.cells ? [{ pile: "c", head: "cell", cards: position.cell ? [position.cell] : [] }] : [];
  return [...columns, ...cell];
}

function drawPile({ pile, head: text, cards }, number, marks) {
  const x = number * (width + gap);
  const drawn = svg("g", { "data-pile": pile },
    svg("use", { href: `#head-${text}`, x, y: 0 }), svg("use", { href: "#card-slot", x, y: head }), hitArea(x));
  cards.forEach((card, floor) => {
    const y = head + floor * overlap;
    drawn.append(svg("use", { href: `#card-${card}`, x, y, "data-card": card }));
    const tall = floor === cards.length - 1 ? height : overlap;
    const kind = chosen === pile && tall === height ? "chosen" : marks(card);
    if (kind) drawn.append(svg("rect", { class: `mark ${kind}`, x: x + 2, y: y + 2, width: width - 4, height: tall - 3, rx: 5 }));
  });
  return drawn;
}

/* What takes the clicks of a pile where nothing is painted. */
function hitArea(x) {
  return svg("rect", { class: "hit", x, y: head, width, height });
}

function drawStock(position, number) {
  const x = number * (width + gap);
  const drawn = svg("g", { "data-pile": "D" }, svg("use", { href: "#head-stock", x, y: 0 }),
    svg("use", { href: position.left ? "#card-back" : "#card-slot", x, y: head }), hitArea(x));
  if (position.left) {
    const count = svg("text", { x: x + width / 2, y: head + height / 2 + 7, class: "count" });
    count.textContent = position.left;
    drawn.append(count);
  }
  return drawn;
}

function drawBoard({ position, move }) {
  const piles = pilesOf(position);
  const tallest = Math.max(4, ...walk.concat(line).flatMap((step) => step.position.columns.map((cards) => cards.length)));
  const held = new Set(walk.slice(0, at + 1).flatMap((step) => step.withheld));
  const moved = at ? game.moved(walk[at - 1].position, move) : [];
  const marks = (card) => (moved.includes(card) ? "moved" : held.has(card) ? "withheld" : "");
  const board = element("board");
  board.setAttribute("viewBox", `0 0 ${(piles.length + 1) * (width + gap) - gap} ${head + (tallest - 1) * overlap + height}`);
  board.setAttribute("class", isOwn() ? "own" : "");
  board.replaceChildren(...piles.map((pile, number) => drawPile(pile, number, marks)), drawStock(position, piles.length));
  const say = (card) => pretty(card) + (held.has(card) ? " withheld" : "");
  element("seen").textContent = [
    ...piles.map(({ pile, cards }) => `${place(pile)}: ${cards.map(say).join(", ") || "empty"}.`),
    `stock: ${position.left} cards.`,
  ].join(" ");
}

function drawMoves({ position }) {
  const hadFocus = element("moves").contains(document.activeElement);
  const buttons = game.legalMoves(position).map((token) =>
    html("button", buttonText(position, token), { type: "button", value: token }));
  element("moves").replaceChildren(...buttons);
  if (hadFocus) (buttons[0] || element("undo")).focus();
}

function buttonText(position, token) {
  const move = new Move(token);
  const card = game.card(position, move);
  return {
    deal: () => "Deal a row",
    discard: () => `Discard ${pretty(card)}`,
    pair: () => `Discard ${pretty(card)} and ${pretty(position.top(move.target))}`,
    fill: () => `${pretty(card)} to column ${move.target + 1}`,
    to_cell: () => `${pretty(card)} into the cell`,
    from_cell: () => `${pretty(card)} from the cell to column ${move.target + 1}`,
  }[move.kind]();
}

function show() {
  const step = walk[at];
  const [verdict, state] = stateOf();
  element("words").textContent = refused || step.words;
  const notes = refused ? [] : step.notes;
  element("withheld").replaceChildren(...notes.map((note) => html("li", note)));
  if (notes.length) element("withheld").append(html("li", data.withheld_note));
  element("state").textContent = state;
  element("state").className = verdict;
  element("row").textContent = `${game.row(step.position)} of ${data.deck / 4}`;
  element("score").textContent = `${game.score(step.position)} of ${data.most}`;
  element("stock").textContent = step.position.left;
  drawBoard(step);
  element("watching").hidden = isOwn();
  element("offer").hidden = isOwn();
  element("playing").hidden = !isOwn();
  if (isOwn()) drawMoves(step);
  element("undo").disabled = at === 0;
  element("step").textContent = `${at} of ${line.length - 1}`;
  element("slider").value = at;
  element("slider").setAttribute("aria-valuetext", `step ${at} of ${line.length - 1}: ${step.words}`);
  for (const [id, end] of [["first", 0], ["back", 0], ["next", line.length - 1], ["last", line.length - 1]]) {
    element(id).disabled = at === end;
  }
}

/* Walking through the line */

function go(step) {
  at = Math.min(Math.max(step, 0), line.length - 1);
  settle();
}

function pause() {
  clearInterval(timer);
  timer = 0;
  element("play").textContent = "Play";
  element("play").setAttribute("aria-pressed", "false");
}

function goAndPause(step) {
  pause();
  go(step);
}

function playOrPause() {
  if (timer) return pause();
  if (at === line.length - 1) go(0);
  timer = setInterval(() => {
    go(at + 1);
    if (at === line.length - 1) pause();
  }, SECONDS_A_STEP * 1000);
  element("play").textContent = "Pause";
  element("play").setAttribute("aria-pressed", "true");
}

/* Keys and buttons */

const WATCHING_KEYS = {
  ArrowLeft: () => goAndPause(at - 1),
  ArrowRight: () => goAndPause(at + 1),
  Home: () => goAndPause(0),
  End: () => goAndPause(line.length - 1),
  " ": playOrPause,
};
const OWN_KEYS = { ArrowLeft: undo, Backspace: undo, d: () => play("D") };

function press(event) {
  const action = (isOwn() ? OWN_KEYS : WATCHING_KEYS)[event.key];
  const ownMeaning = event.key === " " ? "button, summary, textarea, input" : "textarea, input";
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.closest(ownMeaning)) return;
  event.preventDefault();
  action();
}

async function copy(id, what) {
  const text = element(id);
  text.select();
  try {
    await navigator.clipboard.writeText(text.value);
  } catch {
    document.execCommand("copy"); // where the page may not use the clipboard
  }
  element("copied").textContent = `${what} is copied.`;
}

function listen() {
  const clicks = {
    first: () => goAndPause(0), back: () => goAndPause(at - 1), next: () => goAndPause(at + 1), play: playOrPause,
    last: () => goAndPause(line.length - 1), own: () => startOwn(0), here: () => startOwn(at), undo,
    restart: () => startOwn(0), leave, "copy-deal": () => copy("deal", "The deal"), "copy-line": () => copy("line", "The line"),
  };
  for (const [id, action] of Object.entries(clicks)) element(id).addEventListener("click", action);
  element("slider").addEventListener("input", (event) => goAndPause(Number(event.target.value)));
  element("moves").addEventListener("click", (event) => event.target.value && play(event.target.value));
  element("board").addEventListener("click", (event) => {
    const pile = event.target.closest("[data-pile]")?.dataset.pile;
    if (isOwn() && pile) click(/\d/.test(pile) ? Number(pile) : pile);
  });
  document.addEventListener("keydown", press);
  window.addEventListener("hashchange", follow);
}

/* The address may name a step, as in #12, or ask for a game of one's own, as in #play. */
function follow() {
  if (location.hash === "#play") startOwn(0);
  else if (/^#\d+$/.test(location.hash)) {
    walk = line;
    goAndPause(Number(location.hash.slice(1)));
  }
}

function describe() {
  element("verdict").textContent = data.answer;
  element("verdict").className = data.verdict;
  element("preset").textContent = data.preset;
  element("deal").value = data.deal;
  element("line").value = data.steps.slice(1).map((step) => step.move).join(" ");
  element("source-line").hidden = !data.source;
  element("source").textContent = data.source || "";
  element("options").replaceChildren(...data.options.map(([option, value, meaning]) => {
    const row = html("tr", "");
    row.append(html("th", option, { scope: "row" }), html("td", value), html("td", meaning));
    return row;
  }));
  element("version").textContent = data.version;
  element("slider").max = line.length - 1;
}

describe();
listen();
show();
follow();
