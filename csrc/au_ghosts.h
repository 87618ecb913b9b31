/* Undecided cards: a position in which some discards have not been decided yet.
 *
 * Where discarding is optional, a top that may be discarded becomes a *ghost*: whether it was discarded or
 * withheld is left open. A position is then its real cards and its ghosts, and worth the best of all ways to
 * keep some ghosts, subject to one condition: a ghost Z that could only go while X was gone is kept if X is. X
 * then *requires* Z: a ghost that lay above Z, or above the card that discarded Z. A top is *certain* if no
 * ghost lies above it.
 *
 * What else holds depends on which cards may fill a gap (docs/algorithm.md, "Late decisions"): see au_family.
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
    uint64_t fresh;    /* ghosts that went since the last row was dealt */
    uint64_t required; /* ghosts that others require */
    uint8_t rows;      /* rows dealt */
    uint8_t free_columns;
    uint64_t by[AU_DECK_CARDS]; /* of a required ghost: those that require it, also by way of others */
} au_undecided;

static inline void au_copy(au_undecided *to, const au_undecided *x) {
    memcpy(to, x, offsetof(au_undecided, by));
    for (uint64_t rest = x->required; rest; rest &= rest - 1)
        to->by[__builtin_ctzll(rest)] = x->by[__builtin_ctzll(rest)];
}

/* Cards looked at by a proof, and those of them under which it asked whether the column goes on. */
typedef struct {
    uint64_t cards, floors;
} au_looked_at;

/* A position in which all is decided. */
static inline void au_decided(au_undecided *x, const au_position *p, unsigned free_columns) {
    memcpy(x->real, p->column, sizeof x->real);
    memset(x->ghost, 0, sizeof x->ghost);
    x->fresh = x->required = 0;
    x->rows = p->rows;
    x->free_columns = (uint8_t)free_columns;
}

static inline uint64_t au_rows_through(int row) { return (UINT64_C(1) << (4 * row + 4)) - 1; }
static inline uint64_t au_above(int card) { return ~((UINT64_C(2) << card) - 1); }

static inline uint64_t au_ghosts_above_top(const au_undecided *x, int column) {
    uint64_t real = x->real[column];
    return real ? x->ghost[column] & au_above(au_top_card(real)) : x->ghost[column];
}

/* The ghosts that require one of these. */
static inline uint64_t au_requiring(const au_undecided *x, uint64_t ghosts) {
    uint64_t by = 0;
    for (uint64_t rest = ghosts & x->required; rest; rest &= rest - 1) by |= x->by[__builtin_ctzll(rest)];
    return by;
}

static inline uint64_t au_with_requiring(const au_undecided *x, uint64_t ghosts) {
    return ghosts | (AU_GUARD("gone-requiring") ? au_requiring(x, ghosts) : 0);
}

