/* Free columns: gaps, and lone cards that may move. While there is a gap they can be exchanged at will.
 *
 * Their order matters only to the next row, so a search may keep their contents sorted and try every
 * arrangement when the row is dealt. The freedom outlives the gap: whoever fills the last one could have
 * exchanged them before. It ends when the row is dealt.
 */
#ifndef AU_FREE_H
#define AU_FREE_H
#include "au_losses.h"
#include "au_moves.h"

/* The free columns of a position with a gap, a bit each: to those left from before come the gaps now. */
static inline unsigned au_free_columns(const au_deck *deck, const au_rules *rules, const au_position *p,
                                       unsigned free_columns) {
    if (!rules->lone_moves) return 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t column = p->column[i];
        if (!column || (au_is_lone(column) && au_may_fill(deck, rules, column))) free_columns |= 1u << i;
    }
    return free_columns;
}

/* Free columns that stay free until the next row; of one alone there is only one order. */
static inline unsigned au_free_together(unsigned free_columns) {
    return free_columns & (free_columns - 1) ? free_columns : 0;
}

/* The free columns that a fill leaves: a filled gap joins them. */
static inline unsigned au_free_after_fill(const au_rules *rules, unsigned free_columns, int gap) {
    if (!rules->lone_moves || !AU_GUARD("keep-free")) return 0;
    return au_free_together(free_columns | 1u << gap);
}

/* The floors that tell lone cards from stacks, where that matters: free columns, and with a gap every card
 * that could fill it. A gap's own floor always counts, whatever may fill it. */
static inline au_looked au_floors_asked(const au_deck *deck, const au_rules *rules, const au_position *p,
                                        unsigned free_columns) {
    au_looked floors = (au_looked)free_columns << AU_FLOOR_SHIFT;
    if (!au_has_gap(p)) return floors;
    for (int i = 0; i < AU_COLUMNS; i++) {
        bool may_fill = au_is_lone(p->column[i]) && au_may_fill(deck, rules, p->column[i]);
        if ((!p->column[i] && AU_GUARD("floor-gap")) || (may_fill && AU_GUARD("floor-lone"))) floors |= au_floor(i);
    }
    return floors;
}

/* Cards that every proof of loss looks at: the tops, and with a gap the cards that a fill would uncover. */
static inline uint64_t au_cards_in_sight(const au_deck *deck, const au_rules *rules, const au_position *p,
                                         uint64_t tops) {
    uint64_t sight = tops;
    for (int i = 0; i < AU_COLUMNS && au_has_gap(p); i++)
        if (au_may_fill(deck, rules, p->column[i] & tops)) sight |= au_top(p->column[i] & ~tops);
    return sight;
}

/* The end of the game: a top that is no ace stays for ever, but under four aces any card may lie. */
static inline au_looked au_looked_at_end(const au_deck *deck, const au_position *p) {
    if (p->rows < deck->rows || (au_tops(p) & ~deck->aces) || !AU_GUARD("end-of-aces")) return 0;
    return au_table(p) | (au_looked)15 << AU_FLOOR_SHIFT;
}

static inline void au_swap_columns(au_position *p, int i, int j) {
    uint64_t column = p->column[i];
    p->column[i] = p->column[j];
    p->column[j] = column;
}

/* Sort the contents of the free columns, gaps first. */
static inline void au_sort_free_columns(au_position *p, unsigned free_columns) {
    for (int i = 0; i < AU_COLUMNS; i++)
        for (int j = i + 1; j < AU_COLUMNS; j++)
            if ((free_columns >> i & 1) && (free_columns >> j & 1) && p->column[j] < p->column[i])
                au_swap_columns(p, i, j);
}

/* At the end of the game: does it leave four tops of four suits, not all of them aces? Then nothing can go. */
static inline bool au_is_stuck(const au_deck *deck, const au_position *p) {
    return p->rows == deck->rows && !au_has_gap(p) && (au_tops(p) & ~deck->aces) && !au_has_discard(deck, p);
}

/* Cards of stacks to a gap; return the cards uncovered by fills that lose at once. Where lone cards move, or no
 * row comes, any gap is as good as another. */
static inline au_looked au_list_fills(const au_deck *deck, const au_rules *rules, const au_position *p,
                                      au_children *children) {
    au_looked looked = 0;
    for (int gap = 0; gap < AU_COLUMNS; gap++) {
        if (p->column[gap]) continue;
        for (int i = 0; i < AU_COLUMNS; i++) {
            uint64_t top = au_top(p->column[i]);
            if (!au_is_stacked(p->column[i]) || !au_may_fill(deck, rules, top)) continue;
            au_position q = *p;
            q.column[i] ^= top;
            q.column[gap] = top;
            if ((!rules->pairs || !AU_GUARD("stuck-unpaired")) && au_is_stuck(deck, &q))
                looked |= au_top(q.column[i]);
            else au_add_fill(children, &q, AU_FILL, au_top_card(top), gap);
        }
        if (rules->lone_moves || p->rows == deck->rows) break;
    }
    return looked;
}

/* The permutations of four; the first n! of them move no more than the first n. */
static const uint8_t au_permutations[24][AU_COLUMNS] = {
    {0, 1, 2, 3}, {1, 0, 2, 3}, {0, 2, 1, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
    {0, 2, 3, 1}, {1, 2, 3, 0}, {2, 0, 3, 1}, {2, 1, 3, 0}, {0, 3, 1, 2}, {1, 3, 0, 2}, {0, 3, 2, 1}, {1, 3, 2, 0},
    {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 1, 0, 2}, {3, 0, 2, 1}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
static const int au_factorial[AU_COLUMNS + 1] = {1, 1, 2, 6, 24};

/* The next row on every arrangement of the free columns, which are sorted, gaps first. Gaps are all the same, so
 * they keep their order. */
static inline void au_list_deals(const au_deck *deck, const au_rules *rules, const au_position *p,
                                 unsigned free_columns, au_children *children) {
    int place[AU_COLUMNS], count = 0, gaps = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!(free_columns >> i & 1)) continue;
        gaps += !p->column[i];
        place[count++] = i;
    }
    for (int k = 0; k < (AU_GUARD("arrange") ? au_factorial[count] : 1); k++) {
        au_position q = *p;
        int gap = 0;
        bool again = false;
        for (int i = 0; i < count; i++) {
            int from = au_permutations[k][i];
            q.column[place[i]] = p->column[place[from]];
            again |= from < gaps && from != gap++;
        }
        if (!again) au_list_deal(deck, rules, &q, children);
    }
}

#endif
