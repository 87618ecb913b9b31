/* From an undecided position to its children: decide a ghost, fill a gap, deal a row.
 *
 * A ghost is decided only where the decision does something at once: the card made certain discards a real
 * top of another column (docs/algorithm.md, "Only decisions that count").
 */
#ifndef AU_OPTIONS_H
#define AU_OPTIONS_H
#include "au_ghosts.h"
#include "au_ordering.h"

enum { AU_OPTIONS_MAX = 96 };

typedef enum { AU_DECIDE = 16, AU_LAZY_FILL, AU_LAZY_DEAL } au_option_kind;

typedef struct {
    au_undecided after;
    int32_t score;
    uint8_t kind;
    uint8_t card; /* that a fill moves */
} au_option;

typedef struct {
    au_option *option;
    int count;
} au_options;

static inline au_undecided *au_add_option(au_options *options, const au_undecided *x, au_option_kind kind,
                                          int card) {
    au_option *option = &options->option[options->count++];
    option->after = *x;
    option->score = 0;
    option->kind = (uint8_t)kind;
    option->card = (uint8_t)card;
    return &option->after;
}

/* Columns with ghosts above their top: make the top certain, or keep one of the ghosts. */
static inline void au_list_decisions(const au_deck *deck, const au_undecided *x, au_options *options) {
    uint64_t tops = au_real_tops(x);
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t above = au_ghosts_above_top(x, i), top = au_top(x->real[i]);
        if (!above) continue;
        if (top && (deck->lower[au_top_card(top)] & tops & ~top))
            au_add_option(options, x, AU_DECIDE, 0)->ghost[i] &= ~above;
        for (uint64_t rest = above; rest; rest &= rest - 1) {
            int ghost = __builtin_ctzll(rest);
            if (deck->lower[ghost] & tops & ~top) au_keep_ghost(au_add_option(options, x, AU_DECIDE, 0), i, ghost);
        }
    }
}

/* With a gap: a stack's real top fills it; a lone card without its ghosts becomes free. */
static inline void au_list_lazy_fills(const au_undecided *x, au_options *options) {
    int gap = 0;
    while (gap < AU_COLUMNS && x->real[gap]) gap++;
    if (gap == AU_COLUMNS) return;
    for (int i = 0; i < AU_COLUMNS; i++) {
        if (!x->real[i]) continue;
        if (!au_is_stacked(x->real[i])) {
            if (x->ghost[i]) au_add_option(options, x, AU_DECIDE, 0)->ghost[i] = 0;
            continue;
        }
        uint64_t top = au_top(x->real[i]);
        au_undecided *after = au_add_option(options, x, AU_LAZY_FILL, au_top_card(top));
        after->ghost[i] &= ~au_ghosts_above_top(x, i);
        after->real[i] ^= top;
        after->real[gap] = top;
        after->free_columns |= (uint8_t)(1u << gap);
    }
}

/* The next row, on every arrangement of the free columns from column i on. */
static inline void au_list_lazy_deals(const au_deck *deck, au_undecided x, int i, au_options *options) {
    if (x.rows == deck->rows) return;
    while (i < AU_COLUMNS && !(x.free_columns >> i & 1)) i++;
    if (i >= AU_COLUMNS) {
        au_undecided *after = au_add_option(options, &x, AU_LAZY_DEAL, AU_NO_CARD);
        for (int c = 0; c < AU_COLUMNS; c++) after->real[c] |= au_bit(4 * x.rows + c);
        after->rows++;
        after->free_columns = 0;
        return;
    }
    au_list_lazy_deals(deck, x, i + 1, options);
    for (int j = i + 1; j < AU_COLUMNS; j++) {
        if (!(x.free_columns >> j & 1) || x.real[j] == x.real[i]) continue;
        uint64_t column = x.real[i];
        x.real[i] = x.real[j];
        x.real[j] = column;
        au_list_lazy_deals(deck, x, i + 1, options);
    }
}

#endif
