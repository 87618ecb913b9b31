/* Undecided cards: a position in which some discards have not been decided yet.
 *
 * Where discarding is optional, a top that may be discarded becomes a *ghost*: whether it was discarded or
 * withheld is left open. A position is then its real cards and its ghosts, and worth the best of all ways to
 * add some ghosts back, subject to one condition: of two ghosts in a column, X above Z, whoever keeps X keeps
 * Z, if Z went while X was still there. So every ghost has the row in which it went, and X *requires* Z if
 * X was dealt by then. A top is *certain* if no ghost lies above it.
 *
 * What else holds depends on which cards may fill a gap (docs/algorithm.md, "Lazy decisions"): see au_family.
 */
#ifndef AU_GHOSTS_H
#define AU_GHOSTS_H
#include "au_guard.h"
#include "au_position.h"

typedef enum {
    AU_ANY_CARD,  /* fill=any, lone_moves=yes. Lemma A: a column without real cards has no ghosts */
    AU_ANY_ACE,   /* fill=aces, lone_moves=yes. Its ghosts stay; a gap has neither real cards nor ghosts */
    AU_STACK_TOPS /* lone_moves=no: likewise, and no column is free */
} au_family;

static inline au_family au_family_of(const au_rules *rules) {
    return !rules->lone_moves ? AU_STACK_TOPS : rules->aces_only ? AU_ANY_ACE : AU_ANY_CARD;
}

typedef struct {
    uint64_t real[AU_COLUMNS];
    uint64_t ghost[AU_COLUMNS];
    uint64_t went[AU_COLUMNS]; /* four bits for each row r: the row in which the ghost dealt in row r went */
    uint8_t rows;              /* rows dealt */
    uint8_t free_columns;
} au_undecided;

/* Cards looked at by a proof, and those of them under which it asked whether the column goes on. */
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

/* Cards that still have to go if every ghost has gone. */
static inline int au_real_cards_left(const au_deck *deck, const au_undecided *x) {
    return __builtin_popcountll((au_real_cards(x) | au_stock(deck, x->rows)) & ~deck->aces);
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
        if (!AU_GUARD("certain-top") || !au_ghosts_above_top(x, i)) tops |= au_top(x->real[i]);
    return tops;
}

/* The top of column i goes: it becomes a ghost, unless nothing could be gained by having withheld it. Returns
 * the ghosts that may be useless now: the new one, or all where a card is out of play for good. */
static inline uint64_t au_discard_to_ghost(const au_deck *deck, au_family family, au_undecided *x, int i) {
    int card = au_top_card(x->real[i]);
    x->real[i] ^= au_bit(card);
    if (!x->real[i] && (family == AU_ANY_CARD || !AU_GUARD("lemma-a"))) {
        x->ghost[i] = 0;
        return ~UINT64_C(0);
    }
    uint64_t above = AU_GUARD("ghosts-above") ? x->ghost[i] & au_above(card) : 0;
    if (x->rows == deck->rows && !above) return ~UINT64_C(0);
    x->ghost[i] |= au_bit(card);
    au_set_went(x, i, card, x->rows - 1);
    return au_bit(card);
}

/* Discards that lose nothing: certain tops against real tops, which become ghosts. The floors are those of
 * columns that end where their last card went. Returns the ghosts that may be useless now. */
static inline uint64_t au_discard_certain(const au_deck *deck, au_family family, au_undecided *x,
                                          au_looked_at *looked) {
    uint64_t doubtful = 0;
    for (bool again = true; again;) {
        uint64_t certain = au_certain_tops(x);
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++) {
            if (!x->real[i]) continue;
            int card = au_top_card(x->real[i]);
            uint64_t by = certain & deck->higher[card];
            if (!by) continue;
            looked->cards |= au_bit(card) | (by & (0 - by));
            doubtful |= au_discard_to_ghost(deck, family, x, i);
            if (!x->real[i] && AU_GUARD("floor-emptied")) looked->floors |= au_bit(card);
            again = true;
        }
    }
    return doubtful;
}

/* Keep a ghost and all that it requires; the ghosts above it were discarded. */
static inline void au_keep_ghost(au_undecided *x, int column, int ghost) {
    int row = au_row_of(ghost);
    uint64_t below = x->ghost[column] &= au_bit(ghost) - 1;
    x->real[column] |= au_bit(ghost);
    while (below) {
        int card = au_top_card(below);
        below ^= au_bit(card);
        if (au_went(x, column, card) < row || !AU_GUARD("keep-required")) continue;
        row = au_row_of(card);
        x->ghost[column] ^= au_bit(card);
        x->real[column] |= au_bit(card);
    }
}

typedef struct {
    uint64_t column[AU_COLUMNS];
} au_ghost_set;

static inline au_ghost_set au_ghosts_of(const au_undecided *x) {
    return (au_ghost_set){{x->ghost[0], x->ghost[1], x->ghost[2], x->ghost[3]}};
}

static inline uint64_t au_union(const au_ghost_set *set) {
    return set->column[0] | set->column[1] | set->column[2] | set->column[3];
}

