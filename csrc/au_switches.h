/* Prunings and stages that a search can do without, each with a name and a bit.
 *
 * Every one of them saves work and none is needed for an answer, so that its worth can be measured. Without all
 * of them what is left is the plain exact search, to which the others are held.
 */
#ifndef AU_SWITCHES_H
#define AU_SWITCHES_H

enum {
    AU_SAFE_STOCK_EMPTY = 1, /* S1; the first three are asked for as a mask (au_discards.h) */
    AU_SAFE_LOWEST = 2,      /* S2 */
    AU_SAFE_LONE = 4,        /* S3 */
    AU_SAFE = 7,
    AU_LAST_ROW = 16,
    AU_SPECIAL_SEARCH = 32,
    AU_LEARNED_LOSSES = 64,
    AU_COLLAPSE = 128,
    AU_DOMINATED = 256,
    AU_HOPELESS = 512,
    AU_AT_ONCE = 1024,
    AU_EVERYTHING = 0xffff
};

typedef struct {
    const char *name;
    unsigned bit;
    const char *idea;
} au_switch_entry;

static const au_switch_entry au_switches[] = {
    {"special-search", AU_SPECIAL_SEARCH, "the search made for the rules; without it the plain one with a table"},
    {"learned-losses", AU_LEARNED_LOSSES, "the memory of a special search for what it proved lost"},
    {"collapse", AU_COLLAPSE, "compulsory discards: leaving out cards that do not matter"},
    {"dominated", AU_DOMINATED, "optional discards, fill=any: losses of positions with less on a column"},
    {"hopeless", AU_HOPELESS, "optional discards, fill=aces: looking for a card that can never go"},
    {"last-row", AU_LAST_ROW, "no cell: a last row of four suits is lost before any search"},
    {"at-once", AU_AT_ONCE, "optional discards, each a decision: first trying to win with every discard made"},
    {"safe-stock-empty", AU_SAFE_STOCK_EMPTY,
     "where each discard is a decision: making all once the stock is empty"},
    {"safe-lowest", AU_SAFE_LOWEST, "where each discard is a decision: the lowest card of a suit goes unasked"},
    {"safe-lone", AU_SAFE_LONE, "where each discard is a decision, fill=any: a lone card goes unasked"},
};

enum { AU_SWITCH_COUNT = sizeof au_switches / sizeof au_switches[0] };

#endif
