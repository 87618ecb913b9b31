/* The positions already visited: a set of exact keys within a byte budget, which may forget but never lies.
 *
 * A bucket is one cache line of four entries. A full bucket forgets one of them; the search then visits that
 * position again, which costs time and nothing else, since every edge of its graph makes progress
 * (au_moves.h). Clearing is a new generation; when the 16-bit counter wraps, the memory is wiped.
 */
#ifndef AU_TABLE_H
#define AU_TABLE_H
#include <stdlib.h>

#include "au_key.h"

enum { AU_BUCKET_ENTRIES = 4, AU_TABLE_ENTRIES_MIN = 1024, AU_GENERATION_SHIFT = 48 };

typedef struct {
    au_key *entries; /* high == 0 marks an entry never used: generation 0 is never current */
    uint64_t bucket_mask;
    uint64_t size_bytes;
    uint16_t generation;
} au_table_set;

/* The largest table within `bytes`; false where that is less than the smallest, or memory is short. */
static inline bool au_table_init(au_table_set *table, uint64_t bytes) {
    uint64_t entries = AU_TABLE_ENTRIES_MIN;
    while (entries <= bytes / sizeof(au_key) / 2) entries *= 2;
    table->size_bytes = entries * sizeof(au_key);
    table->bucket_mask = entries / AU_BUCKET_ENTRIES - 1;
    table->generation = 0;
    table->entries = table->size_bytes <= bytes ? calloc(entries, sizeof(au_key)) : NULL;
    return table->entries != NULL;
}

static inline void au_table_free(au_table_set *table) {
    free(table->entries);
    table->entries = NULL;
}

static inline void au_table_clear(au_table_set *table) {
    if (++table->generation == 0) {
        memset(table->entries, 0, table->size_bytes);
        table->generation = 1;
    }
}

/* Put the key in; true if it was not there. */
static inline bool au_table_add(au_table_set *table, au_key key) {
    uint64_t hash = au_key_hash(key);
    au_key *bucket = table->entries + (hash >> 20 & table->bucket_mask) * AU_BUCKET_ENTRIES;
    uint64_t generation = table->generation;
    key.high |= generation << AU_GENERATION_SHIFT;
    int victim = (int)(hash & (AU_BUCKET_ENTRIES - 1));
    for (int i = 0; i < AU_BUCKET_ENTRIES; i++) {
        if (bucket[i].low == key.low && bucket[i].high == key.high) return false;
        if (bucket[i].high >> AU_GENERATION_SHIFT != generation) victim = i;
    }
    bucket[victim] = key;
    return true;
}

#endif
