/* The exact key of a position, 128 bits of which 86 are the position.
 *
 *   low word   bits 0-51  the cards on the table          bits 52-55  rows dealt
 *   high word  bits 0-23  the stranger at the bottom of each column, 6 bits a column (AU_NO_CARD: none)
 *              bits 24-29 the cell                        bits 48-63  the generation (au_table.h)
 *
 * It is injective for one deal: a card on the table lies in its own column (number % 4) unless it is a
 * stranger, a column has at most one stranger, at its bottom, and numbers rise in a column (au_position.h).
 * So table and strangers say where every card lies and in which order. No hash ever stands for a position.
 */
#ifndef AU_KEY_H
#define AU_KEY_H
#include "au_position.h"

typedef struct {
    uint64_t low, high;
} au_key;

static inline au_key au_key_of(const au_position *p) {
    uint64_t high = (uint64_t)p->cell << 24;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t strangers = p->column[i] & ~(AU_HOME << i);
        uint64_t stranger = strangers ? (uint64_t)__builtin_ctzll(strangers) : AU_NO_CARD;
        high |= stranger << (6 * i);
    }
    return (au_key){au_table(p) | (uint64_t)p->rows << 52, high};
}

static inline bool au_key_less(au_key a, au_key b) { return a.high != b.high ? a.high < b.high : a.low < b.low; }

static inline uint64_t au_key_hash(au_key key) {
    uint64_t h = (key.low ^ key.high * UINT64_C(0xc2b2ae3d27d4eb4f)) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
    return h * UINT64_C(0xbf58476d1ce4e5b9);
}

#endif
