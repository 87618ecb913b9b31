/* What a player sees who does not know the stock: the table, the rules, and which cards are still to come.
 *
 * The searches number cards by their place in the deal, so their masks know the stock. Here a card is its code
 * (rank * 4 + suit, au_numbers.h), and of the stock there is nothing but the set of its cards: who gets a view
 * cannot look ahead, whatever it does. Cards come into it row by row (au_show_row).
 *
 *   column 1 (index 0): 4C 2H    cards[0] = {8, 2}      height[0] = 2
 *   column 2          : empty                           height[1] = 0
 */
#ifndef AU_VIEW_H
#define AU_VIEW_H
#include "au_deck.h"

enum { AU_CELL_SOURCE = AU_COLUMNS, AU_SOURCES = AU_COLUMNS + 1, AU_LEAVE = -1 };

typedef struct {
    uint64_t unseen; /* codes of the cards in the stock, a bit each */
    au_rules rules;
    uint8_t rows, rows_in_deck; /* dealt, and in all */
    uint8_t discarded;
    uint8_t cell; /* code or AU_NO_CARD */
    uint8_t height[AU_COLUMNS];
    uint8_t cards[AU_COLUMNS][AU_ROWS_MAX]; /* codes, bottom first */
} au_view;

static inline bool au_is_ace(int card) { return card >> 2 == AU_ACE_RANK; }

/* The top card of a column, or -1 if it is empty. */
static inline int au_seen_top(const au_view *view, int i) {
    return view->height[i] ? view->cards[i][view->height[i] - 1] : -1;
}

static inline bool au_all_discarded(const au_view *view) { return view->discarded == 4 * (view->rows_in_deck - 1); }

/* The leftmost empty column, or -1. To a player who cannot see the next row all are alike. */
static inline int au_gap(const au_view *view) {
    for (int i = 0; i < AU_COLUMNS; i++)
        if (!view->height[i]) return i;
    return -1;
}

/* Deal a row, its four codes. */
static inline void au_show_row(au_view *view, const uint8_t *row) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        view->cards[i][view->height[i]++] = row[i];
        view->unseen &= ~au_bit(row[i]);
    }
    view->rows++;
}

/* An empty table, before the first row of a deck of these cards. */
static inline au_view au_view_of(const au_rules *rules, const uint8_t *deck, int rows) {
    au_view view = {.rules = *rules, .rows_in_deck = (uint8_t)rows, .cell = AU_NO_CARD};
    for (int n = 0; n < 4 * rows; n++) view.unseen |= au_bit(deck[n]);
    return view;
}

static inline void au_take_off(au_view *view, int i) {
    view->height[i]--;
    view->discarded++;
}

/* Discard by suit all that can be; in whichever order, the end is the same. */
static inline void au_discard_suits(au_view *view) {
    int highest[4] = {-1, -1, -1, -1}, top;
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++)
            if ((top = au_seen_top(view, i)) >= 0 && top > highest[top & 3]) highest[top & 3] = top;
        for (int i = 0; i < AU_COLUMNS; i++)
            for (; (top = au_seen_top(view, i)) >= 0 && top < highest[top & 3]; again = true) au_take_off(view, i);
    }
}

/* Discard a pair, of the leftmost columns that have one. */
static inline bool au_discard_pair(au_view *view) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        int top = au_seen_top(view, i);
        for (int j = i + 1; top >= 0 && !au_is_ace(top) && j < AU_COLUMNS; j++) {
            if (au_seen_top(view, j) >> 2 != top >> 2) continue;
            au_take_off(view, i);
            au_take_off(view, j);
            return true;
        }
    }
    return false;
}

/* Discard all that can be: by suit first, then pairs one by one. */
static inline void au_discard_all(au_view *view) {
    do au_discard_suits(view);
    while (view->rules.pairs && au_discard_pair(view));
}

/* ---- fills ----
 *
 * A space is an empty column, or else an empty cell. What goes there is the top of a column of two or more
 * cards, by `fill` where the space is a column, or the cell's card to a column. By most rules a lone card may
 * move too. To another column that gains nothing: the cards of the next row are as likely in any order. Into
 * the cell it may gain, but these players do not see that far. */

/* The sources of a fill, a bit each; none if there is no space. */
static inline unsigned au_sources(const au_view *view) {
    int gap = au_gap(view);
    unsigned sources = 0;
    if (gap < 0 && !(view->rules.cell && view->cell == AU_NO_CARD)) return 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (view->height[i] > 1 && !(gap >= 0 && view->rules.aces_only && !au_is_ace(au_seen_top(view, i))))
            sources |= 1u << i;
    if (gap >= 0 && view->cell != AU_NO_CARD) sources |= 1u << AU_CELL_SOURCE;
    return sources;
}

/* The card that a source would move. */
static inline int au_source_card(const au_view *view, int source) {
    return source == AU_CELL_SOURCE ? view->cell : au_seen_top(view, source);
}

/* Move the card of a source to the space. */
static inline void au_fill_space(au_view *view, int source) {
    int gap = au_gap(view), card = au_source_card(view, source);
    if (source == AU_CELL_SOURCE) view->cell = AU_NO_CARD;
    else view->height[source]--;
    if (gap < 0) view->cell = (uint8_t)card;
    else view->cards[gap][view->height[gap]++] = (uint8_t)card;
}

/* May the space be left empty, and a row dealt? Before the last row is dealt a player may; afterwards there is
 * nothing to wait for. */
static inline bool au_may_leave(const au_view *view) {
    return view->rows < view->rows_in_deck && !(view->rules.must_fill && au_gap(view) >= 0);
}

#endif
