/* Learned losses of undecided positions: a tree of what proofs looked at.
 *
 * A loss keeps, of each column, the cards from the top down to the lowest one that its proof looked at, and
 * below that whether the column ends or goes on. Cards are written in *relative ranks*: suit, and how many
 * lower cards of the suit are in stock or earlier on the path. So a loss learned with one set of cards also
 * answers for another in which all that was looked at compares alike (docs/algorithm.md).
 *
 * A path starts with rows, free columns and the four tops, which every proof looks at: its root is found by
 * hashing them. Then, column by column, follow the deeper cards and the column's end. `kids` has a bit for
 * every symbol that goes on from a node, so that a missing child costs no look at memory.
 *
 * For the best score a loss says how many cards cannot be discarded any more, its *need*: it answers for
 * every position that looks alike and needs as many or more. For a verdict all needs are 0.
 *
 * Nodes lie in the order in which they were made, so a deal's tree stays in cache, and forgetting all of it
 * is setting a counter to zero: a head of a hash chain counts only if the root it names is of that chain.
 */
#ifndef AU_TRIE_H
#define AU_TRIE_H
#include <stdlib.h>

#include "au_ghosts.h"

enum {
    AU_TRIE_HEADS = 1 << 14,
    AU_NO_LOSS = 255,
    AU_SYMBOL_NONE = 61, /* a root's, for a column without real cards */
    AU_SYMBOL_END = 62,  /* nothing lies below */
    AU_SYMBOL_MORE = 63  /* something may lie below (lemma A: something does) */
};

typedef struct {
    uint64_t kids;    /* symbols of its children */
    uint32_t child;   /* the first one, 0: none */
    uint32_t sibling; /* the next child of its parent, or the next root of its chain */
    uint32_t key;     /* of a root: rows, free columns and tops; of others the symbol */
    uint32_t head;    /* of a root: its chain */
    uint32_t record;  /* the losses with ghosts that end here */
    uint8_t need;     /* the least of the losses that end here, with ghosts or without; AU_NO_LOSS: none does */
} au_trie_node;

/* A loss with ghosts. Of the last array only what is used is kept. */
typedef struct {
    uint64_t ghost[AU_COLUMNS];
    uint64_t required; /* ghosts that others require */
    uint32_t next;
    uint8_t need;
    uint8_t card[AU_DECK_CARDS]; /* the path */
    uint64_t by[AU_DECK_CARDS];  /* of each required one in turn: the ghosts that require it */
} au_trie_record;

enum { AU_RECORD_WORDS = sizeof(au_trie_record) / sizeof(uint64_t), AU_RECORD_WORDS_A_NODE = 4 };

typedef struct {
    au_trie_node *node; /* node 0 and word 0 are not used */
    uint64_t *record;   /* the records, one after the other */
    uint32_t head[AU_TRIE_HEADS];
    uint32_t nodes, nodes_max, record_words, record_words_max;
    bool lemma_a; /* a column that ends answers for one that goes on: verdicts where any card fills */
} au_trie;

static inline au_trie_record *au_trie_record_at(const au_trie *trie, uint32_t word) {
    return (au_trie_record *)(trie->record + word);
}

static inline void au_trie_forget(au_trie *trie) { trie->nodes = trie->record_words = 1; }

static inline bool au_trie_init(au_trie *trie, uint64_t bytes) {
    uint64_t nodes = bytes / (sizeof(au_trie_node) + AU_RECORD_WORDS_A_NODE * sizeof(uint64_t));
    uint64_t nodes_max = UINT32_MAX / AU_RECORD_WORDS_A_NODE;
    if (nodes > nodes_max) nodes = nodes_max;
    trie->nodes_max = (uint32_t)nodes;
    trie->record_words_max = (uint32_t)nodes * AU_RECORD_WORDS_A_NODE;
    trie->node = malloc(nodes * sizeof(au_trie_node));
    trie->record = malloc(trie->record_words_max * sizeof(uint64_t));
    memset(trie->head, 0, sizeof trie->head);
    au_trie_forget(trie);
    return trie->node && trie->record;
}

static inline void au_trie_free(au_trie *trie) {
    free(trie->node);
    free(trie->record);
    trie->node = NULL;
    trie->record = NULL;
}

/* ---- symbols and paths ---- */

typedef struct {
    const au_deck *deck;
    const au_undecided *x;
    au_family family;
    uint64_t stock;
    uint64_t taken; /* the cards of the path so far */
    int count;
    uint8_t card[AU_DECK_CARDS], column[AU_DECK_CARDS];
} au_path;

