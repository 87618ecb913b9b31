/* Move ordering: named functions that score a child; the search tries higher scores first.
 *
 * An ordering changes how many positions a search enters and which line it finds, never the verdict.
 * To add one: write a function below, with a comment that says the idea, and a row in au_orderings.
 */
#ifndef AU_ORDERING_H
#define AU_ORDERING_H
#include "au_moves.h"

typedef int (*au_ordering)(const au_deck *deck, const au_position *before, const au_child *child);

static inline int au_gaps(const au_position *p) {
    return !p->column[0] + !p->column[1] + !p->column[2] + !p->column[3] + !au_cell_is_full(p);
}

/* The child after all discards that are then possible. */
static inline au_position au_swept(const au_deck *deck, const au_child *child) {
    static const au_rules compulsory = {.compulsory = true};
    au_position p = child->after;
    au_discard_undisputed(deck, &compulsory, 0, &p);
    return p;
}

/* Few cards left on the table, and three cards' worth for every gap. */
static inline int au_order_clear(const au_deck *deck, const au_position *before, const au_child *child) {
    (void)before;
    au_position p = au_swept(deck, child);
    return 24 * au_gaps(&p) - 8 * __builtin_popcountll(au_table(&p));
}

/* Moves after which most cards can be discarded. */
static inline int au_order_uncover(const au_deck *deck, const au_position *before, const au_child *child) {
    au_position p = au_swept(deck, child);
    return au_cards_left(deck, before) - au_cards_left(deck, &p);
}

/* Aces to the bottom of a column: there they block nothing. */
static inline int au_order_aces_down(const au_deck *deck, const au_position *before, const au_child *child) {
    (void)before;
    int at_bottom = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t column = child->after.column[i];
        at_bottom += (column & -column & deck->aces) != 0;
    }
    return at_bottom;
}

typedef struct {
    const char *name;
    au_ordering score; /* NULL: the order of the rules, as au_list_children lists them */
    const char *idea;
} au_ordering_entry;

static const au_ordering_entry au_orderings[] = {
    {"rule-order", NULL, "discards, pairs, fills, cell, deal, each from left to right"},
    {"clear", au_order_clear, "fewest cards on the table, most gaps, after all possible discards"},
    {"uncover", au_order_uncover, "most cards discarded after the move"},
    {"aces-down", au_order_aces_down, "most aces at the bottom of a column"},
};

enum { AU_ORDERING_COUNT = sizeof au_orderings / sizeof au_orderings[0] };

/* Score the children and sort them, the highest first; equal scores keep the order of the rules. */
static inline void au_order_children(au_ordering score, const au_deck *deck, const au_position *before,
                                     au_children *children) {
    if (!score) return;
    for (int i = 0; i < children->count; i++) {
        au_child child = children->child[i];
        child.score = score(deck, before, &child);
        int j = i;
        for (; j > 0 && children->child[j - 1].score < child.score; j--)
            children->child[j] = children->child[j - 1];
        children->child[j] = child;
    }
}

#endif
