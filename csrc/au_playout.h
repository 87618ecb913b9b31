/* Games of a player who cannot see the stock, played to their end; the policy that does so in its head; and
 * all policies by name. */
#ifndef AU_PLAYOUT_H
#define AU_PLAYOUT_H
#include "au_policy.h"

/* Play until the moment after row `rows`, of all rows to the end: discards at once, a fill as long as the policy
 * wants one, then a row from the stock (next card first), which the policy does not get. */
static inline void au_play_out(const au_policy *policy, au_view *view, const uint8_t *stock, int rows,
                               au_draws *draws) {
    for (;;) {
        au_discard_all(view);
        int source = au_sources(view) ? policy->choose(policy, view, draws) : AU_LEAVE;
        if (source != AU_LEAVE) {
            au_fill_space(view, source);
        } else {
            if (view->rows == rows) return;
            au_show_row(view, stock);
            stock += AU_COLUMNS;
        }
    }
}

/* An order of the unseen cards, each as likely. Returns how many there are. */
static inline int au_sample_stock(const au_view *view, au_draws *draws, uint8_t *stock) {
    int cards = 0;
    for (uint64_t unseen = view->unseen; unseen; unseen &= unseen - 1)
        stock[cards++] = (uint8_t)__builtin_ctzll(unseen);
    for (int n = cards; n > 1; n--) au_swap_cards(stock, (uint32_t)n - 1, au_draw_below(draws, (uint32_t)n));
    return cards;
}

/* Try each fill on the same sampled orders of the stock, play on at random, take the best mean score. */
static inline int au_monte_carlo(const au_policy *self, const au_view *view, au_draws *draws) {
    const au_policy inner = {.choose = au_random_fill};
    unsigned sources = au_sources(view);
    int total[AU_SOURCES] = {0};
    uint8_t stock[AU_DECK_CARDS];
    for (int32_t n = 0; n < self->samples && (sources & (sources - 1)); n++) {
        au_sample_stock(view, draws, stock);
        for (int i = 0; i < AU_SOURCES; i++) {
            if (!(sources >> i & 1)) continue;
            au_view game = *view;
            au_fill_space(&game, i);
            au_play_out(&inner, &game, stock, game.rows_in_deck, draws);
            total[i] += game.discarded;
        }
    }
    return au_any_source(au_best_sources(sources, total), draws);
}

enum { AU_POLICY_COUNT = 8 };

static const au_policy au_policies[AU_POLICY_COUNT] = {
    {"never-fill", "leave every space empty", au_never_fill, 0, 0},
    {"random", "fill with any card, each as likely", au_random_fill, 0, 0},
    {"highest", "fill with the highest card", au_highest_card, 0, 0},
    {"most-uncovered", "fill with the card whose move leads to most discards at once", au_most_uncovered, 0, 0},
    {"aces-first", "fill with an ace if there is one", au_aces_first, 0, 0},
    {"look-ahead", "fill so that most cards are discarded before the next row; then the highest card",
     au_look_ahead, 0, 0},
    {"monte-carlo", "try each card on sampled stocks, play on at random, take the best mean score", au_monte_carlo,
     0, 0},
    {"tips", "heed the tips that people are given, each on or off", au_heed_tips, 31, 0},
};

#endif
