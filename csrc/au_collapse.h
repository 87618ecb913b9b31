/* Collapse: under compulsory discards, of two cards of a suit that come to lie on one another only the
 * higher one matters, so the other is left out.
 *
 * Let n be dealt onto q. If n is lower, with the next gap n moves there and q discards it, so the gap is back;
 * until then n stands for q, since whatever q would discard is either discarded by n or discards n. If n is
 * higher, q goes as soon as n does, by n itself or by what discarded n. The exceptions, and where it holds,
 * are in docs/algorithm.md ("Collapse"): the verdict alone, never the score.
 *
 * A card of a row that another of the same row discards at once is not even laid down (au_lay_out).
 */
#ifndef AU_COLLAPSE_H
#define AU_COLLAPSE_H
#include "au_board.h"

/* Is a lower card left out when it comes onto a higher one? It has to move, so aces alone must not fill. */
static inline bool au_lower_collapses(const au_rules *rules) {
    return (!rules->aces_only || !AU_GUARD("collapse-must-move")) && !rules->must_fill;
}

/* Do these rules allow collapse? must_fill asks how many cards a column has. */
static inline bool au_collapses(const au_rules *rules) { return !rules->must_fill; }

/* What becomes of card n and the top it is laid on, if they are of a suit. */
typedef struct {
    au_places laid, left_out; /* n, or nothing; the top, or nothing */
    au_places looked;         /* what the decision looked at */
} au_meeting;

/* One of the two is their ace. Then a card that is no ace must lie below: an ace alone with its victim may be
 * needed as it is. */
static inline au_meeting au_meet_ace(const au_places_of_deck *deck, const au_rules *rules, au_places column,
                                     au_places top, au_places n) {
    au_places below = column ^ top, others = au_cards(below) & ~deck->aces;
    bool n_is_ace = (n & deck->aces) != 0;
    if ((!others && AU_GUARD("collapse-ace")) || (!n_is_ace && !au_lower_collapses(rules)))
        return (au_meeting){n, 0, others ? 0 : column};
    au_places looked = others ? below & ~(au_place(au_highest(others)) - 1) : below;
    return n_is_ace ? (au_meeting){n, top, looked} : (au_meeting){0, 0, looked};
}

/* n is the higher one: the top is left out, but where lone cards must stay not a lone one, that lies as a
 * pedestal under it. */
static inline au_meeting au_meet_lower(const au_rules *rules, au_places column, au_places top, au_places n) {
    au_places second = au_place(au_highest(column ^ top));
    if (rules->lone_moves) return (au_meeting){n, top, 0};
    if (!au_cards(second) && AU_GUARD("collapse-lone")) return (au_meeting){n, 0, second};
    return (au_meeting){n, top, second};
}

/* Lay the next row with collapse: what it looked at. */
static inline au_places au_lay_collapsed(const au_places_of_deck *deck, const au_rules *rules, au_board *b,
                                         int rows) {
    const au_row *row = &deck->row[rows];
    au_places looked = 0, tops = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        const au_dealt *dealt = &row->column[i];
        au_column *column = &b->column[i];
        au_places top = column->places & b->tops;
        au_meeting met = {dealt->card, top & dealt->lower, 0};
        if (au_lower_collapses(rules) && (top & dealt->higher)) met.laid = 0;
        if (__builtin_expect((top & dealt->with_ace) != 0, 0))
            met = au_meet_ace(deck, rules, column->places, top, dealt->card);
        else if (!rules->lone_moves && met.left_out) met = au_meet_lower(rules, column->places, top, dealt->card);
        column->places = (column->places ^ met.left_out) | met.laid;
        if (met.laid) column->higher = dealt->higher;
        tops |= met.laid ? met.laid : top;
        looked |= met.looked;
    }
    b->tops = tops;
    return looked;
}

/* Before the last row: does it leave four tops of four suits and no gap, with one of its cards no ace? Then
 * what it lies on does not matter, but for the tops that come to light again where its own cards go. The tops of
 * the board are of different suits, so they only must not be of those of the row. */
static inline bool au_last_row_is_dead(const au_places_of_deck *deck, const au_board *b, au_places *looked) {
    const au_row *last = &deck->row[deck->rows - 1];
    au_places cards = 0, suits = AU_FLOORS;
    *looked = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        cards |= last->column[i].card;
        if (last->column[i].card) suits |= deck->suit_of[4 * deck->rows - 4 + i + AU_CARD_SHIFT];
        else *looked |= b->column[i].places & b->tops;
    }
    return (cards & ~deck->aces) && !(*looked & suits);
}

/* With a gap, a card that lies on the ace of its suit goes: it moves to the gap and the ace discards it. */
static inline au_places au_uncover_aces(const au_places_of_deck *deck, const au_rules *rules, au_board *b) {
    au_places looked = 0;
    for (int i = 0; i < AU_COLUMNS && au_lower_collapses(rules); i++) {
        au_places higher = b->column[i].higher;
        if (__builtin_expect(!(higher & deck->aces & b->column[i].places), 1)) continue;
        au_places second = au_place(au_second(b, i));
        looked |= second;
        if (second & higher) au_uncover(deck, b, i);
    }
    return looked;
}

#endif
