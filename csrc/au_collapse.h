/* Collapse: under compulsory discards, of two cards of a suit that come to lie on one another only the
 * higher one matters, so the other is left out.
 *
 * Let n be dealt onto q. If n is lower, with the next gap n moves there and q discards it, so the gap is back;
 * until then n stands for q, since whatever q would discard is either discarded by n or discards n. If n is
 * higher, q goes as soon as n does, by n itself or by what discarded n. The exceptions, and where it holds,
 * are in docs/algorithm.md ("Collapse"): the verdict alone, never the score.
 *
 * A card of a row that another of the same row discards at once is not even laid down.
 */
#ifndef AU_COLLAPSE_H
#define AU_COLLAPSE_H
#include "au_free.h"

/* Is a lower card left out when it comes onto a higher one? It has to move, so aces alone must not fill. */
static inline bool au_lower_collapses(const au_rules *rules) {
    return (!rules->aces_only || !AU_GUARD("collapse-must-move")) && !rules->must_fill;
}

/* Do these rules allow collapse? must_fill asks how many cards a column has. */
static inline bool au_collapses(const au_rules *rules) { return !rules->must_fill; }

/* One of two cards of a suit, n on the top of a column, is their ace. Then a card that is no ace must lie
 * below: an ace alone with its victim may be needed as it is. */
static inline au_looked au_collapse_with_ace(const au_deck *deck, const au_rules *rules, uint64_t *column, int i,
                                             uint64_t n) {
    uint64_t top = au_top(*column), below = *column ^ top, others = below & ~deck->aces;
    bool n_is_ace = (n & deck->aces) != 0;
    if ((!others && AU_GUARD("collapse-ace")) || (!n_is_ace && !au_lower_collapses(rules))) {
        au_looked looked = others ? 0 : *column | au_floor(i);
        *column |= n;
        return looked;
    }
    if (n_is_ace) *column = below | n;
    return below & ~(au_top(others) - 1);
}

/* Lay card n on column i: what of the column the decision looked at. */
static inline au_looked au_lay_collapsed(const au_deck *deck, const au_rules *rules, uint64_t *column, int i,
                                         int card) {
    uint64_t n = au_bit(card), top = au_top(*column), below = *column ^ top;
    bool under_higher = (top & deck->higher[card]) != 0, over_lower = (top & deck->lower[card]) != 0;
    if ((under_higher || over_lower) && ((top | n) & deck->aces))
        return au_collapse_with_ace(deck, rules, column, i, n);
    if (under_higher && au_lower_collapses(rules)) return 0; /* n is left out */
    if (over_lower && (rules->lone_moves || below || !AU_GUARD("collapse-lone"))) {
        *column = below | n;
        return rules->lone_moves ? 0 : au_top(below);
    }
    *column |= n;
    return over_lower ? au_floor(i) : 0; /* a lone card that lies under another may not be left out */
}

/* Deal a row with collapse: what it looked at. */
static inline au_looked au_deal_collapsed(const au_deck *deck, const au_rules *rules, au_position *p) {
    au_looked looked = 0;
    uint64_t survivors = deck->survivors[p->rows];
    for (int i = 0; i < AU_COLUMNS; i++) {
        int card = 4 * p->rows + i;
        if (survivors >> card & 1) looked |= au_lay_collapsed(deck, rules, &p->column[i], i, card);
    }
    p->rows++;
    return looked;
}

/* Before the last row: does it leave four tops of four suits and no gap, with one of its cards no ace? Then
 * what it lies on does not matter, but for the tops that come to light again where its own cards go. */
static inline bool au_last_row_is_dead(const au_deck *deck, const au_position *p, au_looked *looked) {
    uint64_t survivors = deck->survivors[p->rows], shown = 0;
    unsigned suits = 0;
    if (!(survivors & ~deck->aces)) return false;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t card = au_bit(4 * p->rows + i), top = survivors & card ? card : au_top(p->column[i]);
        if (!top) return false;
        suits |= 1u << deck->suit[au_top_card(top)];
        shown |= top & ~card;
    }
    if (suits != 15) return false;
    *looked = shown;
    return true;
}

/* With a gap, a card that lies on the ace of its suit goes: it moves to the gap and the ace discards it. */
static inline au_looked au_uncover_aces(const au_deck *deck, const au_rules *rules, au_position *p) {
    au_looked looked = 0;
    for (int i = 0; i < AU_COLUMNS && au_lower_collapses(rules); i++) {
        uint64_t top = au_top(p->column[i]), below = p->column[i] ^ top;
        if (!top || !(deck->higher[au_top_card(top)] & deck->aces & p->column[i])) continue;
        looked |= au_top(below);
        if (au_top(below) & deck->higher[au_top_card(top)]) p->column[i] = below;
    }
    return looked;
}

/* The permutations of four; the first n! of them move no more than the first n. */
static const uint8_t au_permutations[24][AU_COLUMNS] = {
    {0, 1, 2, 3}, {1, 0, 2, 3}, {0, 2, 1, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {2, 1, 0, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
    {0, 2, 3, 1}, {1, 2, 3, 0}, {2, 0, 3, 1}, {2, 1, 3, 0}, {0, 3, 1, 2}, {1, 3, 0, 2}, {0, 3, 2, 1}, {1, 3, 2, 0},
    {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 0, 1, 2}, {3, 1, 0, 2}, {3, 0, 2, 1}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};

/* The next row on the columns as they lie, collapsed or as it is. What a child that is not listed looked at. */
static inline au_looked au_list_next_row(const au_deck *deck, const au_rules *rules, bool collapses,
                                         const au_position *p, au_children *children) {
    au_looked looked = 0;
    if (!collapses) {
        au_list_deal(deck, rules, p, children);
    } else if (p->rows < deck->rows - 1 || !au_last_row_is_dead(deck, p, &looked)) {
        au_position q = *p;
        uint64_t below = au_deal_collapsed(deck, rules, &q);
        au_add_child(children, &q, AU_DEAL, AU_NO_CARD)->looked = below;
    }
    return looked;
}

/* The next row on every arrangement of the free columns, which are sorted, gaps first. Gaps are all the same, so
 * they keep their order. */
static inline au_looked au_list_deals(const au_deck *deck, const au_rules *rules, bool collapses,
                                      const au_position *p, unsigned free_columns, au_children *children) {
    static const int permutations[AU_COLUMNS + 1] = {1, 1, 2, 6, 24};
    int place[AU_COLUMNS], count = 0, gaps = 0;
    au_looked looked = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!(free_columns >> i & 1)) continue;
        gaps += !p->column[i];
        place[count++] = i;
    }
    for (int k = 0; k < (AU_GUARD("arrange") ? permutations[count] : 1); k++) {
        au_position q = *p;
        int gap = 0;
        bool again = false;
        for (int i = 0; i < count; i++) {
            int from = au_permutations[k][i];
            q.column[place[i]] = p->column[place[from]];
            again |= from < gaps && from != gap++;
        }
        if (!again) looked |= au_list_next_row(deck, rules, collapses, &q, children);
    }
    return looked;
}

#endif
