/* Discards that need no decision: all of them where discarding is compulsory, the safe ones elsewhere.
 *
 * Until the next row or cell move the highest top of a suit never gets worse, so discards that must be made
 * can be made in any order with the same end: one loop does. A safe discard loses neither the win nor the
 * best score; the arguments are S1 to S3 of docs/algorithm.md, each under the rules named here.
 */
#ifndef AU_DISCARDS_H
#define AU_DISCARDS_H
#include "au_position.h"
#include "au_switches.h"

/* With pairs: the safe discards hold for a card of which no mate is in play. A condition, and no switch. */
enum { AU_SAFE_UNPAIRED = 8 };

/* Which safe discards hold under these rules (optional discards). */
static inline unsigned au_safe_discards(const au_rules *rules) {
    unsigned safe = rules->cell || rules->pairs ? 0 : AU_SAFE_STOCK_EMPTY;
    if (rules->lone_moves && !rules->must_fill) safe |= AU_SAFE_LOWEST | (rules->aces_only ? 0 : AU_SAFE_LONE);
    return rules->pairs ? safe | AU_SAFE_UNPAIRED : safe;
}

static inline bool au_can_discard(const au_deck *deck, uint64_t tops, uint64_t column) {
    return column && (tops & deck->higher[au_top_card(column)]);
}

static inline bool au_has_discard(const au_deck *deck, const au_position *p) {
    uint64_t tops = au_tops(p);
    for (int i = 0; i < AU_COLUMNS; i++)
        if (au_can_discard(deck, tops, p->column[i])) return true;
    return false;
}

static inline bool au_is_safe(const au_deck *deck, unsigned safe, const au_position *p, uint64_t column) {
    uint64_t mates = deck->rank_mates[au_top_card(column)];
    if ((safe & AU_SAFE_UNPAIRED) && (mates & au_in_play(deck, p))) return false;
    if ((safe & AU_SAFE_STOCK_EMPTY) && p->rows == deck->rows) return true;
    if ((safe & AU_SAFE_LONE) && au_is_lone(column)) return true;
    return (safe & AU_SAFE_LOWEST) && !(deck->lower[au_top_card(column)] & au_in_play(deck, p));
}

/* Make every discard that needs no decision: the tops seen on the way. */
static inline uint64_t au_discard_undisputed(const au_deck *deck, const au_rules *rules, unsigned safe,
                                             au_position *p) {
    uint64_t seen = 0;
    for (bool again = true; again;) {
        uint64_t tops = au_tops(p);
        seen |= tops;
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++) {
            uint64_t column = p->column[i];
            if (!au_can_discard(deck, tops, column)) continue;
            if (!rules->compulsory && !au_is_safe(deck, safe, p, column)) continue;
            p->column[i] ^= au_top(column);
            again = true;
        }
    }
    return seen;
}

#endif
