/* Move ordering: named functions that score a move; the search tries higher scores first.
 *
 * acesup_ordering.h says what an ordering sees and may do. To add one here: write a function, with a comment
 * that says the idea, and a row in au_orderings. The ideas are those of advice to players: (W) is T. Warfield,
 * "Aces Up", solitairegames.com/week/020413.html, 2002; (G) the strategic tips of gamexpla.in/en/g/zp1.
 */
#ifndef AU_ORDERING_H
#define AU_ORDERING_H
#include "au_moves.h"

/* An ordering ready for use, and what it is called with. */
typedef struct {
    au_score score; /* NULL: the order of the rules, as au_list_children lists them */
    const au_rules *rules;
    const void *context;
} au_ordering;

/* Few cards left on the table, and three cards' worth for every gap: a place to move to is what a player works
 * for, and (W) fills it so that many cards go. */
static inline int au_order_clear(const au_look *look) {
    au_position p = au_swept(look->deck, look->move->after);
    return 24 * au_gaps(&p) + 24 * !au_cell_is_full(&p) - 8 * au_count(au_table(&p));
}

/* The move after which most cards go: (W) "find a card that will allow you to remove many other cards". */
static inline int au_order_uncover(const au_look *look) {
    au_position p = au_swept(look->deck, look->move->after);
    return au_cards_left(look->deck, look->before) - au_cards_left(look->deck, &p);
}

/* Empty columns first: (G) keeps options open by not filling at once. */
static inline int au_order_gaps(const au_look *look) {
    au_position p = au_swept(look->deck, look->move->after);
    return au_gaps(&p) + !au_cell_is_full(&p);
}

/* Aces to the bottom of a column, where they block nothing: (W) nothing else brings up what lies under one. */
static inline int au_aces_down(const au_deck *deck, const au_position *p) {
    int at_bottom = 0;
    for (int i = 0; i < AU_COLUMNS; i++) at_bottom += (p->column[i] & -p->column[i] & deck->aces) != 0;
    return at_bottom;
}

static inline int au_order_aces_down(const au_look *look) { return au_aces_down(look->deck, &look->move->after); }

/* Cards with one of `related` above them in their column. */
static inline int au_covered_by(const uint64_t *related, const au_position *p) {
    int covered = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        for (uint64_t above = p->column[i], card; above; above ^= card) {
            card = above & -above;
            covered += (related[__builtin_ctzll(card)] & above) != 0;
        }
    return covered;
}

/* Low cards under high ones of their suit: moved to a gap, the high card discards what it lay on (W). */
static inline int au_order_low_under_high(const au_look *look) {
    au_position p = au_swept(look->deck, look->move->after);
    return au_covered_by(look->deck->higher, &p);
}

/* The best fill of the first gap: by it *p gets fewest cards; false if none discards. */
static inline bool au_fill_best(const au_look *look, au_position *p) {
    au_position best = *p;
    int gap = au_first_gap(p);
    for (int i = 0; i < AU_COLUMNS && gap < AU_COLUMNS; i++) {
        uint64_t top = au_top(p->column[i]);
        if (!au_is_stacked(p->column[i]) || !au_may_fill(look->deck, look->rules, top)) continue;
        au_position q = *p;
        q.column[i] ^= top;
        q.column[gap] = top;
        q = au_swept(look->deck, q);
        if (au_count(au_table(&q)) < au_count(au_table(&best))) best = q;
    }
    bool discards = au_count(au_table(&best)) < au_count(au_table(p));
    *p = best;
    return discards;
}

/* Chains: as "uncover", with the fills that then discard again, each the best at its moment (W). */
static inline int au_order_chain(const au_look *look) {
    au_position p = au_swept(look->deck, look->move->after);
    while (au_fill_best(look, &p)) continue;
    return au_cards_left(look->deck, look->before) - au_cards_left(look->deck, &p);
}

