/* Impossibility where only aces fill: can every card still go at all?
 *
 * N is the set of cards not yet shown to go (of aces: to move). Give the player everything else: at every row
 * t a column shows its cards above the topmost card of N dealt by then, that card itself, and its ghosts
 * there. The topmost card of N leaves it if another column shows a higher card of its suit, or an ace that
 * may have moved shows while some column has no card of N at t; an ace leaves it if some column has none at
 * t. Repeat over all rows until nothing changes; if a card that is no ace is left in N, the position is lost.
 * Each step only assumes what the cards outside N could do at their best, so no win is missed.
 */
#ifndef AU_HOPELESS_H
#define AU_HOPELESS_H
#include "au_ghosts.h"

typedef struct {
    const au_deck *deck;
    const au_undecided *x;
    uint64_t stuck;        /* N */
    uint64_t free_aces;    /* lone aces that move already */
    uint64_t aces_shown;   /* that may have moved by row t */
} au_hope;

/* Let the cards go that can go at row t; true if any went. */
static inline bool au_go_at_row(au_hope *hope, int t) {
    const au_undecided *x = hope->x;
    uint64_t dealt = au_stock(hope->deck, x->rows) & au_rows_through(t), shown[AU_COLUMNS], block[AU_COLUMNS];
    uint64_t all = 0;
    bool some_gap = false, any = false;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t column = x->real[i] | (dealt & AU_HOME << i);
        block[i] = au_top(column & hope->stuck);
        some_gap |= !block[i];
        shown[i] = (column | x->ghost[i]) & (block[i] ? ~(block[i] - 1) : ~UINT64_C(0));
        all |= shown[i];
    }
    hope->aces_shown |= all & hope->deck->aces;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!block[i]) continue;
        uint64_t higher = hope->deck->higher[au_top_card(block[i])];
        bool goes = higher ? (higher & ((all & ~shown[i]) | (some_gap ? hope->aces_shown : 0))) != 0 : some_gap;
        if (!goes) continue;
        hope->stuck &= ~block[i];
        any = true;
    }
    return any;
}

static inline void au_let_go(au_hope *hope) {
    for (bool again = true; again && (hope->stuck & ~hope->deck->aces);) {
        again = false;
        hope->aces_shown = hope->free_aces;
        for (int t = hope->x->rows - 1; t < hope->deck->rows; t++)
            while (au_go_at_row(hope, t)) again = true;
    }
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
            looked->floors |= x->real[i] & (0 - x->real[i]);
            continue;
        }
        looked->cards |= au_top(stuck);
        witness |= au_top(stuck) & ~aces;
        int above = loser ? __builtin_popcountll(x->real[i] & ~(loser - 1)) : AU_DECK_CARDS;
        if (above >= depth) continue;
        depth = above;
        nearest = loser;
    }
    if (!witness) looked->cards |= nearest;
}

/* Is the position (fill=aces, lone_moves=yes) lost because some card can never go? Adds to *looked if so. */
static inline bool au_is_hopeless(const au_deck *deck, const au_undecided *x, au_looked_at *looked) {
    au_hope hope = {deck, x, 0, 0, 0};
    for (int i = 0; i < AU_COLUMNS; i++)
        if (x->free_columns >> i & 1) hope.free_aces |= x->real[i];
    hope.stuck = (au_real_cards(x) | au_stock(deck, x->rows)) & ~hope.free_aces;
    au_let_go(&hope);
    if (!(hope.stuck & ~deck->aces)) return false;
    au_look_at_stuck(&hope, looked);
    return true;
}

#endif
