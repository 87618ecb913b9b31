/* Impossibility where only aces fill: can every card still go at all?
 *
 * N is the set of cards that cannot have gone yet (of aces: moved). Go through the rows from now on and give
 * the player everything else: at row t a column shows its cards above the topmost card of N dealt by then,
 * that card itself, and its ghosts there. There is a gap if some column has no card of N; an ace may have moved
 * by then if it was shown while there was one. The topmost card of N leaves N if another column shows a higher
 * card of its suit, or if an ace that may have moved is such a card and there is a gap; an ace leaves N if there
 * is one. If a card that is no ace is in N at the end, the position is lost: by induction over the rows, whatever
 * a line has discarded or moved by row t has left N by then.
 */
#ifndef AU_HOPELESS_H
#define AU_HOPELESS_H
#include "au_ghosts.h"

typedef struct {
    const au_deck *deck;
    const au_undecided *x;
    uint64_t stuck;            /* N */
    uint64_t moved;            /* aces that may have moved by now */
    uint64_t lies[AU_COLUMNS]; /* what lies in each column by now, ghosts too */
    uint64_t shown[AU_COLUMNS], all_shown;
    uint64_t block[AU_COLUMNS], higher[AU_COLUMNS]; /* the topmost card of N in each column; what discards it */
    unsigned gaps;                                  /* columns that no card of N blocks */
} au_hope;

static inline void au_block(au_hope *hope, int i, uint64_t card) {
    hope->block[i] = card;
    hope->higher[i] = card ? hope->deck->higher[au_top_card(card)] : 0;
}

/* What a column shows, and the card that blocks it. */
static inline void au_show_column(au_hope *hope, int i) {
    uint64_t lies = hope->lies[i], block = au_top(lies & hope->stuck);
    au_block(hope, i, block);
    hope->shown[i] = lies & (block ? 0 - block : ~UINT64_C(0));
    if (!block) hope->gaps |= 1u << i;
    hope->all_shown |= hope->shown[i];
}

static inline bool au_block_goes(const au_hope *hope, int i) {
    if (!hope->higher[i]) return hope->block[i] && hope->gaps;
    uint64_t shown = hope->all_shown & ~hope->shown[i];
    if (hope->gaps && AU_GUARD("hope-aces")) shown |= hope->moved | (hope->all_shown & hope->deck->aces);
    return (hope->higher[i] & shown) != 0;
}

/* Let the cards go that can go now. */
static inline void au_let_go(au_hope *hope) {
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++) {
            if (!au_block_goes(hope, i)) continue;
            hope->stuck ^= hope->block[i];
            au_show_column(hope, i);
            again = true;
        }
    }
    if (hope->gaps) hope->moved |= hope->all_shown & hope->deck->aces;
}

/* Row t comes: its cards block all columns, but for those that others of the row discard. */
static inline void au_hope_for_row(au_hope *hope, int t) {
    uint64_t survivors = hope->deck->survivors[t];
    hope->all_shown = 0;
    hope->gaps = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t card = au_bit(4 * t + i);
        hope->lies[i] |= card;
        if (survivors & card) {
            au_block(hope, i, card);
            hope->shown[i] = card;
        } else {
            hope->stuck ^= card;
            hope->shown[i] |= card; /* and what was shown before shows again */
            if (!hope->block[i]) hope->gaps |= 1u << i;
        }
        hope->all_shown |= hope->shown[i];
    }
    if (survivors == UINT64_C(15) << (4 * t)) return; /* nothing goes */
    au_let_go(hope);
}

/* What the finding rests on: the cards above and at the blocks, and a card that cannot go among those kept. */
static inline void au_look_at_stuck(const au_hope *hope, au_looked_at *looked) {
    const au_undecided *x = hope->x;
    uint64_t aces = hope->deck->aces, witness = hope->stuck & au_stock(hope->deck, x->rows) & ~aces, nearest = 0;
    int depth = AU_DECK_CARDS;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t stuck = x->real[i] & hope->stuck, loser = au_top(stuck & ~aces);
        if (!stuck) {
            looked->cards |= x->real[i];
            if (AU_GUARD("hope-floor")) looked->floors |= x->real[i] & (0 - x->real[i]);
            continue;
        }
        looked->cards |= au_top(stuck);
        witness |= au_top(stuck) & ~aces;
        int above = loser ? __builtin_popcountll(x->real[i] & ~(loser - 1)) : AU_DECK_CARDS;
        if (above >= depth) continue;
        depth = above;
        nearest = loser;
    }
    if (!witness && AU_GUARD("hope-witness")) looked->cards |= nearest;
}

/* Is the position (fill=aces) lost because some card can never go? Adds to *looked if so. */
static inline bool au_is_hopeless(const au_deck *deck, const au_undecided *x, au_looked_at *looked) {
    au_hope hope;
    hope.deck = deck;
    hope.x = x;
    hope.moved = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (x->free_columns >> i & 1) hope.moved |= x->real[i];
    hope.stuck = (au_real_cards(x) | au_stock(deck, x->rows)) & ~hope.moved;
    hope.all_shown = 0;
    hope.gaps = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        hope.lies[i] = x->real[i] | x->ghost[i];
        au_show_column(&hope, i);
    }
    au_let_go(&hope);
    for (int t = x->rows; t < deck->rows; t++) au_hope_for_row(&hope, t);
    if (!(hope.stuck & ~deck->aces)) return false;
    au_look_at_stuck(&hope, looked);
    return true;
}

#endif
