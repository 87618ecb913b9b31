/* From a position to its children, in a graph without cycles.
 *
 * A move makes progress when it discards, deals a row, or takes a card off a stack (a column of two or more):
 * nothing ever puts a card back on one within a row. The only other moves are idle: a lone card to a gap or
 * to the cell, the cell's card to a gap. Each can be taken back at once, so the positions that idle moves
 * reach from one another, its arrangements (5! at most), are one node of the graph: its key is the least of
 * theirs, its children are the progress moves of them all. Every edge makes progress, so no path returns.
 *
 * Under compulsory discards an idle move may show a card that must now be discarded. Such a position allows
 * nothing else, it cannot go back: it is a child and not an arrangement.
 */
#ifndef AU_MOVES_H
#define AU_MOVES_H
#include "au_discards.h"
#include "au_key.h"

enum { AU_ARRANGEMENTS_MAX = 120, AU_CHILDREN_MAX = 1024 };

typedef struct {
    au_child *child;
    int count;
} au_children;

static inline au_child *au_add_child(au_children *children, const au_position *after, au_kind kind, int card) {
    au_child *child = &children->child[children->count++];
    *child = (au_child){*after, (uint8_t)kind, (uint8_t)card, AU_NO_CARD, 0, 0, 0};
    return child;
}

static inline void au_add_fill(au_children *children, const au_position *after, au_kind kind, int card,
                               int target) {
    au_add_child(children, after, kind, card)->target = (uint8_t)target;
}

static inline bool au_same_position(const au_position *a, const au_position *b) {
    return a->column[0] == b->column[0] && a->column[1] == b->column[1] && a->column[2] == b->column[2] &&
           a->column[3] == b->column[3] && a->cell == b->cell;
}

/* ---- idle moves and arrangements ---- */

typedef struct {
    au_position *position;
    int count;
} au_arrangements;

static inline void au_arrange(au_arrangements *list, const au_position *p) {
    for (int i = 0; i < list->count; i++)
        if (au_same_position(&list->position[i], p)) return;
    list->position[list->count++] = *p;
}

/* The cell's card to gap `target`: an arrangement, or an exit where it brings a compulsory discard. */
static inline void au_leave_cell(const au_deck *deck, const au_rules *rules, const au_position *p, int target,
                                 au_arrangements *list, au_children *children) {
    au_position q = *p;
    q.column[target] = au_bit(p->cell);
    q.cell = AU_NO_CARD;
    if (rules->compulsory && au_has_discard(deck, &q)) au_add_fill(children, &q, AU_FROM_CELL, p->cell, target);
    else au_arrange(list, &q);
}

static inline void au_idle_moves_to(const au_deck *deck, const au_rules *rules, const au_position *p, int gap,
                                    au_arrangements *list, au_children *children) {
    if (au_cell_is_full(p)) au_leave_cell(deck, rules, p, gap, list, children);
    if (!rules->lone_moves) return;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!au_is_lone(p->column[i]) || !au_may_fill(deck, rules, p->column[i])) continue;
        au_position q = *p;
        q.column[gap] = p->column[i];
        q.column[i] = 0;
        au_arrange(list, &q);
    }
}

static inline void au_hide_lone_cards(const au_position *p, au_arrangements *list) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!au_is_lone(p->column[i])) continue;
        au_position q = *p;
        q.cell = (uint8_t)au_top_card(p->column[i]);
        q.column[i] = 0;
        au_arrange(list, &q);
    }
}

/* List the arrangements of *p, itself first, and add exits to the children. */
static inline void au_list_arrangements(const au_deck *deck, const au_rules *rules, const au_position *p,
                                        au_arrangements *list, au_children *children) {
    list->position[0] = *p;
    list->count = 1;
    for (int n = 0; n < list->count; n++) {
        au_position q = list->position[n];
        for (int gap = 0; gap < AU_COLUMNS; gap++)
            if (!q.column[gap]) au_idle_moves_to(deck, rules, &q, gap, list, children);
        if (rules->cell && !au_cell_is_full(&q)) au_hide_lone_cards(&q, list);
    }
}