/* The cards that a ghost can never discard, because they lie in its own column. */
static inline uint64_t au_out_of_reach(const au_undecided *x, au_family family, const au_ghost_set *set, int column,
                                       int ghost) {
    uint64_t below = AU_GUARD("reach-above") ? au_bit(ghost) - 1 : ~UINT64_C(0);
    if (family == AU_ANY_CARD) return (x->real[column] | set->column[column]) & below;
    return family == AU_ANY_ACE ? AU_HOME << column : 0;
}

/* Drop ghosts that cannot matter when only the cards `in_play` are looked at: those that can discard none of
 * them, nor another ghost, and that no other requires. Only the `doubtful` ones are asked, until one goes. */
static inline void au_keep_useful(const au_deck *deck, au_family family, const au_undecided *x, uint64_t in_play,
                                  uint64_t doubtful, au_ghost_set *set) {
    bool pedestals = family == AU_STACK_TOPS && x->rows < deck->rows; /* any card may serve as one */
    if (pedestals && AU_GUARD("pedestal")) return;
    for (bool again = true; again;) {
        uint64_t looked_at = in_play | (AU_GUARD("ghost-prey") ? au_union(set) : 0);
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++) /* from the top: what requires a ghost goes first */
            for (uint64_t rest = set->column[i] & doubtful; rest;) {
                int ghost = au_top_card(rest);
                rest ^= au_bit(ghost);
                uint64_t prey = deck->lower[ghost] & looked_at;
                if (prey && (prey & ~au_out_of_reach(x, family, set, i, ghost))) continue;
                if (au_requiring(x, i, ghost, set->column[i]) && AU_GUARD("useful-required")) continue;
                set->column[i] ^= au_bit(ghost);
                doubtful = ~UINT64_C(0);
                again = true;
            }
    }
}

/* Say of each ghost only which others require it: equal positions then look equal. */
static inline void au_settle_went(const au_deck *deck, uint64_t doubtful, au_undecided *x) {
    bool stock_empty = x->rows == deck->rows;
    for (int i = 0; i < AU_COLUMNS; i++)
        for (uint64_t rest = x->ghost[i] & doubtful; rest; rest &= rest - 1) {
            int card = __builtin_ctzll(rest);
            uint64_t by = au_requiring(x, i, card, x->ghost[i]);
            bool just_now = au_went(x, i, card) == deck->rows - 1 || !AU_GUARD("old-ghosts");
            if (stock_empty && just_now) { /* nothing is gained */
                if (!by) x->ghost[i] ^= au_bit(card);
            } else {
                au_set_went(x, i, card, by ? au_row_of(au_top_card(by)) : au_row_of(card));
            }
        }
}

/* Drop what is useless in the position itself. Only `doubtful` ghosts can be, if the others were useful before
 * and nothing has gone out of play since. */
static inline void au_drop_useless_ghosts(const au_deck *deck, au_family family, uint64_t doubtful,
                                          au_undecided *x) {
    uint64_t before;
    if (x->rows == deck->rows) doubtful = ~UINT64_C(0); /* other conditions hold when the stock is empty */
    do {
        au_ghost_set set = au_ghosts_of(x);
        before = au_union(&set);
        au_keep_useful(deck, family, x, au_real_cards(x) | au_stock(deck, x->rows), doubtful, &set);
        for (int i = 0; i < AU_COLUMNS; i++) x->ghost[i] = set.column[i];
        if (au_union(&set) != before) doubtful = ~UINT64_C(0);
        au_settle_went(deck, doubtful, x);
    } while (x->rows == deck->rows && au_all_ghosts(x) != before);
}

static inline bool au_is_gap(const au_undecided *x, int column) { return !(x->real[column] | x->ghost[column]); }

static inline bool au_any_gap(const au_undecided *x) {
    return au_is_gap(x, 0) || au_is_gap(x, 1) || au_is_gap(x, 2) || au_is_gap(x, 3);
}

/* Free columns, as in au_free.h: with a gap all gaps, and lone cards that may move and have no ghosts. */
static inline void au_settle_free_columns(const au_deck *deck, au_family family, au_undecided *x) {
    if (family == AU_STACK_TOPS) return;
    for (int i = 0; i < AU_COLUMNS && au_any_gap(x); i++) {
        if ((x->ghost[i] && AU_GUARD("free-ghosts")) || au_is_stacked(x->real[i])) continue;
        if (family == AU_ANY_CARD || !(x->real[i] & ~deck->aces)) x->free_columns |= (uint8_t)(1u << i);
    }
    for (int i = 0; i < AU_COLUMNS; i++)
        for (int j = i + 1; j < AU_COLUMNS; j++)
            if ((x->free_columns >> i & 1) && (x->free_columns >> j & 1) && x->real[j] < x->real[i]) {
                uint64_t column = x->real[i];
                x->real[i] = x->real[j];
                x->real[j] = column;
            }
}

/* With the stock empty and aces on top, a loss rests on some card below: the one that lies nearest. */
static inline uint64_t au_nearest_loser(const au_deck *deck, const au_undecided *x) {
    uint64_t nearest = 0;
    int depth = AU_DECK_CARDS;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t loser = au_top(x->real[i] & ~deck->aces);
        int above = loser ? __builtin_popcountll(x->real[i] & ~(loser - 1)) : AU_DECK_CARDS;
        if (above >= depth) continue;
        depth = above;
        nearest = loser;
    }
    return nearest;
}

#endif
