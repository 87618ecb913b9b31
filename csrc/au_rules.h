/* The rule options that a search depends on, one flag each (docs/rules.md). */
#ifndef AU_RULES_H
#define AU_RULES_H
#include <stdbool.h>

typedef struct {
    bool compulsory; /* discard=compulsory: no other move while a suit discard is available */
    bool aces_only;  /* fill=aces: only aces may be moved to an empty column */
    bool lone_moves; /* a lone card may fill */
    bool must_fill;  /* no row is dealt while a stacked card or the cell could fill a gap */
    bool cell;       /* a cell holds one card */
    bool pairs;      /* two tops of equal rank, not aces, may go together */
} au_rules;

#endif