/* Put a card on the path: its symbol, suit * 14 + relative rank. Where only aces fill, an ace is its own. */
static inline unsigned au_path_add(au_path *path, int column, int card) {
    const au_deck *deck = path->deck;
    unsigned rank = deck->lower_in_stock[path->x->rows][card];
    for (uint64_t lower = deck->lower[card] & path->taken; lower; lower &= lower - 1) rank++;
    if (path->family != AU_ANY_CARD && !deck->higher[card] && AU_GUARD("ace-symbol")) rank = 13;
    path->taken |= au_bit(card);
    path->card[path->count] = (uint8_t)card;
    path->column[path->count++] = (uint8_t)column;
    return deck->suit[card] * 14u + rank;
}

static inline void au_path_cut(au_path *path, int count) {
    while (path->count > count) path->taken ^= au_bit(path->card[--path->count]);
}

/* Start a path with the four tops: the key of its root. */
static inline uint32_t au_path_start(au_path *path, const au_deck *deck, au_family family, const au_undecided *x) {
    uint32_t key = (uint32_t)x->rows << 4 | (AU_GUARD("key-free") ? x->free_columns : 0);
    path->deck = deck;
    path->x = x;
    path->family = family;
    path->stock = au_stock(deck, x->rows);
    path->taken = 0;
    path->count = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t real = x->real[i];
        key = key << 6 | (real ? au_path_add(path, i, au_top_card(real)) : AU_SYMBOL_NONE);
    }
    return key;
}

static inline uint32_t au_trie_head(uint32_t key) { return key * UINT32_C(0x9e3779b1) >> 18; }

static inline uint32_t au_trie_first_root(const au_trie *trie, uint32_t head) {
    uint32_t root = trie->head[head];
    return root && root < trie->nodes && trie->node[root].head == head + 1 ? root : 0;
}

static inline uint32_t au_trie_root(const au_trie *trie, uint32_t key) {
    uint32_t root = au_trie_first_root(trie, au_trie_head(key));
    while (root && trie->node[root].key != key) root = trie->node[root].sibling;
    return root;
}

static inline uint32_t au_trie_child(const au_trie *trie, uint32_t node, unsigned symbol) {
    if (!(trie->node[node].kids >> symbol & 1)) return 0;
    uint32_t child = trie->node[node].child;
    while (trie->node[child].key != symbol) child = trie->node[child].sibling;
    return child;
}

/* ---- does a loss answer for a position? ---- */

/* Does every ghost compare alike to the cards of both paths, in rank and in place? */
static inline bool au_ghosts_compare_alike(const au_path *path, const au_trie_record *record,
                                           const au_ghost_set *set) {
    uint64_t ghosts = au_union(set);
    for (int n = 0; n < path->count; n++) {
        int mine = path->card[n], theirs = record->card[n];
        if (mine == theirs) continue;
        if (ghosts & (au_bit(mine) | au_bit(theirs))) return false;
        uint64_t tell_apart = path->deck->higher[mine] ^ path->deck->higher[theirs];
        if ((ghosts & tell_apart) && AU_GUARD("alike-rank")) return false;
        int low = mine < theirs ? mine : theirs, high = mine ^ theirs ^ low;
        uint64_t between = au_above(low) & (au_bit(high) - 1);
        if ((set->column[path->column[n]] & between) && AU_GUARD("alike-place")) return false;
    }
    return true;
}

/* Does every "requires" of the loss hold among these ghosts of the position? */
static inline bool au_requirements_hold(const au_undecided *x, const au_trie_record *record, uint64_t ghosts) {
    const uint64_t *by = record->by;
    for (uint64_t rest = record->required; rest; rest &= rest - 1, by++) {
        uint64_t required = rest & (0 - rest), wanted = AU_GUARD("requires") ? *by & ghosts : 0;
        if (wanted && (!(ghosts & required) || (wanted & ~au_requiring(x, required)))) return false;
    }
    return true;
}

/* Is every way to decide these ghosts also one of the loss? */
static inline bool au_record_answers(const au_trie_record *record, const au_path *path, const au_ghost_set *set) {
    for (int i = 0; i < AU_COLUMNS; i++)
        if ((set->column[i] & ~record->ghost[i]) && AU_GUARD("ghosts-among")) return false;
    return au_ghosts_compare_alike(path, record, set) && au_requirements_hold(path->x, record, au_union(set));
}

