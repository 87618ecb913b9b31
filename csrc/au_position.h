/* A position: four columns as masks of card numbers, the cell, the rows dealt.
 * acesup_ordering.h has the struct and a drawing of it.
 */
#ifndef AU_POSITION_H
#define AU_POSITION_H
#include "au_deck.h"

static inline bool au_is_lone(uint64_t column) { return column && !(column & (column - 1)); }
static inline bool au_is_stacked(uint64_t column) { return (column & (column - 1)) != 0; }

static inline bool au_has_gap(const au_position *p) {
    return !(p->column[0] && p->column[1] && p->column[2] && p->column[3]);
}

/* The leftmost empty column, or AU_COLUMNS. */
static inline int au_first_gap(const au_position *p) {
    int gap = 0;
    while (gap < AU_COLUMNS && p->column[gap]) gap++;
    return gap;
}

static inline bool au_cell_is_full(const au_position *p) { return p->cell != AU_NO_CARD; }

/* Cards that are not discarded: on the table, in the cell, in the stock. */
static inline uint64_t au_in_play(const au_deck *deck, const au_position *p) {
    uint64_t cell = au_cell_is_full(p) ? au_bit(p->cell) : 0;
    return au_table(p) | cell | au_stock(deck, p->rows);
}

/* Cards that still have to go: the position is won when this is 0 (rule K11). */
static inline int au_cards_left(const au_deck *deck, const au_position *p) {
    return __builtin_popcountll(au_in_play(deck, p) & ~deck->aces);
}

/* May this top card be moved to an empty column, as far as `fill` is concerned? */
static inline bool au_may_fill(const au_deck *deck, const au_rules *rules, uint64_t top) {
    return !rules->aces_only || (top & deck->aces);
}

static inline bool au_is_won(const au_deck *deck, const au_position *p) {
    return !(au_in_play(deck, p) & ~deck->aces);
}

static inline void au_deal_row(au_position *p) {
    for (int i = 0; i < AU_COLUMNS; i++) p->column[i] |= au_bit(4 * p->rows + i);
    p->rows++;
}

/* must_fill: is the row held back because a stacked card or the cell could fill a gap? */
static inline bool au_deal_is_blocked(const au_deck *deck, const au_rules *rules, const au_position *p) {
    if (!rules->must_fill || !au_has_gap(p)) return false;
    if (au_cell_is_full(p)) return true;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (au_is_stacked(p->column[i]) && au_may_fill(deck, rules, au_top(p->column[i]))) return true;
    return false;
}

#endif
