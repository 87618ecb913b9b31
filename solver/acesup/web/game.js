"use strict";
/* The game as position.py has it, for moves of one's own: a page can only bring the positions that were foreseen.
   tests/test_page.py holds the two together. A position is written as its key: four columns bottom first, the
   cell, the cards left in the stock, as in "4C|6C2C||KD9S||44". Moves are written as in lines. */

const RANKS = "23456789TJQKA";
const COLUMNS = [0, 1, 2, 3];

class Position {
  constructor(columns, cell, left) {
    Object.assign(this, { columns, cell, left });
  }

  static read(key) {
    const parts = key.split("|");
    return new Position(parts.slice(0, 4).map((cards) => cards.match(/../g) || []), parts[4], Number(parts[5]));
  }

  get key() {
    return [...this.columns.map((column) => column.join("")), this.cell, this.left].join("|");
  }

  get cards() {
    return this.columns.flat().length + this.left + (this.cell ? 1 : 0);
  }

  top(c) {
    return this.columns[c].at(-1);
  }

  /* The highest top card that may discard the top of a column; undefined if none may. */
  discarder(c) {
    const height = (card) => RANKS.indexOf(card[0]);
    const card = this.top(c);
    const higher = COLUMNS.map((other) => this.top(other)).filter(
      (other) => card && other && other[1] === card[1] && height(other) > height(card));
    return higher.sort((a, b) => height(b) - height(a))[0];
  }
}

class Move {
  constructor(token) {
    const [, discarded, other, from, to] = token.match(/^(?:D|x(\d)(?:=(\d))?|(\w)>(\w))$/);
    const column = (digit) => (digit > 0 ? digit - 1 : undefined);
    this.token = token;
    this.source = column(discarded || from);
    this.target = column(other || to);
    this.kind = token === "D" ? "deal" : other ? "pair" : discarded ? "discard"
      : to === "c" ? "to_cell" : from === "c" ? "from_cell" : "fill";
  }
}

class Game {
  /* rules: the options by name. stock: the cards to come at the start of the game. deck: the cards there are. */
  constructor(rules, stock, deck) {
    Object.assign(this, { rules, stock, deck });
  }

  score(position) {
    return this.deck - position.cards;
  }

  row(position) {
    return (this.deck - position.left) / 4;
  }

  nextRow(position) {
    return this.stock.slice(this.stock.length - position.left).slice(0, 4);
  }

  isWon(position) {
    return position.cards === 4;
  }

  /* The legal moves, as tokens, in the order of Position.legal_moves. */
  legalMoves(position) {
    const { columns, cell, left } = position;
    const moves = COLUMNS.filter((c) => position.discarder(c)).map((c) => `x${c + 1}`);
    if (moves.length && this.rules.discard === "compulsory") return moves;
    const occupied = COLUMNS.filter((c) => columns[c].length);
    const empty = COLUMNS.filter((c) => !columns[c].length);
    const each = (sources, targets, write) =>
      sources.forEach((s) => targets.forEach((t) => moves.push(write(s + 1, t + 1))));
    if (this.rules.pairs) {
      for (const a of occupied) {
        each([a], occupied.filter((b) => b > a && this.isPair(position.top(a), position.top(b))), (s, t) => `x${s}=${t}`);
      }
    }
    each(occupied.filter((c) => this.mayFill(columns[c])), empty, (s, t) => `${s}>${t}`);
    if (cell) each([0], empty, (s, t) => `c>${t}`);
    else if (this.rules.cells) each(occupied, [0], (s) => `${s}>c`);
    if (left && !(this.rules.must_fill && empty.length && this.isFillDue(position))) moves.push("D");
    return moves;
  }

  isPair(a, b) {
    return a[0] === b[0] && a[0] !== "A";
  }

  mayFill(column) {
    return (this.rules.fill === "any" || column.at(-1)[0] === "A") && (this.rules.lone_moves || column.length > 1);
  }

  isFillDue({ columns, cell }) {
    return Boolean(cell) || columns.some((column) => column.length > 1 && this.mayFill(column));
  }

  /* The position after a legal move; the one before is left as it is. */
  play(position, token) {
    const move = new Move(token);
    const columns = position.columns.map((column) => [...column]);
    let { cell, left } = position;
    if (move.kind === "deal") {
      this.nextRow(position).forEach((card, c) => columns[c].push(card));
      left -= 4;
    } else if (move.kind === "from_cell") {
      columns[move.target].push(cell);
      cell = "";
    } else {
      const card = columns[move.source].pop();
      if (move.kind === "pair") columns[move.target].pop();
      if (move.kind === "fill") columns[move.target].push(card);
      if (move.kind === "to_cell") cell = card;
    }
    return new Position(columns, cell, left);
  }

  /* The cards that a move deals a row over although they could be discarded. */
  withheld(position, token) {
    return token === "D" ? COLUMNS.filter((c) => position.discarder(c)).map((c) => position.top(c)) : [];
  }

  /* The cards on the table that a move is about, as they lie after it. */
  moved(position, token) {
    const move = new Move(token);
    if (move.kind === "deal") return this.nextRow(position);
    if (move.kind === "discard") return [position.discarder(move.source)];
    return move.kind === "pair" ? [] : [this.card(position, move)];
  }

  /* The card that a move takes first; a deal takes none from the table. */
  card(position, move) {
    if (move.kind === "deal") return "";
    return move.kind === "from_cell" ? position.cell : position.top(move.source);
  }
}