static inline bool au_node_answers(const au_trie *trie, uint32_t node, const au_path *path, int need,
                                   au_ghost_set set) {
    if (trie->node[node].need > need && AU_GUARD("need")) return false;
    if (!au_union(&set)) return true;
    if (path->family != AU_STACK_TOPS) {
        au_keep_useful(path->deck, path->family, path->x, path->taken | path->stock, au_union(&set), &set);
        if (!au_union(&set)) return true;
    }
    for (uint32_t word = trie->node[node].record; word; word = au_trie_record_at(trie, word)->next) {
        const au_trie_record *record = au_trie_record_at(trie, word);
        bool needs_more = record->need > need && AU_GUARD("need");
        if (!needs_more && au_record_answers(record, path, &set)) return true;
    }
    return false;
}

typedef struct {
    const au_trie *trie;
    au_path path;
    int need;
    au_ghost_set part; /* ghosts of the parts so far */
    au_looked_at looked;
} au_query;

static inline bool au_walk(au_query *query, uint32_t node, int column, uint64_t floors);

/* Does the loss's way to end a column suit this one, whose part goes down to `low`? Then walk on. */
static inline bool au_walk_end(au_query *query, uint32_t node, int column, uint64_t low, uint64_t floors,
                               unsigned symbol) {
    const au_undecided *x = query->path.x;
    bool goes_on = (x->real[column] & (low - 1)) != 0;
    bool ends = symbol == AU_SYMBOL_END, lemma_a = query->trie->lemma_a;
    if (lemma_a ? !ends && !goes_on && AU_GUARD("more") : ends && goes_on && AU_GUARD("end")) return false;
    uint32_t next = au_trie_child(query->trie, node, symbol);
    if (!next) return false;
    query->part.column[column] = x->ghost[column] & ~(ends && !lemma_a ? 0 : low - 1);
    return au_walk(query, next, column + 1, lemma_a != ends ? floors | low : floors);
}

/* Walk on from a node that stands for the columns before `column`. */
static inline bool au_walk(au_query *query, uint32_t node, int column, uint64_t floors) {
    au_path *path = &query->path;
    const au_undecided *x = path->x;
    while (column < AU_COLUMNS && !x->real[column]) {
        query->part.column[column] = x->ghost[column];
        column++;
    }
    if (column == AU_COLUMNS) {
        if (!au_node_answers(query->trie, node, path, query->need, query->part)) return false;
        query->looked = (au_looked_at){path->taken, floors};
        return true;
    }
    int count = path->count;
    uint64_t below = x->real[column], low = au_top(below);
    for (below ^= low;;) {
        if (au_walk_end(query, node, column, low, floors, AU_SYMBOL_END)) return true;
        if (au_walk_end(query, node, column, low, floors, AU_SYMBOL_MORE)) return true;
        if (!below) break;
        low = au_top(below);
        below ^= low;
        node = au_trie_child(query->trie, node, au_path_add(path, column, au_top_card(low)));
        if (!node) break;
    }
    au_path_cut(path, count);
    return false;
}

/* Is a loss known that answers for *x? Then *looked is what its proof looked at, in the cards of *x. */
static inline bool au_trie_find(const au_trie *trie, const au_deck *deck, au_family family, const au_undecided *x,
                                int need, au_looked_at *looked) {
    au_query query;
    query.trie = trie;
    query.need = need;
    uint32_t root = au_trie_root(trie, au_path_start(&query.path, deck, family, x));
    if (!root || !au_walk(&query, root, 0, 0)) return false;
    *looked = query.looked;
    return true;
}

/* The same for a verdict and a position yet to be settled. Most have no loss with their tops, and then there is
 * no need to look at ghosts. */
static inline bool au_trie_find_unsettled(const au_trie *trie, const au_deck *deck, au_family family,
                                          au_undecided *x, au_looked_at *looked) {
    au_path path;
    au_settle_free_columns(deck, family, x);
    if (!au_trie_root(trie, au_path_start(&path, deck, family, x))) return false;
    if (au_all_ghosts(x)) {
        au_drop_useless_ghosts(deck, family, ~UINT64_C(0), x);
        au_settle_free_columns(deck, family, x);
    }
    return au_trie_find(trie, deck, family, x, 0, looked);
}

/* ---- keeping a loss ---- */

static inline uint32_t au_trie_make_node(au_trie *trie, uint32_t key) {
    if (trie->nodes >= trie->nodes_max) return 0;
    uint32_t node = trie->nodes++;
    trie->node[node] = (au_trie_node){.key = key, .need = AU_NO_LOSS};
    return node;
}