static inline int au_tallest(const au_position *p) {
    int tallest = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (au_count(p->column[i]) > tallest) tallest = au_count(p->column[i]);
    return tallest;
}

/* A sum of features with weights to choose: the parameters, in the order of the table below. */
static inline int au_order_weighted(const au_look *look) {
    const int64_t *weight = look->context;
    const au_deck *deck = look->deck;
    au_position p = au_swept(deck, look->move->after);
    int64_t sum = weight[0] * (au_gaps(&p) + !au_cell_is_full(&p)) + weight[1] * au_count(au_table(&p)) +
                  weight[4] * (look->move->kind == AU_DEAL) + weight[5] * (look->move->kind == AU_FILL);
    if (weight[2]) sum += weight[2] * au_aces_down(deck, &p);
    if (weight[3]) sum += weight[3] * au_tallest(&p);
    if (weight[6]) sum += weight[6] * au_covered_by(deck->higher, &p);
    if (weight[7]) sum += weight[7] * au_covered_by(deck->lower, &p);
    return (int)sum;
}

/* Chance, as a control: a hash of the seed and the position, so that it depends on nothing else. */
static inline int au_order_random(const au_look *look) {
    const au_position *p = &look->move->after;
    uint64_t hash = *(const uint64_t *)look->context + look->move->kind + (uint64_t)p->cell * 8 + 1;
    for (int i = 0; i < AU_COLUMNS; i++) {
        hash = (hash ^ p->column[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (int)(hash * UINT64_C(0xbf58476d1ce4e5b9) >> 33);
}

enum { AU_PARAMETERS_MAX = 8, AU_PARAMETER_LIMIT = 1000000 };

typedef struct {
    const char *name; /* NULL: no more */
    int64_t value;    /* unless another is given, up to AU_PARAMETER_LIMIT: scores stay in 32 bits */
} au_parameter;

typedef struct {
    const char *name;
    au_score score;
    const char *idea;
    au_parameter parameter[AU_PARAMETERS_MAX]; /* what its context is an array of */
} au_ordering_entry;

static const au_ordering_entry au_orderings[] = {
    {"rule-order", NULL, "discards, pairs, fills, cell, deal, each from left to right", {{0}}},
    {"clear", au_order_clear, "fewest cards on the table, most gaps, after all possible discards", {{0}}},
    {"uncover", au_order_uncover, "most cards discarded after the move", {{0}}},
    {"chain", au_order_chain, "most cards discarded by the move and the fills that then discard again", {{0}}},
    {"gaps", au_order_gaps, "most empty columns after all possible discards", {{0}}},
    {"aces-down", au_order_aces_down, "most aces at the bottom of a column", {{0}}},
    {"low-under-high", au_order_low_under_high, "most low cards under a higher one of their suit", {{0}}},
    {"weighted",
     au_order_weighted,
     "a sum of features, each times its weight",
     {{"gaps", 24},
      {"table", -8},
      {"aces-down", 0},
      {"tallest", 0},
      {"deal", 0},
      {"fill", 0},
      {"low-under-high", 0},
      {"high-under-low", 0}}},
    {"random", au_order_random, "chance, by a seed: a control", {{"seed", 0}}},
};

enum { AU_ORDERING_COUNT = sizeof au_orderings / sizeof au_orderings[0] };

/* Score the children and sort them, the highest first; equal scores keep the order of the rules. */
static inline void au_order_children(au_ordering ordering, const au_deck *deck, const au_position *before,
                                     au_children *children) {
    if (!ordering.score) return;
    au_look look = {deck, ordering.rules, before, NULL, ordering.context};
    for (int i = 0; i < children->count; i++) {
        au_child child = children->child[i];
        look.move = &child;
        child.score = ordering.score(&look);
        int j = i;
        for (; j > 0 && children->child[j - 1].score < child.score; j--)
            children->child[j] = children->child[j - 1];
        children->child[j] = child;
    }
}

#endif
