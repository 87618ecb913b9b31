/* Policies of a player who cannot see the stock: which card goes to the space, or none.
 *
 * A policy is asked when all discards are made and there is a space with cards that could go there. It returns
 * a source of au_sources, or, where au_may_leave allows, AU_LEAVE to have a row dealt instead. It sees the view
 * and random numbers of its own, and keeps nothing. What cannot be told apart by its idea, chance decides.
 * solver/acesup/policies.py has the same policies in plain Python, to read and to test against.
 */
#ifndef AU_POLICY_H
#define AU_POLICY_H
#include "au_numbers.h"
#include "au_view.h"

typedef struct au_policy au_policy;
typedef int (*au_choice)(const au_policy *self, const au_view *view, au_draws *draws);

struct au_policy {
    const char *name, *idea;
    au_choice choose;
    unsigned tips;   /* what the policy of tips heeds */
    int32_t samples; /* stock orders that the Monte-Carlo policy tries at each choice */
};

/* One of the sources, each as likely. */
static inline int au_any_source(unsigned sources, au_draws *draws) {
    uint32_t skip = au_draw_below(draws, (uint32_t)__builtin_popcount(sources));
    for (; skip; skip--) sources &= sources - 1;
    return __builtin_ctz(sources);
}

/* Of these sources the ones of highest value. */
static inline unsigned au_best_sources(unsigned sources, const int *value) {
    unsigned best = 0;
    for (int i = 0, most = INT32_MIN; i < AU_SOURCES; i++) {
        if (!(sources >> i & 1) || value[i] < most) continue;
        best = (value[i] == most ? best : 0) | 1u << i;
        most = value[i];
    }
    return best;
}

/* Of these sources the ones whose card is highest. */
static inline unsigned au_highest_sources(const au_view *view, unsigned sources) {
    int rank[AU_SOURCES] = {0};
    for (int i = 0; i < AU_SOURCES; i++)
        if (sources >> i & 1) rank[i] = au_source_card(view, i) >> 2;
    return au_best_sources(sources, rank);
}

/* The view after a fill and all discards that follow. */
static inline au_view au_after_fill(const au_view *view, int source) {
    au_view after = *view;
    au_fill_space(&after, source);
    au_discard_all(&after);
    return after;
}

static inline int au_never_fill(const au_policy *self, const au_view *view, au_draws *draws) {
    (void)self, (void)view, (void)draws;
    return AU_LEAVE;
}

static inline int au_random_fill(const au_policy *self, const au_view *view, au_draws *draws) {
    (void)self;
    return au_any_source(au_sources(view), draws);
}

static inline int au_highest_card(const au_policy *self, const au_view *view, au_draws *draws) {
    (void)self;
    return au_any_source(au_highest_sources(view, au_sources(view)), draws);
}

/* ---- tips that people are given, each heeded or not ---- */

enum {
    AU_TIP_UNCOVER = 1,  /* move what uncovers most */
    AU_TIP_SPACES = 2,   /* make spaces */
    AU_TIP_ACES = 4,     /* move aces */
    AU_TIP_PATIENCE = 8, /* never deal early */
    AU_TIP_LEAVE = 16    /* leave a space when no move helps */
};

/* How well a fill does by the tips that are heeded: discards at once before empty columns before aces. */
static inline int au_tips_value(unsigned tips, const au_view *view, int source) {
    au_view after = au_after_fill(view, source);
    int value = tips & AU_TIP_UNCOVER ? after.discarded - view->discarded : 0, spaces = 0;
    for (int i = 0; i < AU_COLUMNS; i++) spaces += !after.height[i];
    value = 8 * value + (tips & AU_TIP_SPACES ? spaces : 0);
    return 2 * value + ((tips & AU_TIP_ACES) && au_is_ace(au_source_card(view, source)));
}

/* Does no fill lead to a discard at once? */
static inline bool au_no_fill_helps(const au_view *view, unsigned sources) {
    for (int i = 0; i < AU_SOURCES; i++)
        if ((sources >> i & 1) && au_after_fill(view, i).discarded > view->discarded) return false;
    return true;
}

/* Who has no patience tosses a coin at every fill, and may deal a row instead. */
static inline int au_heed_tips(const au_policy *self, const au_view *view, au_draws *draws) {
    unsigned sources = au_sources(view);
    int value[AU_SOURCES] = {0};
    if (au_may_leave(view)) {
        if (!(self->tips & AU_TIP_PATIENCE) && au_draw_below(draws, 2)) return AU_LEAVE;
        if ((self->tips & AU_TIP_LEAVE) && au_no_fill_helps(view, sources)) return AU_LEAVE;
    }
    for (int i = 0; i < AU_SOURCES; i++)
        if (sources >> i & 1) value[i] = au_tips_value(self->tips, view, i);
    return au_any_source(au_best_sources(sources, value), draws);
}

static inline int au_aces_first(const au_policy *self, const au_view *view, au_draws *draws) {
    au_policy tips = *self;
    tips.tips = AU_TIP_ACES | AU_TIP_PATIENCE;
    return au_heed_tips(&tips, view, draws);
}

static inline int au_most_uncovered(const au_policy *self, const au_view *view, au_draws *draws) {
    au_policy tips = *self;
    tips.tips = AU_TIP_UNCOVER | AU_TIP_PATIENCE;
    return au_heed_tips(&tips, view, draws);
}

/* ---- look-ahead to the next row ---- */

/* The most cards that can be discarded before the next row. More fills never lead to fewer discards, so only
 * ends where nothing can be filled are counted. Each fill takes a card off a stack or out of the cell, to which
 * only cards of stacks go: there is an end. */
static inline int au_most_discarded(const au_view *view) {
    unsigned sources = au_sources(view);
    int most = view->discarded;
    for (int i = 0; i < AU_SOURCES; i++) {
        if (!(sources >> i & 1)) continue;
        au_view after = au_after_fill(view, i);
        int discarded = au_most_discarded(&after);
        if (discarded > most) most = discarded;
    }
    return most;
}

/* Ties: the highest card; of equal ranks chance decides. */
static inline int au_look_ahead(const au_policy *self, const au_view *view, au_draws *draws) {
    unsigned sources = au_sources(view);
    int value[AU_SOURCES] = {0};
    (void)self;
    for (int i = 0; i < AU_SOURCES && (sources & (sources - 1)); i++) {
        if (!(sources >> i & 1)) continue;
        au_view after = au_after_fill(view, i);
        value[i] = au_most_discarded(&after);
    }
    return au_any_source(au_highest_sources(view, au_best_sources(sources, value)), draws);
}

#endif