static inline uint32_t au_trie_make_root(au_trie *trie, uint32_t key) {
    uint32_t head = au_trie_head(key), first = au_trie_first_root(trie, head);
    uint32_t root = au_trie_make_node(trie, key);
    if (!root) return 0;
    trie->node[root].sibling = first;
    trie->node[root].head = head + 1;
    trie->head[head] = root;
    return root;
}

static inline uint32_t au_trie_make_child(au_trie *trie, uint32_t node, unsigned symbol) {
    uint32_t child = au_trie_child(trie, node, symbol);
    if (child) return child;
    child = au_trie_make_node(trie, symbol);
    if (!child) return 0;
    trie->node[child].sibling = trie->node[node].child;
    trie->node[node].child = child;
    trie->node[node].kids |= UINT64_C(1) << symbol;
    return child;
}

/* Keep the ghosts of a loss at the end of its path; false if there is no room. */
static inline bool au_trie_keep_record(au_trie *trie, uint32_t node, const au_path *path, int need,
                                       const au_ghost_set *set) {
    if (trie->record_words_max - trie->record_words < AU_RECORD_WORDS) return false;
    au_trie_record *record = au_trie_record_at(trie, trie->record_words);
    uint64_t ghosts = au_union(set), *by = record->by;
    memcpy(record->ghost, set->column, sizeof record->ghost);
    memcpy(record->card, path->card, (size_t)path->count);
    record->required = 0;
    for (uint64_t rest = path->x->required & ghosts; rest; rest &= rest - 1) {
        *by = path->x->by[__builtin_ctzll(rest)] & ghosts;
        if (!*by) continue;
        record->required |= rest & (0 - rest);
        by++;
    }
    record->need = (uint8_t)need;
    record->next = trie->node[node].record;
    trie->node[node].record = trie->record_words;
    trie->record_words += (uint32_t)(by - (uint64_t *)record);
    return true;
}

/* The lowest card that the proof looked at, as a real one: where it kept a ghost further down, the next card
 * below. 0: the floor. */
static inline uint64_t au_lowest_looked_at(const au_undecided *x, int column, uint64_t cards) {
    uint64_t seen = x->real[column] & cards, kept = AU_GUARD("kept-below") ? x->ghost[column] & cards : 0;
    uint64_t low = seen & (0 - seen), lowest_kept = kept & (0 - kept);
    return lowest_kept && lowest_kept < low ? au_top(x->real[column] & (lowest_kept - 1)) : low;
}

/* Add the deeper cards of a column and how its part ends; *set gets the ghosts of the part. */
static inline uint32_t au_trie_keep_column(au_trie *trie, uint32_t node, au_path *path, int column,
                                           au_looked_at looked, au_ghost_set *set) {
    const au_undecided *x = path->x;
    uint64_t real = x->real[column], low = au_lowest_looked_at(x, column, looked.cards);
    uint64_t below = low ? real & (low - 1) : 0;
    bool asked = !low || (looked.floors & low) != 0, ends;
    if (trie->lemma_a) ends = !below && !asked;
    else ends = !below && (asked || (x->free_columns >> column & 1));
    set->column[column] = x->ghost[column] & ~(ends && !trie->lemma_a ? 0 : low - 1);
    for (uint64_t rest = real ^ below ^ au_top(real); rest && node; rest ^= au_top(rest))
        node = au_trie_make_child(trie, node, au_path_add(path, column, au_top_card(rest)));
    return node ? au_trie_make_child(trie, node, ends ? AU_SYMBOL_END : AU_SYMBOL_MORE) : 0;
}

static inline bool au_trie_try_keep(au_trie *trie, const au_deck *deck, au_family family, const au_undecided *x,
                                    int need, au_looked_at looked) {
    au_path path;
    au_ghost_set set = au_ghosts_of(x);
    uint32_t key = au_path_start(&path, deck, family, x), node = au_trie_root(trie, key);
    if (!node) node = au_trie_make_root(trie, key);
    for (int i = 0; i < AU_COLUMNS && node; i++)
        if (x->real[i]) node = au_trie_keep_column(trie, node, &path, i, looked, &set);
    if (!node || (au_union(&set) && !au_trie_keep_record(trie, node, &path, need, &set))) return false;
    if (need < trie->node[node].need) trie->node[node].need = (uint8_t)need;
    return true;
}

/* Keep the loss of *x, cut down to what its proof looked at; the tops are among that. A full tree forgets
 * everything: that costs time only. */
static inline void au_trie_keep(au_trie *trie, const au_deck *deck, au_family family, const au_undecided *x,
                                int need, au_looked_at looked) {
    if (!au_trie_try_keep(trie, deck, family, x, need, looked)) au_trie_forget(trie);
}

#endif
