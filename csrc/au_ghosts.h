/* Undecided cards: a position in which some discards have not been decided yet.
 *
 * Where discarding is optional, a top that may be discarded becomes a *ghost*: whether it was discarded or
 * withheld is left open. A position is then its real cards and its ghosts, and worth the best of all ways to
 * add some ghosts back, subject to one condition: of two ghosts in a column, X above Z, whoever keeps X keeps
 * Z, if Z went while X was still there. So every ghost has the row in which it went, and X *requires* Z if
 * X was dealt by then. A top is *certain* if no ghost lies above it.
 *
 * Two rule families (docs/algorithm.md, "Lazy decisions"):
 *   lemma A holds (fill=any, lone_moves=yes): a column whose last real card goes is empty, ghosts and all;
 *   it does not (fill=aces, or lone_moves=no): the ghosts stay, and a gap has neither real cards nor ghosts.
 */
#ifndef AU_GHOSTS_H
#define AU_GHOSTS_H
#include "au_position.h"

typedef struct {
    uint64_t real[AU_COLUMNS];
    uint64_t ghost[AU_COLUMNS];
    uint64_t went[AU_COLUMNS]; /* four bits for each row r: the row in which the ghost dealt in row r went */
    uint8_t rows;              /* rows dealt */
    uint8_t free_columns;
} au_undecided;

/* Cards looked at by a proof, and those of them under which it asked whether more cards lie. */
typedef struct {
    uint64_t cards, floors;
} au_looked_at;

static inline int au_row_of(int card) { return card >> 2; }
static inline uint64_t au_rows_through(int row) { return (UINT64_C(1) << (4 * row + 4)) - 1; }
static inline uint64_t au_above(int card) { return ~((UINT64_C(2) << card) - 1); }

static inline int au_went(const au_undecided *x, int column, int ghost) {
    return (int)(x->went[column] >> (ghost & ~3)) & 15;
}

static inline void au_set_went(au_undecided *x, int column, int ghost, int row) {
    int shift = ghost & ~3;
    x->went[column] = (x->went[column] & ~(UINT64_C(15) << shift)) | (uint64_t)row << shift;
}

static inline uint64_t au_ghosts_above_top(const au_undecided *x, int column) {
    uint64_t real = x->real[column];
    return real ? x->ghost[column] & au_above(au_top_card(real)) : x->ghost[column];
}

/* The ghosts of a set that require this one. */
static inline uint64_t au_requiring(const au_undecided *x, int column, int ghost, uint64_t ghosts) {
    return ghosts & au_above(ghost) & au_rows_through(au_went(x, column, ghost));
}

static inline uint64_t au_real_cards(const au_undecided *x) {
    return x->real[0] | x->real[1] | x->real[2] | x->real[3];
}

static inline uint64_t au_all_ghosts(const au_undecided *x) {
    return x->ghost[0] | x->ghost[1] | x->ghost[2] | x->ghost[3];
}

static inline uint64_t au_real_tops(const au_undecided *x) {
    return au_top(x->real[0]) | au_top(x->real[1]) | au_top(x->real[2]) | au_top(x->real[3]);
}

static inline uint64_t au_certain_tops(const au_undecided *x) {
    uint64_t tops = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (!au_ghosts_above_top(x, i)) tops |= au_top(x->real[i]);
    return tops;
}

/* Discards that lose nothing: certain tops against real tops, which become ghosts. */
static inline void au_discard_certain(const au_deck *deck, bool lemma_a, au_undecided *x, au_looked_at *looked) {
    for (bool again = true; again;) {
        uint64_t certain = au_certain_tops(x);
        again = false;
        for (int i = 0; i < AU_COLUMNS && !again; i++) {
            if (!x->real[i]) continue;
            int card = au_top_card(x->real[i]);
            uint64_t by = certain & deck->higher[card];
            if (!by) continue;
            again = true;
            looked->cards |= au_bit(card) | (by & (0 - by));
            bool under_ghosts = (x->ghost[i] & au_above(card)) != 0;
            x->real[i] ^= au_bit(card);
            if (!x->real[i]) {
                if (lemma_a) {
                    x->ghost[i] = 0;
                    continue;
                }
                looked->floors |= au_bit(card);
            }
            if (x->rows < deck->rows || under_ghosts) {
                x->ghost[i] |= au_bit(card);
                au_set_went(x, i, card, x->rows - 1);
            }
        }
    }
}

