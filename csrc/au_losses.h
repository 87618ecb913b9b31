/* Learned losses: positions proved lost, each cut down to the cards that its proof looked at.
 *
 * A proof that a position is lost looks at the tops of every position below it, and at the floor of a column
 * where it asks whether the column is empty or lone. Cards under all of those never mattered: any position
 * with the same rows dealt, the same free columns and the same top parts is lost too (docs/algorithm.md).
 *
 * A loss is four lanes of 64 bits, one a column, and is compared as one vector:
 *
 *   bit 0       the floor was looked at: nothing lies below
 *   bits 1-52   the part: cards from the lowest one looked at up to the top (card n at bit n + 1)
 *   bits 53-63  the head: rows and free columns in the first lane, the deal's generation in the second
 *
 * The lowest set bit of a lane says how far down it must agree. Every lane has one below its head: a top is
 * always looked at, and so is the floor of an empty column. The memory may forget any loss at any time.
 */
#ifndef AU_LOSSES_H
#define AU_LOSSES_H
#include <stdlib.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "au_guard.h"
#include "au_position.h"

typedef struct {
    uint64_t lane[AU_COLUMNS];
} au_loss;

/* What a proof looked at: bits 0-51 cards, bits 56-59 the floors of the columns. */
typedef uint64_t au_looked;

enum {
    AU_FLOOR_SHIFT = 56,
    AU_HEAD_SHIFT = 53,
    AU_GENERATIONS = 2047,
    AU_LOSSES_WAYS = 16,
    AU_LOSSES_BUCKETS = 32768
};
#define AU_LOOKED_CARDS ((UINT64_C(1) << 52) - 1)
#define AU_HEAD_MASK (~((UINT64_C(1) << AU_HEAD_SHIFT) - 1))

typedef struct {
    au_loss *entries;
    uint64_t buckets, buckets_max; /* in use for this deal, and at most */
    uint64_t buckets_wiped;        /* that hold losses, of whatever deal */
    uint64_t added, room;          /* losses of this deal, and how many are added before more buckets are used */
    uint16_t generation;
} au_losses;

static inline au_looked au_floor(int column) { return UINT64_C(1) << (AU_FLOOR_SHIFT + column); }

/* Use so many buckets, or all. All bits set is no loss of any deal: no generation is AU_GENERATIONS. */
static inline void au_losses_use(au_losses *losses, uint64_t buckets) {
    if (buckets > losses->buckets_max) buckets = losses->buckets_max;
    losses->buckets = buckets;
    losses->room = buckets < losses->buckets_max ? buckets * AU_LOSSES_WAYS : UINT64_MAX;
    if (buckets <= losses->buckets_wiped) return;
    memset(losses->entries + losses->buckets_wiped * AU_LOSSES_WAYS, 0xff,
           (buckets - losses->buckets_wiped) * AU_LOSSES_WAYS * sizeof(au_loss));
    losses->buckets_wiped = buckets;
}

/* Of `bytes` only what is used is touched, so that many easy deals stay in the cache next to the core. */
static inline bool au_losses_init(au_losses *losses, uint64_t bytes) {
    losses->buckets_max = 1;
    while (losses->buckets_max * 2 * AU_LOSSES_WAYS * sizeof(au_loss) <= bytes) losses->buckets_max *= 2;
    losses->buckets_wiped = losses->generation = 0;
    losses->entries = malloc(losses->buckets_max * AU_LOSSES_WAYS * sizeof(au_loss));
    return losses->entries != NULL;
}

static inline void au_losses_free(au_losses *losses) {
    free(losses->entries);
    losses->entries = NULL;
}

/* Forget all losses of the last deal. What is replaced, and when, starts anew: results never depend on it. */
static inline void au_losses_clear(au_losses *losses) {
    if (++losses->generation == AU_GENERATIONS) losses->buckets_wiped = losses->generation = 0;
    losses->added = 0;
    au_losses_use(losses, AU_LOSSES_BUCKETS);
}

/* What has to be the same besides cards. */
static inline uint64_t au_loss_head(int rows, unsigned free_columns) {
    uint64_t head = 0;
    if (AU_GUARD("loss-free")) head |= (uint64_t)free_columns << 4;
    if (AU_GUARD("loss-rows")) head |= (uint64_t)rows;
    return head;
}