static inline au_key au_least_key(const au_arrangements *list) {
    au_key least = au_key_of(&list->position[0]);
    for (int i = 1; i < list->count; i++) {
        au_key key = au_key_of(&list->position[i]);
        if (au_key_less(key, least)) least = key;
    }
    return least;
}

/* ---- progress moves ---- */

/* Discards that wait for a decision. The discard of a card leads to the same node from every arrangement in
 * which it is legal (the idle moves between them remain), so each is listed once: `listed` holds them. */
static inline void au_list_discards(const au_deck *deck, const au_position *p, uint64_t *listed,
                                    au_children *children) {
    uint64_t tops = au_tops(p);
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t top = au_top(p->column[i]);
        if ((*listed & top) || !au_can_discard(deck, tops, p->column[i])) continue;
        *listed |= top;
        au_position q = *p;
        q.column[i] ^= top;
        au_add_child(children, &q, AU_DISCARD, au_top_card(top));
    }
}

static inline bool au_pair_is_listed(const au_children *children, uint64_t table) {
    for (int i = 0; i < children->count; i++)
        if (children->child[i].kind == AU_PAIR && !(au_table(&children->child[i].after) & table)) return true;
    return false;
}

/* Pairs, each once like a discard. Not so where discards are compulsory: what must go after the pair depends
 * on which card the cell hides, so every arrangement has its own. */
static inline void au_list_pairs(const au_deck *deck, const au_rules *rules, const au_position *p,
                                 au_children *children) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        for (int j = i + 1; p->column[i] && j < AU_COLUMNS; j++) {
            uint64_t one = au_top(p->column[i]), two = au_top(p->column[j]);
            if (!(deck->rank_mates[au_top_card(one)] & two)) continue;
            if (!rules->compulsory && au_pair_is_listed(children, one | two)) continue;
            au_position q = *p;
            q.column[i] ^= one;
            q.column[j] ^= two;
            au_add_child(children, &q, AU_PAIR, au_top_card(one))->other = (uint8_t)au_top_card(two);
        }
    }
}

static inline void au_list_stack_moves(const au_deck *deck, const au_rules *rules, const au_position *p,
                                       au_children *children) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t top = au_top(p->column[i]);
        if (!au_is_stacked(p->column[i])) continue;
        au_position q = *p;
        q.column[i] ^= top;
        for (int gap = 0; gap < AU_COLUMNS; gap++) {
            if (p->column[gap] || !au_may_fill(deck, rules, top)) continue;
            q.column[gap] = top;
            au_add_fill(children, &q, AU_FILL, au_top_card(top), gap);
            q.column[gap] = 0;
        }
        if (rules->cell && !au_cell_is_full(p)) {
            q.cell = (uint8_t)au_top_card(top);
            au_add_child(children, &q, AU_TO_CELL, q.cell);
        }
    }
}

static inline void au_list_deal(const au_deck *deck, const au_rules *rules, const au_position *p,
                                au_children *children) {
    if (p->rows == deck->rows || au_deal_is_blocked(deck, rules, p)) return;
    au_position q = *p;
    au_deal_row(&q);
    au_add_child(children, &q, AU_DEAL, AU_NO_CARD);
}

/* All children of a node in rule order: discards, pairs, stack moves, deals. Undisputed discards are made. */
static inline void au_list_children(const au_deck *deck, const au_rules *rules, const au_arrangements *list,
                                    au_children *children) {
    uint64_t listed = 0;
    for (int n = 0; n < list->count && !rules->compulsory; n++)
        au_list_discards(deck, &list->position[n], &listed, children);
    for (int n = 0; n < list->count && rules->pairs; n++) au_list_pairs(deck, rules, &list->position[n], children);
    for (int n = 0; n < list->count; n++) au_list_stack_moves(deck, rules, &list->position[n], children);
    for (int n = 0; n < list->count; n++) au_list_deal(deck, rules, &list->position[n], children);
}

#endif