/* Keep a ghost and all that it requires; the ghosts above it were discarded. */
static inline void au_keep_ghost(au_undecided *x, int column, int ghost) {
    int row = au_row_of(ghost);
    uint64_t below = x->ghost[column] &= au_bit(ghost) - 1;
    x->real[column] |= au_bit(ghost);
    while (below) {
        int card = au_top_card(below);
        below ^= au_bit(card);
        if (au_went(x, column, card) < row) continue;
        row = au_row_of(card);
        x->ghost[column] ^= au_bit(card);
        x->real[column] |= au_bit(card);
    }
}

/* Ghosts of `ghosts` that matter when only the cards `in_play` are looked at: one that can discard none of
 * them, nor another ghost, and that nothing requires may be dropped (lemma A holds). */
static inline uint64_t au_useful_ghosts(const au_deck *deck, const au_undecided *x, uint64_t ghosts,
                                        uint64_t in_play) {
    for (;;) {
        uint64_t dropped = 0;
        for (uint64_t rest = ghosts; rest; rest &= rest - 1) {
            int card = __builtin_ctzll(rest), i = card & 3;
            uint64_t own = (x->real[i] | (ghosts & AU_HOME << i)) & (au_bit(card) - 1);
            if (deck->lower[card] & (in_play | (ghosts & ~dropped)) & ~own) continue;
            if (au_requiring(x, i, card, ghosts & ~dropped & AU_HOME << i)) continue;
            dropped |= au_bit(card);
        }
        if (!dropped) return ghosts;
        ghosts &= ~dropped;
    }
}

/* Say of each ghost only which others require it: equal positions then look equal. */
static inline void au_settle_went(const au_deck *deck, au_undecided *x) {
    bool stock_empty = x->rows == deck->rows;
    for (int i = 0; i < AU_COLUMNS; i++)
        for (uint64_t rest = x->ghost[i]; rest; rest &= rest - 1) {
            int card = __builtin_ctzll(rest);
            uint64_t by = au_requiring(x, i, card, x->ghost[i]);
            if (stock_empty && au_went(x, i, card) == deck->rows - 1) { /* went just now: nothing is gained */
                if (!by) x->ghost[i] ^= au_bit(card);
            } else {
                au_set_went(x, i, card, by ? au_row_of(au_top_card(by)) : au_row_of(card));
            }
        }
}

static inline void au_drop_useless_ghosts(const au_deck *deck, au_undecided *x) {
    uint64_t before;
    do {
        before = au_all_ghosts(x);
        uint64_t useful = au_useful_ghosts(deck, x, before, au_real_cards(x) | au_stock(deck, x->rows));
        for (int i = 0; i < AU_COLUMNS; i++) x->ghost[i] &= useful;
        au_settle_went(deck, x);
    } while (au_all_ghosts(x) != before);
}

static inline bool au_column_is_gap(const au_undecided *x, int column) {
    return !(x->real[column] | x->ghost[column]);
}

/* Sort the free columns; while there is a gap, all gaps and lone cards without ghosts are free. */
static inline void au_settle_free_columns(au_undecided *x) {
    bool gap = !(x->real[0] && x->real[1] && x->real[2] && x->real[3]);
    for (int i = 0; i < AU_COLUMNS && gap; i++)
        if (!au_is_stacked(x->real[i]) && !x->ghost[i]) x->free_columns |= (uint8_t)(1u << i);
    for (int i = 0; i < AU_COLUMNS; i++)
        for (int j = i + 1; j < AU_COLUMNS; j++)
            if ((x->free_columns >> i & 1) && (x->free_columns >> j & 1) && x->real[j] < x->real[i]) {
                uint64_t column = x->real[i];
                x->real[i] = x->real[j];
                x->real[j] = column;
            }
}

#endif
