/* The cards of one deal, numbered by their place in the deal: card n is dealt in row n / 4 to column n % 4.
 *
 * A set of cards is a 64-bit mask, bit n for card n. All that the rules ask of two cards (which is higher,
 * which has the same rank) is a mask a card, made once a deal. A game taken up half-way is numbered as if
 * its table had been dealt: a column of height h holds the numbers 4*0+i, 4*1+i … of its own column i, the
 * cell and nothing else takes a number that is left, and the stock follows (au_deck_place).
 */
#ifndef AU_DECK_H
#define AU_DECK_H
#include <stddef.h>
#include <string.h>

#include "acesup_ordering.h"

enum { AU_ACE_RANK = 12 };

/* The numbers whose home is column 0; column i's home is this mask shifted by i. */
#define AU_HOME UINT64_C(0x1111111111111)

/* Cards of rows that are still in the stock when `rows` rows lie on the table. */
static inline uint64_t au_stock(const au_deck *deck, int rows) {
    return deck->cards & ~((UINT64_C(1) << (4 * rows)) - 1);
}

/* One rank: tell its cards of each other, and each of the higher cards of its suit. */
static inline void au_deck_add_rank(au_deck *deck, const uint8_t *number, int rank, uint64_t *higher) {
    uint64_t mates = 0;
    for (int suit = 0; suit < 4; suit++)
        if (number[suit] != AU_NO_CARD) mates |= au_bit(number[suit]);
    for (int suit = 0; suit < 4; suit++) {
        int n = number[suit];
        if (n == AU_NO_CARD) continue;
        deck->suit[n] = (uint8_t)suit;
        deck->higher[n] = higher[suit];
        higher[suit] |= au_bit(n);
        if (rank != AU_ACE_RANK) deck->rank_mates[n] = mates ^ au_bit(n);
    }
    deck->cards |= mates;
    if (rank == AU_ACE_RANK) deck->aces = mates;
}

/* Fill in the masks. codes[n] is rank * 4 + suit (two 0 … ace 12), or AU_NO_CARD for a number not in use. */
static inline void au_deck_init(au_deck *deck, const uint8_t *codes, int rows) {
    uint8_t number[64]; /* of each code */
    uint64_t higher[4] = {0, 0, 0, 0}, suit[4];
    memset(number, AU_NO_CARD, sizeof number);
    memset(deck, 0, offsetof(au_deck, lower_in_stock));
    deck->rows = rows;
    for (int n = 0; n < 4 * rows; n++)
        if (codes[n] != AU_NO_CARD) number[codes[n]] = (uint8_t)n;
    for (int rank = AU_ACE_RANK; rank >= 0; rank--) au_deck_add_rank(deck, number + 4 * rank, rank, higher);
    memcpy(suit, higher, sizeof suit);
    for (int n = 0; n < 4 * rows; n++)
        if (codes[n] != AU_NO_CARD) deck->lower[n] = suit[deck->suit[n]] & ~deck->higher[n] & ~au_bit(n);
    for (int n = 0; n < 4 * rows; n++)
        if (!(deck->higher[n] & UINT64_C(15) << (n & ~3))) deck->survivors[n >> 2] |= au_bit(n);
}

/* Are the cards of the last row of four suits? Then no discard by suit follows it, and no gap comes: without
 * a cell the deal is lost. With pairs it is not if two of the row make one, nor if it is the four aces: all
 * else may be gone by then, whereas without pairs the card next to an ace never goes before it. */
static inline bool au_last_row_loses(const au_deck *deck, bool pairs) {
    unsigned suits = 0;
    uint64_t row = UINT64_C(15) << (4 * deck->rows - 4), mates = 0;
    for (int n = 4 * deck->rows - 4; n < 4 * deck->rows; n++) {
        suits |= 1u << deck->suit[n];
        mates |= deck->rank_mates[n];
    }
    return suits == 15 && !(pairs && ((mates & row) || !(row & ~deck->aces)));
}

/* Count, for every number of rows dealt, the cards in stock that each card would discard. */
static inline void au_deck_count_stock(au_deck *deck) {
    memset(deck->lower_in_stock[deck->rows], 0, AU_DECK_CARDS);
    for (int rows = deck->rows - 1; rows >= 0; rows--) {
        memcpy(deck->lower_in_stock[rows], deck->lower_in_stock[rows + 1], AU_DECK_CARDS);
        for (int n = 4 * rows; n < 4 * rows + 4; n++)
            for (uint64_t higher = deck->higher[n]; higher; higher &= higher - 1)
                deck->lower_in_stock[rows][__builtin_ctzll(higher)]++;
    }
}

#endif
