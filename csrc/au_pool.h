/* The pool: lone cards, gaps and the cell, as places that cards change at will.
 *
 * Where any card may fill and lone cards may move, a lone card can go to a gap or to the cell, and the cell's card
 * to a gap: while one of these places is blank, any order of the cards in them is within reach. (Elsewhere not: with
 * the cell the only blank, two lone cards that may not fill never change places.) So a search may take them as
 * it likes: the cell blank, the cards sorted in the *free columns*, gaps first; every card of the pool is then in
 * sight. Only the next row asks where they lie, and which one the cell hides. When a card of a stack takes the last
 * blank, which card is hidden is chosen there and then; the free columns stay so until the row is dealt, for their
 * order could have been chosen before.
 *
 * Without a cell the same is said of the free columns alone (au_free.h).
 */
#ifndef AU_POOL_H
#define AU_POOL_H
#include "au_free.h"

/* Is a place blank, so that the pool can be put in any order? */
static inline bool au_has_blank(const au_rules *rules, const au_position *p) {
    return au_has_gap(p) || (rules->cell && !au_cell_is_full(p));
}

/* Bring the cell's card to a gap, if there is one: nothing is hidden any more. */
static inline void au_show_cell(au_position *p) {
    int gap = au_first_gap(p);
    if (!au_cell_is_full(p) || gap == AU_COLUMNS) return;
    p->column[gap] = au_bit(p->cell);
    p->cell = AU_NO_CARD;
}

/* Make all discards that need no decision in any order of the pool, which is put in sight for it: the tops seen. */
static inline au_looked au_discard_in_sight(const au_deck *deck, const au_rules *rules, unsigned safe,
                                            au_position *p) {
    au_looked looked = 0;
    do {
        au_show_cell(p);
        looked |= au_discard_undisputed(deck, rules, safe, p);
    } while (au_cell_is_full(p) && au_has_gap(p));
    return looked;
}

/* The free columns of a position: with a blank all lone cards and gaps (without a cell those that may move),
 * else those that were free before. */
static inline unsigned au_pool_columns(const au_deck *deck, const au_rules *rules, const au_position *p,
                                       unsigned free_columns) {
    if (!au_has_blank(rules, p)) return free_columns;
    if (!rules->cell) return au_free_columns(deck, rules, p, free_columns);
    for (int i = 0; i < AU_COLUMNS; i++)
        if (!au_is_stacked(p->column[i])) free_columns |= 1u << i;
    return free_columns;
}

/* Floors that tell what may be moved: of free columns, and without a cell as au_floors_asked says. */
static inline au_looked au_pool_floors(const au_deck *deck, const au_rules *rules, const au_position *p,
                                       unsigned free_columns) {
    if (!rules->cell) return au_floors_asked(deck, rules, p, free_columns);
    return (au_looked)free_columns << AU_FLOOR_SHIFT;
}

/* Cards that every proof of loss looks at. */
static inline uint64_t au_pool_in_sight(const au_deck *deck, const au_rules *rules, const au_position *p) {
    uint64_t tops = au_tops(p), sight = tops;
    if (!rules->cell) return au_cards_in_sight(deck, rules, p, tops);
    if (au_cell_is_full(p)) return AU_GUARD("loss-cell") ? tops ^ au_bit(p->cell) : tops;
    for (int i = 0; i < AU_COLUMNS; i++) sight |= au_top(p->column[i] & ~tops);
    return sight;
}

/* ---- children ---- */

/* A stack's top goes to the pool, which has a blank: the cell, as all cards of the pool are in sight. If that
 * was the last blank any card of the pool may be the hidden one instead: the top then fills the gap that this
 * card left. */
static inline void au_list_pulls(const au_position *p, au_children *children) {
    bool last = !au_has_gap(p) && AU_GUARD("hide-any");
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t top = au_top(p->column[i]);
        if (!au_is_stacked(p->column[i])) continue;
        au_position q = *p;
        q.column[i] ^= top;
        q.cell = (uint8_t)au_top_card(top);
        au_add_child(children, &q, AU_TO_CELL, q.cell);
        for (int j = 0; j < AU_COLUMNS && last; j++) {
            if (!au_is_lone(p->column[j])) continue;
            q.cell = (uint8_t)au_top_card(p->column[j]);
            q.column[j] = top;
            au_add_fill(children, &q, AU_FILL, au_top_card(top), j);
            q.column[j] = p->column[j];
        }
    }
}

/* The next row, with nothing hidden or any card of the pool, and the others in every order. */
static inline void au_list_pool_deals(const au_deck *deck, const au_rules *rules, const au_position *p,
                                      unsigned free_columns, au_children *children) {
    au_list_deals(deck, rules, p, free_columns, children);
    for (int i = 0; rules->cell && !au_cell_is_full(p) && i < AU_COLUMNS; i++) {
        if (!au_is_lone(p->column[i])) continue;
        au_position q = *p;
        q.cell = (uint8_t)au_top_card(q.column[i]);
        q.column[i] = 0;
        au_sort_free_columns(&q, free_columns);
        au_list_deals(deck, rules, &q, free_columns, children);
    }
}

/* All children in rule order; what listing them looked at. */
static inline au_looked au_list_pool_children(const au_deck *deck, const au_rules *rules, const au_position *p,
                                              unsigned free_columns, au_children *children) {
    uint64_t listed = 0;
    au_looked looked = 0;
    if (!rules->compulsory) au_list_discards(deck, p, &listed, children);
    if (rules->pairs) au_list_pairs(deck, rules, p, children);
    if (!rules->cell) looked |= au_list_fills(deck, rules, p, children);
    else if (!au_cell_is_full(p)) au_list_pulls(p, children);
    if (p->rows < deck->rows) au_list_pool_deals(deck, rules, p, free_columns, children);
    return looked;
}

#endif
