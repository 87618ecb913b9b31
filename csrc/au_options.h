/* From an undecided position to its children: decide a ghost, fill a gap, deal a row.
 *
 * A ghost is decided only where the decision does something at once: the card made certain discards a real
 * top of another column (docs/algorithm.md, "Only decisions that count").
 */
#ifndef AU_OPTIONS_H
#define AU_OPTIONS_H
#include "au_ghosts.h"
#include "au_ordering.h"

enum { AU_OPTIONS_MAX = 512 };

typedef struct {
    au_undecided after;
    int32_t score;
    uint8_t kind;
    uint8_t card; /* that a fill moves, or AU_NO_CARD */
} au_option;

typedef struct {
    au_option *option;
    int count;
} au_options;

static inline au_undecided *au_add_option(au_options *options, const au_undecided *x, au_kind kind, int card) {
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
            au_add_option(options, x, AU_DECIDE, AU_NO_CARD)->ghost[i] &= ~above;
        for (uint64_t rest = above; rest; rest &= rest - 1) {
            int ghost = __builtin_ctzll(rest);
            if (deck->lower[ghost] & tops & ~top)
                au_keep_ghost(au_add_option(options, x, AU_DECIDE, AU_NO_CARD), i, ghost);
        }
    }
}

/* Any card fills (lemma A): a stack's real top; a lone card rid of its ghosts becomes free. */
static inline void au_list_fills_by_any(const au_undecided *x, au_options *options) {
    int gap = 0;
    while (gap < AU_COLUMNS && x->real[gap]) gap++;
    for (int i = 0; i < AU_COLUMNS && gap < AU_COLUMNS; i++) {
        if (!x->real[i]) continue;
        if (!au_is_stacked(x->real[i])) {
            if (x->ghost[i]) au_add_option(options, x, AU_DECIDE, AU_NO_CARD)->ghost[i] = 0;
            continue;
        }
        uint64_t top = au_top(x->real[i]);
        au_undecided *after = au_add_option(options, x, AU_FILL, au_top_card(top));
        after->ghost[i] &= ~au_ghosts_above_top(x, i);
        after->real[i] ^= top;
        after->real[gap] = top;
        after->free_columns = AU_GUARD("keep-free") ? (uint8_t)(x->free_columns | 1u << gap) : 0;
    }
}

/* Aces fill: the ghosts of a column without real cards may all have gone, which makes a gap; and an ace on
 * top, if it is not free already, fills one. */
static inline void au_list_fills_by_aces(const au_deck *deck, const au_undecided *x, au_options *options) {
    int gap = AU_COLUMNS;
    uint64_t aces = au_real_tops(x) & deck->aces;
    for (int i = 0; i < AU_COLUMNS && aces; i++) {
        if (au_is_gap(x, i)) gap = i;
        else if (!x->real[i]) au_add_option(options, x, AU_DECIDE, AU_NO_CARD)->ghost[i] = 0;
    }
    for (int i = 0; i < AU_COLUMNS && gap < AU_COLUMNS; i++) {
        uint64_t top = au_top(x->real[i]);
        if (!(top & aces) || (x->free_columns >> i & 1)) continue;
        au_undecided *after = au_add_option(options, x, AU_FILL, au_top_card(top));
        after->ghost[i] &= ~au_ghosts_above_top(x, i);
        after->real[i] ^= top;
        after->real[gap] = top;
        after->free_columns = AU_GUARD("keep-free") ? (uint8_t)(x->free_columns | 1u << gap) : 0;
    }
}

/* The top of column i, real or kept, fills a gap; a card must stay under it, so one of the ghosts below is
 * kept where no real card is there. */
static inline void au_list_stack_fill(const au_undecided *x, int i, int card, int gap, au_options *options) {
    au_undecided after = *x;
    if (x->real[i] & au_bit(card)) after.ghost[i] &= ~au_ghosts_above_top(x, i);
    else au_keep_ghost(&after, i, card);
    after.real[i] ^= au_bit(card);
    if (after.real[i]) {
        au_add_option(options, &after, AU_FILL, card)->real[gap] = au_bit(card);
        return;
    }
    for (uint64_t below = after.ghost[i] & (au_bit(card) - 1); below; below ^= au_top(below)) {
        au_undecided *kept = au_add_option(options, &after, AU_FILL, card);
        au_keep_ghost(kept, i, au_top_card(below));
        kept->real[gap] = au_bit(card);
    }
}