static inline void au_require(au_undecided *x, int ghost, uint64_t by) {
    x->required = (x->required & ~au_bit(ghost)) | (by ? au_bit(ghost) : 0);
    x->by[ghost] = by;
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

/* ---- what needs no decision ---- */

/* The real top of each column, its number, and the ghosts above it. */
typedef struct {
    uint64_t all, top[AU_COLUMNS], over[AU_COLUMNS];
    int card[AU_COLUMNS];
} au_top_set;

static inline void au_see_column(au_top_set *tops, const au_undecided *x, int i) {
    int card = x->real[i] ? au_top_card(x->real[i]) : 0;
    tops->card[i] = card;
    tops->top[i] = x->real[i] & au_bit(card);
    tops->over[i] = x->real[i] ? x->ghost[i] & au_above(card) : x->ghost[i];
}

static inline void au_see_tops(au_top_set *tops, const au_undecided *x, unsigned columns) {
    for (; columns; columns &= columns - 1) au_see_column(tops, x, __builtin_ctz(columns));
    tops->all = tops->top[0] | tops->top[1] | tops->top[2] | tops->top[3];
}

/* The columns, as bits, whose tops another top beats. */
static inline unsigned au_beaten(const au_deck *deck, const au_top_set *tops) {
    unsigned beaten = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        beaten |= (unsigned)((tops->top[i] != 0) & ((deck->higher[tops->card[i]] & tops->all) != 0)) << i;
    return beaten;
}

/* The ghosts that hinder the top of column i from discarding a card, if one of them is kept: those above it
 * that cannot discard it themselves. */
static inline uint64_t au_hindering(const au_deck *deck, const au_top_set *tops, int i, int card) {
    return AU_GUARD("certain-top") ? tops->over[i] & ~deck->higher[card] : 0;
}

/* The top of column i goes: it becomes a ghost, unless nothing could be gained by having withheld it. Returns
 * the ghosts that may be useless now: the new one, or all where a card is out of play for good. */
static inline uint64_t au_discard_to_ghost(const au_deck *deck, au_family family, au_undecided *x, int i,
                                           uint64_t by) {
    int card = au_top_card(x->real[i]);
    x->real[i] ^= au_bit(card);
    if (!x->real[i] && (family == AU_ANY_CARD || !AU_GUARD("lemma-a"))) {
        x->ghost[i] = 0;
        return ~UINT64_C(0);
    }
    if (x->rows == deck->rows && !by) return ~UINT64_C(0);
    x->ghost[i] |= au_bit(card);
    x->fresh |= au_bit(card);
    au_require(x, card, by);
    return au_bit(card);
}

/* If another top can discard the top of column i, it may go unless one of *by is kept: the fewest of any such
 * top, which is returned. Where any card fills, only certain tops discard. */
static inline uint64_t au_find_discarder(const au_deck *deck, au_family family, const au_undecided *x,
                                         const au_top_set *tops, int i, uint64_t *by) {
    uint64_t by_whom = 0, over = AU_GUARD("ghosts-above") ? tops->over[i] : 0;
    for (int j = 0; j < AU_COLUMNS; j++) {
        if (!(deck->higher[tops->card[i]] & tops->top[j])) continue;
        if (family == AU_ANY_CARD && tops->over[j] && AU_GUARD("certain-top")) continue;
        uint64_t hindering = au_with_requiring(x, over | au_hindering(deck, tops, j, tops->card[i]));
        if (by_whom && au_count(hindering) >= au_count(*by)) continue;
        *by = hindering;
        by_whom = tops->top[j];
    }
    return by_whom;
}

/* A ghost above the top of column i that others require can perhaps go now, whatever some of them do: if one of
 * these tops discards it. */
static inline bool au_loosen(const au_deck *deck, au_undecided *x, const au_top_set *tops, int i, int ghost,
                             uint64_t discarders) {
    uint64_t over = tops->over[i] & au_above(ghost);
    bool loosened = false;
    if (over & ~x->by[ghost]) return false;
    for (int j = 0; j < AU_COLUMNS; j++) {
        if (!(discarders & tops->top[j])) continue;
        uint64_t hindering = over | au_hindering(deck, tops, j, ghost), before = x->by[ghost];
        if (hindering & ~before) continue;
        au_require(x, ghost, au_with_requiring(x, hindering));
        loosened |= x->by[ghost] != before;
    }
    return loosened;
}

/* Loosen all that can be; returns those ghosts. */
static inline uint64_t au_loosen_required(const au_deck *deck, au_undecided *x, const au_top_set *tops) {
    uint64_t loosened = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        for (uint64_t rest = tops->over[i] & x->required; rest; rest &= rest - 1) {
            int ghost = __builtin_ctzll(rest);
            uint64_t discarders = deck->higher[ghost] & tops->all & ~tops->top[i];
            if (discarders && au_loosen(deck, x, tops, i, ghost, discarders)) loosened |= au_bit(ghost);
        }
    return loosened;
}

/* Discard tops that others beat; returns the ghosts that may be useless now, and of the columns those that have
 * changed. The floors are those of columns that end where their last card went. */
static inline uint64_t au_discard_beaten(const au_deck *deck, au_family family, au_undecided *x,
                                         const au_top_set *tops, unsigned *columns, au_looked_at *looked) {
    uint64_t doubtful = 0;
    for (unsigned rest = *columns; rest; rest &= rest - 1) {
        int i = __builtin_ctz(rest);
        uint64_t by = 0, by_whom = au_find_discarder(deck, family, x, tops, i, &by);
        if (!by_whom) {
            *columns ^= 1u << i;
            continue;
        }
        looked->cards |= tops->top[i] | by_whom;
        doubtful |= au_discard_to_ghost(deck, family, x, i, by);
        if (!x->real[i] && AU_GUARD("floor-emptied")) looked->floors |= tops->top[i];
    }
    return doubtful;
}

/* Discards that lose nothing: tops against real tops, which become ghosts. Returns the ghosts that may be
 * useless now. */
static inline uint64_t au_discard_at_once(const au_deck *deck, au_family family, au_undecided *x,
                                          au_looked_at *looked) {
    uint64_t doubtful = 0;
    unsigned changed = 15;
    au_top_set tops; /* what one of them discards may go before it goes itself */
    while (changed) {
        au_see_tops(&tops, x, changed);
        uint64_t loosened = 0;
        if (x->required && family != AU_ANY_CARD) loosened = au_loosen_required(deck, x, &tops);
        changed = au_beaten(deck, &tops);
        doubtful |= loosened | au_discard_beaten(deck, family, x, &tops, &changed, looked);
        if (loosened) changed = 15;
    }
    return doubtful;
}

/* ---- decisions ---- */

/* Decide that these ghosts have gone, and so all that require one of them. */
static inline void au_forgo(au_undecided *x, uint64_t ghosts) {
    uint64_t gone = au_with_requiring(x, ghosts);
    for (int i = 0; i < AU_COLUMNS; i++) x->ghost[i] &= ~gone;
}

/* Decide that a ghost was kept, with all that it requires; the ghosts above it were discarded. False if that
 * cannot be. */
static inline bool au_keep_ghost(au_undecided *x, int column, int ghost) {
    uint64_t kept = au_bit(ghost);
    au_forgo(x, x->ghost[column] & au_above(ghost));
    if (!(x->ghost[column] & kept)) return false;
    for (uint64_t rest = x->required; rest && AU_GUARD("keep-required"); rest &= rest - 1)
        if (x->by[__builtin_ctzll(rest)] & au_bit(ghost)) kept |= rest & (0 - rest);
    for (int i = 0; i < AU_COLUMNS; i++) {
        x->real[i] |= x->ghost[i] & kept;
        x->ghost[i] &= ~kept;
    }
    x->required &= ~kept;
    return true;
}

/* ---- ghosts that cannot matter ---- */

typedef struct {
    uint64_t column[AU_COLUMNS];
} au_ghost_set;

static inline au_ghost_set au_ghosts_of(const au_undecided *x) {
    return (au_ghost_set){{x->ghost[0], x->ghost[1], x->ghost[2], x->ghost[3]}};
}

static inline uint64_t au_union(const au_ghost_set *set) {
    return set->column[0] | set->column[1] | set->column[2] | set->column[3];
}

/* The cards that a ghost can never discard, because they lie in its own column, its home. */
static inline uint64_t au_out_of_reach(const au_undecided *x, au_family family, int ghost) {
    int column = ghost & 3;
    uint64_t below = AU_GUARD("reach-above") ? au_bit(ghost) - 1 : ~UINT64_C(0);
    if (family == AU_ANY_CARD) return (x->real[column] | x->ghost[column]) & below;
    return family == AU_ANY_ACE ? AU_HOME << column : 0;
}

/* Drop ghosts that cannot matter when only the cards `in_play` are looked at: those that can discard none of
 * them, nor another ghost, and that no other requires. Only the `doubtful` ones are asked, and those for which
 * it matters that one goes. */
static inline void au_keep_useful(const au_deck *deck, au_family family, const au_undecided *x, uint64_t in_play,
                                  uint64_t doubtful, au_ghost_set *set) {
    bool pedestals = family == AU_STACK_TOPS && x->rows < deck->rows; /* any card may serve as one */
    uint64_t ghosts = au_union(set);
    if (pedestals && AU_GUARD("pedestal")) return;
    for (doubtful &= ghosts; doubtful;) { /* from the top: what requires a ghost goes first */
        int ghost = au_top_card(doubtful);
        doubtful ^= au_bit(ghost);
        uint64_t prey = deck->lower[ghost] & (in_play | (AU_GUARD("ghost-prey") ? ghosts : 0));
        if (prey & ~au_out_of_reach(x, family, ghost)) continue;
        if ((au_requiring(x, au_bit(ghost)) & ghosts) && AU_GUARD("useful-required")) continue;
        ghosts ^= au_bit(ghost);
        doubtful |= (deck->higher[ghost] | x->required) & ghosts;
    }
    for (int i = 0; i < AU_COLUMNS; i++) set->column[i] &= ghosts;
}

/* Forget of what is required all that is not a ghost any more. With the stock empty a card that has just gone,
 * and that none requires, has gone for good: nothing is gained by keeping it. */
static inline void au_settle_required(const au_deck *deck, au_undecided *x) {
    uint64_t ghosts = au_all_ghosts(x);
    x->required &= ghosts;
    for (uint64_t rest = x->required; rest; rest &= rest - 1)
        au_require(x, __builtin_ctzll(rest), x->by[__builtin_ctzll(rest)] & ghosts);
    if (x->rows < deck->rows) return;
    uint64_t gone = (AU_GUARD("old-ghosts") ? x->fresh : ~UINT64_C(0)) & ~x->required;
    for (int i = 0; i < AU_COLUMNS; i++) x->ghost[i] &= ~gone;
}

/* Drop what is useless in the position itself. Only `doubtful` ghosts can be, if the others were useful before
 * and nothing has gone out of play since. True if any was dropped. */
static inline bool au_drop_useless_ghosts(const au_deck *deck, au_family family, uint64_t doubtful,
                                          au_undecided *x) {
    uint64_t ghosts = au_all_ghosts(x), before, after = ghosts;
    if (!doubtful || !ghosts) return false;
    if (x->rows == deck->rows) doubtful = ~UINT64_C(0); /* other conditions hold when the stock is empty */
    do {
        before = after;
        au_settle_required(deck, x);
        au_ghost_set set = au_ghosts_of(x);
        au_keep_useful(deck, family, x, au_real_cards(x) | au_stock(deck, x->rows), doubtful, &set);
        for (int i = 0; i < AU_COLUMNS; i++) x->ghost[i] = set.column[i];
        after = au_all_ghosts(x);
    } while (after != before);
    return after != ghosts;
}

/* After a decision, a fill or a row in *x, which was settled: the ghosts that may be useless now. They could
 * discard what has gone, or were required by it. */
static inline uint64_t au_doubtful(const au_deck *deck, const au_undecided *x, const au_undecided *after) {
    uint64_t gone = au_all_ghosts(x) & ~(au_all_ghosts(after) | au_real_cards(after));
    uint64_t doubtful = gone ? x->required : 0;
    for (; gone; gone &= gone - 1) doubtful |= deck->higher[__builtin_ctzll(gone)];
    return doubtful;
}

static inline bool au_is_gap(const au_undecided *x, int column) { return !(x->real[column] | x->ghost[column]); }

static inline bool au_any_gap(const au_undecided *x) {
    return au_is_gap(x, 0) || au_is_gap(x, 1) || au_is_gap(x, 2) || au_is_gap(x, 3);
}

/* Free columns, as in au_free.h: with a gap all gaps, and lone cards that may move and have no ghosts. */
static inline void au_settle_free_columns(const au_deck *deck, au_family family, au_undecided *x) {
    if (family == AU_STACK_TOPS) return;
    bool gap = au_any_gap(x);
    for (int i = 0; i < AU_COLUMNS && gap; i++) {
        if ((x->ghost[i] && AU_GUARD("free-ghosts")) || au_is_stacked(x->real[i])) continue;
        if (family == AU_ANY_CARD || !(x->real[i] & ~deck->aces)) x->free_columns |= (uint8_t)(1u << i);
    }
    for (int i = 0; i < AU_COLUMNS && (x->free_columns & (x->free_columns - 1)); i++)
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