/* The position as four lanes, every floor in sight. */
static inline au_loss au_loss_of(const au_losses *losses, const uint64_t *column, int rows, unsigned free_columns) {
    au_loss loss;
    for (int i = 0; i < AU_COLUMNS; i++) loss.lane[i] = column[i] << 1 | 1;
    loss.lane[0] |= au_loss_head(rows, free_columns) << AU_HEAD_SHIFT;
    loss.lane[1] |= (uint64_t)losses->generation << AU_HEAD_SHIFT;
    return loss;
}

/* Put the cell in, where there is one. The last head has room for it. */
static inline void au_loss_add_cell(au_loss *loss, int cell) {
    if (AU_GUARD("loss-cell")) loss->lane[AU_COLUMNS - 1] |= (uint64_t)cell << AU_HEAD_SHIFT;
}

/* The bucket for what every proof looks at: cards in sight, rows, free columns. High bits of a product depend on
 * all bits of its factors, low ones do not. */
static inline au_loss *au_losses_bucket(const au_losses *losses, uint64_t seen, int rows, unsigned free_columns) {
    uint64_t hash = (seen ^ au_loss_head(rows, free_columns) << 56) * UINT64_C(0x9e3779b97f4a7c15);
    return losses->entries + ((hash >> 32) * losses->buckets >> 32) * AU_LOSSES_WAYS;
}

#ifdef __AVX2__
/* All four columns at once. */
static inline bool au_loss_covers(const au_loss *loss, const au_loss *position) {
    __m256i lanes = _mm256_loadu_si256((const __m256i *)loss->lane);
    __m256i mask = _mm256_sub_epi64(_mm256_setzero_si256(), lanes);
    mask = _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_and_si256(lanes, mask));
    __m256i part = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)position->lane), mask);
    __m256i differs = _mm256_xor_si256(part, lanes);
    return _mm256_testz_si256(differs, differs);
}
#else
/* Column by column: most losses fail at the first. */
static inline bool au_loss_covers(const au_loss *loss, const au_loss *position) {
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t lane = loss->lane[i], mask = 0 - (lane & (0 - lane));
        if ((position->lane[i] & mask) != lane) return false;
    }
    return true;
}
#endif

static inline bool au_loss_is_of_deal(const au_loss *loss, const au_loss *position) {
    return (loss->lane[1] ^ position->lane[1]) >> AU_HEAD_SHIFT == 0;
}

/* What the proof of a loss that covers the position looked at, or 0: none is known. */
static inline au_looked au_losses_find(const au_loss *bucket, const au_loss *position) {
    for (int way = 0; way < AU_LOSSES_WAYS; way++) {
        if (!au_loss_covers(&bucket[way], position)) continue;
        const uint64_t *lane = bucket[way].lane;
        au_looked looked = (lane[0] | lane[1] | lane[2] | lane[3]) >> 1 & AU_LOOKED_CARDS;
        for (int i = 0; i < AU_COLUMNS; i++) looked |= (lane[i] & 1) << (AU_FLOOR_SHIFT + i);
        return looked;
    }
    return 0;
}

/* Keep the loss of a position, cut down to what its proof looked at: in the place of one of an earlier deal, if there
 * is one in the bucket. When as many are kept as there is room for in the buckets in use, eight times as many come
 * into use; what would then lie in another bucket is forgotten. */
static inline void au_losses_add(au_losses *losses, au_loss *bucket, const au_loss *position, au_looked looked) {
    int way = 0;
    while (way < AU_LOSSES_WAYS && au_loss_is_of_deal(&bucket[way], position)) way++;
    if (way == AU_LOSSES_WAYS) way = (int)(losses->added & (AU_LOSSES_WAYS - 1));
    losses->added++;
    au_loss *entry = &bucket[way];
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t kept = (looked & AU_LOOKED_CARDS) << 1 | (looked >> (AU_FLOOR_SHIFT + i) & 1);
        entry->lane[i] = position->lane[i] & (kept | AU_HEAD_MASK);
    }
    if (losses->added == losses->room) au_losses_use(losses, losses->buckets * 8);
}

#endif
