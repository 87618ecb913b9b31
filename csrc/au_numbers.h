/* Deal numbers: from a number to the order of the deck, as card codes (rank * 4 + suit: two 0 … ace 12, CDHS).
 *
 *     2C = 0   2D = 1   TS = 8*4 + 3 = 35   KC = 44   AC = 48   AS = 51
 *
 * Nothing here keeps state or allocates; every function may be called from any thread. What a number
 * means is fixed for ever: other cards for a number would be a new scheme with a new name.
 */
#ifndef AU_NUMBERS_H
#define AU_NUMBERS_H
#include "au_deck.h"
#include <stdint.h>
#include <string.h>

static inline void au_swap_cards(uint8_t *deck, uint32_t a, uint32_t b) {
    uint8_t card = deck[a];
    deck[a] = deck[b];
    deck[b] = card;
}

/* ---- ms: the numbers of KPat and of Microsoft FreeCell ----------------------------------------------------
 *
 * The generator is rand() of Microsoft's C library: state = 214013 * state + 2531011 mod 2^32, of which it
 * gives bits 16 to 30. The deck is shuffled with it from AC AD AH AS 2C … KS and dealt from its end.
 */

/* Write 52 cards in deal order. Any number works; ms and kpat allow 1 … 2^31 - 1, pysol 0 … 31999. */
static inline void au_deal_ms(uint32_t number, uint8_t *deck) {
    uint8_t pack[AU_DECK_CARDS];
    uint32_t state = number;
    for (int i = 0; i < AU_DECK_CARDS; i++) pack[i] = (uint8_t)(i < 4 ? 48 + i : i - 4);
    for (uint32_t i = AU_DECK_CARDS; i > 1; i--) {
        state = 214013u * state + 2531011u;
        au_swap_cards(pack, i - 1, (state >> 16 & 0x7fff) % i);
    }
    for (int i = 0; i < AU_DECK_CARDS; i++) deck[i] = pack[AU_DECK_CARDS - 1 - i];
}

/* ---- rng: scheme acesup-1 ---------------------------------------------------------------------------------
 *
 * Random bits: Philox4x64-10 (J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers:
 * as easy as 1, 2, 3", SC'11), a keyed bijection of a 256-bit counter. It has no state to carry along, so
 * deal INDEX is reached at once: its block b = 0, 1 … has the counter (b, INDEX, 0, 0) and the key (SEED, 0).
 * The four words of a block give eight draws of 32 bits, of each word the low half first.
 *
 * Shuffle: Fisher-Yates from the end. A place below n is the high half of u * n, without bias (D. Lemire,
 * "Fast random integer generation in an interval", ACM TOMACS 29, 2019). The list is the deal order.
 */

typedef struct {
    uint64_t seed, index;
    uint64_t stream;   /* 0: the shuffle; others are for what chance decides later in the same deal */
    uint64_t block;    /* the next block */
    uint64_t words[4]; /* the latest block */
    int used;          /* how many of its eight draws */
} au_draws;

static inline au_draws au_draws_of(uint64_t seed, uint64_t index, uint64_t stream) {
    return (au_draws){.seed = seed, .index = index, .stream = stream, .used = 8};
}

/* The high half of a * b; the low half goes to *low. */
static inline uint64_t au_multiply(uint64_t a, uint64_t b, uint64_t *low) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 au_uint128;
    au_uint128 product = (au_uint128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else /* MSVC: by halves, none of the sums exceeds 64 bits */
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t carry = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (carry >> 32);
#endif
}

/* Turn a counter into the random words of its block: ten rounds, the key stepped by a constant after each. */
static inline void au_philox(uint64_t x[4], uint64_t key0, uint64_t key1) {
    for (int round = 0; round < 10; round++) {
        uint64_t low0, low2;
        uint64_t high0 = au_multiply(UINT64_C(0xD2E7470EE14C6C93), x[0], &low0);
        uint64_t high2 = au_multiply(UINT64_C(0xCA5A826395121157), x[2], &low2);
        x[0] = high2 ^ x[1] ^ key0;
        x[1] = low2;
        x[2] = high0 ^ x[3] ^ key1;
        x[3] = low0;
        key0 += UINT64_C(0x9E3779B97F4A7C15);
        key1 += UINT64_C(0xBB67AE8584CAA73B);
    }
}

/* The next 32 random bits. */
static inline uint32_t au_draw(au_draws *draws) {
    if (draws->used == 8) {
        draws->words[0] = draws->block++;
        draws->words[1] = draws->index;
        draws->words[2] = draws->stream;
        draws->words[3] = 0;
        au_philox(draws->words, draws->seed, 0);
        draws->used = 0;
    }
    int half = draws->used++;
    return (uint32_t)(draws->words[half >> 1] >> 32 * (half & 1));
}

/* A number below n, each equally likely: a draw whose low half is below 2^32 mod n would favour some, so
 * draw again. As 2^32 mod n is below n itself, the division is seldom needed. */
static inline uint32_t au_draw_below(au_draws *draws, uint32_t n) {
    uint64_t m = (uint64_t)au_draw(draws) * n;
    if ((uint32_t)m < n) {
        uint32_t unfair = (0u - n) % n; /* 2^32 mod n */
        while ((uint32_t)m < unfair) m = (uint64_t)au_draw(draws) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Write the start list in its order for this deal: `size` cards, ace first, then rising, C D H S of each. */
static inline void au_deal_rng(uint64_t seed, uint64_t index, const uint8_t *start, int size, uint8_t *deck) {
    au_draws draws = au_draws_of(seed, index, 0);
    memcpy(deck, start, (size_t)size);
    for (uint32_t n = (uint32_t)size; n > 1; n--) au_swap_cards(deck, n - 1, au_draw_below(&draws, n));
}

#endif
