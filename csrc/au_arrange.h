/* Free columns of a board (au_free.h says what they are): sorted, and in every order. At the end of the game all
 * columns are: then they are sorted by suit.
 */
#ifndef AU_ARRANGE_H
#define AU_ARRANGE_H
#include "au_board.h"
#include "au_free.h"

static inline bool au_card_may_fill(const au_places_of_deck *deck, const au_rules *rules, au_places top) {
    return !rules->aces_only || (top & deck->aces);
}

/* Lone cards that may fill, a bit each. */
static inline unsigned au_lone_fillers(const au_places_of_deck *deck, const au_rules *rules, const au_board *b) {
    unsigned lone = 0;
    for (int i = 0; i < AU_COLUMNS; i++)
        if (au_is_alone(b, i) && au_card_may_fill(deck, rules, b->column[i].places)) lone |= 1u << i;
    return lone;
}

/* The free columns, sorted: a list of them, how many, and how many of these are gaps. */
typedef struct {
    uint8_t place[AU_COLUMNS];
    int count, gaps;
    au_column content[AU_COLUMNS];
} au_free_list;

/* Put the free columns into their k-th order; false if that only exchanges gaps, which are all the same. */
static inline bool au_rearrange(au_board *b, const au_free_list *list, int k) {
    int gap = 0;
    au_places tops = b->tops & ~AU_FLOORS;
    for (int i = 0; i < list->count; i++) {
        int from = au_permutations[k][i];
        au_places floor = au_place(list->place[i]);
        if (from < list->gaps) {
            if (from != gap++) return false;
            tops |= floor;
        }
        b->column[list->place[i]] = (au_column){list->content[from].places | floor, list->content[from].higher};
    }
    b->tops = tops;
    return true;
}

/* List what lies in the free columns, gaps first, and put it back in that order. */
static inline void au_sort_free(au_board *b, unsigned free_columns, au_free_list *list) {
    list->count = list->gaps = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!(free_columns >> i & 1)) continue;
        au_column column = {au_cards(b->column[i].places), b->column[i].higher};
        int k = list->count;
        for (; k > 0 && list->content[k - 1].places > column.places; k--) list->content[k] = list->content[k - 1];
        list->content[k] = column;
        list->gaps += !column.places;
        list->place[list->count++] = (uint8_t)i;
    }
    au_rearrange(b, list, 0);
}

/* With the stock empty all columns are alike, and after all discards their tops are of different suits: put each at
 * its suit. column_of[i] is where the column now at i was; gaps go where there is room. */
static inline void au_sort_by_suit(const au_places_of_deck *deck, au_board *b, uint8_t *column_of) {
    au_board sorted = *b;
    unsigned taken = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (au_column_is_gap(b, i)) continue;
        int place = deck->suit[au_highest(b->column[i].places & b->tops)];
        au_put(&sorted, place, b->column[i]);
        column_of[place] = (uint8_t)i;
        taken |= 1u << place;
    }
    for (int i = 0, place = 0; i < AU_COLUMNS; i++) {
        if (!au_column_is_gap(b, i)) continue;
        while (taken >> place & 1) place++;
        au_put(&sorted, place, b->column[i]);
        column_of[place++] = (uint8_t)i;
    }
    *b = sorted;
}

/* Floors of sorted columns as floors of the columns where they were. */
static inline au_places au_unsort_floors(au_places looked, const uint8_t *column_of) {
    au_places unsorted = au_cards(looked);
    for (int i = 0; i < AU_COLUMNS; i++) unsorted |= (looked >> i & 1) << column_of[i];
    return unsorted;
}

#endif