/* Lone cards stay: only the top of a stack, real or undecided, fills a gap. */
static inline void au_list_fills_by_stacks(const au_deck *deck, const au_rules *rules, const au_undecided *x,
                                           au_options *options) {
    bool stacked[AU_COLUMNS];
    for (int i = 0; i < AU_COLUMNS; i++) stacked[i] = au_is_stacked(x->real[i] | x->ghost[i]);
    for (int gap = 0; gap < AU_COLUMNS; gap++) {
        if (x->real[gap]) continue;
        if (!au_is_gap(x, gap)) {
            bool wanted = (stacked[0] && gap != 0) || (stacked[1] && gap != 1) || (stacked[2] && gap != 2) ||
                          (stacked[3] && gap != 3);
            if (wanted) au_add_option(options, x, AU_DECIDE, AU_NO_CARD)->ghost[gap] = 0;
            continue;
        }
        for (int i = 0; i < AU_COLUMNS; i++) {
            if (!stacked[i]) continue;
            uint64_t tops = au_ghosts_above_top(x, i) | au_top(x->real[i]);
            for (uint64_t rest = rules->aces_only ? tops & deck->aces : tops; rest; rest &= rest - 1)
                au_list_stack_fill(x, i, __builtin_ctzll(rest), gap, options);
        }
    }
}

static inline void au_list_lazy_fills(const au_deck *deck, const au_rules *rules, const au_undecided *x,
                                      au_options *options) {
    switch (au_family_of(rules)) {
    case AU_ANY_CARD: au_list_fills_by_any(x, options); break;
    case AU_ANY_ACE: au_list_fills_by_aces(deck, x, options); break;
    case AU_STACK_TOPS: au_list_fills_by_stacks(deck, rules, x, options); break;
    }
}

/* The next row, on every arrangement of the free columns from column i on. */
static inline void au_list_lazy_deals(const au_deck *deck, au_undecided x, int i, au_options *options) {
    if (x.rows == deck->rows) return;
    while (i < AU_COLUMNS && !(x.free_columns >> i & 1)) i++;
    if (i >= AU_COLUMNS) {
        au_undecided *after = au_add_option(options, &x, AU_DEAL, AU_NO_CARD);
        for (int c = 0; c < AU_COLUMNS; c++) after->real[c] |= au_bit(4 * x.rows + c);
        after->rows++;
        after->free_columns = 0;
        return;
    }
    au_list_lazy_deals(deck, x, i + 1, options);
    for (int j = i + 1; j < AU_COLUMNS && AU_GUARD("arrange"); j++) {
        if (!(x.free_columns >> j & 1) || x.real[j] == x.real[i]) continue;
        uint64_t column = x.real[i];
        x.real[i] = x.real[j];
        x.real[j] = column;
        au_list_lazy_deals(deck, x, i + 1, options);
    }
}

/* What an ordering sees of an undecided position: its real cards. */
static inline au_position au_real_position(const au_undecided *x) {
    return (au_position){{x->real[0], x->real[1], x->real[2], x->real[3]}, AU_NO_CARD, x->rows};
}

/* Score the options and sort them, the highest first; equal scores keep their order. */
static inline void au_order_options(au_ordering ordering, const au_deck *deck, const au_undecided *x,
                                    au_options *options) {
    if (!ordering.score) return;
    au_position before = au_real_position(x);
    au_look look = {deck, ordering.rules, &before, NULL, ordering.context};
    for (int i = 0; i < options->count; i++) {
        au_option option = options->option[i];
        au_child child = {au_real_position(&option.after), option.kind, option.card, AU_NO_CARD, 0, 0, 0};
        look.move = &child;
        option.score = ordering.score(&look);
        int j = i;
        for (; j > 0 && options->option[j - 1].score < option.score; j--)
            options->option[j] = options->option[j - 1];
        options->option[j] = option;
    }
}

/* The path of a win as positions that can be played: a ghost that is real later was withheld until then. */
static inline void au_settle_path(const au_option *option, int length, au_child *path) {
    uint64_t present = 0;
    for (int n = length - 1; n >= 0; n--) {
        const au_undecided *x = &option[n].after;
        present = (present | au_real_cards(x)) & au_rows_through(x->rows - 1);
        path[n] = (au_child){au_real_position(x), option[n].kind, option[n].card, AU_NO_CARD, 0, 0, 0};
        for (int i = 0; i < AU_COLUMNS; i++) path[n].after.column[i] |= x->ghost[i] & present;
    }
}

#endif
