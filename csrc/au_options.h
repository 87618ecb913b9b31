/* From an undecided position to its children: decide a ghost, fill a gap, deal a row.
 *
 * A ghost is decided only where the decision does something at once: the card made certain discards a top of
 * another column (docs/algorithm.md, "Only decisions that count").
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
    bool tried;
} au_option;

typedef struct {
    au_option *option;
    int count;
} au_options;

static inline au_undecided *au_add_option(au_options *options, const au_undecided *x, au_kind kind, int card) {
    au_option *option = &options->option[options->count++];
    au_copy(&option->after, x);
    option->score = 0;
    option->tried = false;
    option->kind = (uint8_t)kind;
    option->card = (uint8_t)card;
    return &option->after;
}

/* Make a card of column i certain: its top, or a ghost above that, which is then kept; other ghosts have gone. */
static inline void au_list_decision(const au_undecided *x, int i, int card, uint64_t gone, au_options *options) {
    au_undecided *after = au_add_option(options, x, AU_DECIDE, AU_NO_CARD);
    au_forgo(after, gone);
    if (!(x->real[i] & au_bit(card)) && !((after->ghost[i] & au_bit(card)) && au_keep_ghost(after, i, card)))
        options->count--;
}

/* Decisions after which a card of column i can discard a ghost of column j that others require, some of which
 * may be kept. */
static inline void au_list_loosening(const au_deck *deck, const au_undecided *x, const au_top_set *tops, int i,
                                     int card, int j, au_options *options) {
    uint64_t over = tops->over[i] & au_above(card);
    for (uint64_t rest = tops->over[j] & x->required & deck->lower[card]; rest; rest &= rest - 1) {
        int ghost = __builtin_ctzll(rest);
        uint64_t gone = au_with_requiring(x, over | (tops->over[j] & au_above(ghost)));
        bool possible = !(gone & (au_bit(ghost) | au_bit(card)));
        if (possible && (x->by[ghost] & ~gone)) au_list_decision(x, i, card, gone, options);
    }
}

/* What column i can do to the tops of the others once its ghosts are decided: make its top certain, which where
 * it may discard with ghosts above counts for ghosts alone, or keep a ghost above it. */
static inline void au_list_decisions(const au_deck *deck, au_family family, const au_undecided *x,
                                     au_options *options) {
    au_top_set tops;
    au_see_tops(&tops, x, 15);
    uint64_t over = tops.over[0] | tops.over[1] | tops.over[2] | tops.over[3];
    uint64_t required = family == AU_ANY_CARD ? 0 : over & x->required;
    for (int i = 0; i < AU_COLUMNS; i++) {
        uint64_t deciding = tops.over[i] | (required || tops.over[i] ? tops.top[i] : 0);
        for (uint64_t rest = deciding; rest; rest ^= au_top(rest)) { /* fewest decisions first */
            int card = au_top_card(rest);
            bool discards = (deck->lower[card] & tops.all & ~tops.top[i]) != 0;
            if (discards && (family == AU_ANY_CARD || !(tops.top[i] & au_bit(card))))
                au_list_decision(x, i, card, tops.over[i] & au_above(card), options);
            if (!(deck->lower[card] & required & ~tops.over[i])) continue;
            for (int j = 0; j < AU_COLUMNS; j++)
                if (j != i) au_list_loosening(deck, x, &tops, i, card, j, options);
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
            if (x->ghost[i]) au_forgo(au_add_option(options, x, AU_DECIDE, AU_NO_CARD), x->ghost[i]);
            continue;
        }
        uint64_t top = au_top(x->real[i]);
        au_undecided *after = au_add_option(options, x, AU_FILL, au_top_card(top));
        au_forgo(after, au_ghosts_above_top(x, i));
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
        else if (!x->real[i]) au_forgo(au_add_option(options, x, AU_DECIDE, AU_NO_CARD), x->ghost[i]);
    }
    for (int i = 0; i < AU_COLUMNS && gap < AU_COLUMNS; i++) {
        uint64_t top = au_top(x->real[i]);
        if (!(top & aces) || (x->free_columns >> i & 1)) continue;
        au_undecided *after = au_add_option(options, x, AU_FILL, au_top_card(top));
        au_forgo(after, au_ghosts_above_top(x, i));
        after->real[i] ^= top;
        after->real[gap] = top;
        after->free_columns = AU_GUARD("keep-free") ? (uint8_t)(x->free_columns | 1u << gap) : 0;
    }
}

/* The top of column i, real or kept, fills a gap; a card must stay under it, so one of the ghosts below is
 * kept where no real card is there. */
static inline void au_list_stack_fill(const au_undecided *x, int i, int card, int gap, au_options *options) {
    au_undecided after;
    au_copy(&after, x);
    if (x->real[i] & au_bit(card)) au_forgo(&after, au_ghosts_above_top(x, i));
    else if (!au_keep_ghost(&after, i, card)) return;
    after.real[i] ^= au_bit(card);
    if (after.real[i]) {
        au_add_option(options, &after, AU_FILL, card)->real[gap] = au_bit(card);
        return;
    }
    for (uint64_t below = after.ghost[i] & (au_bit(card) - 1); below; below ^= au_top(below)) {
        au_undecided *kept = au_add_option(options, &after, AU_FILL, card);
        if (au_keep_ghost(kept, i, au_top_card(below))) kept->real[gap] = au_bit(card);
        else options->count--;
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
            if (wanted) au_forgo(au_add_option(options, x, AU_DECIDE, AU_NO_CARD), x->ghost[gap]);
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

static inline void au_list_lazy_deal(const au_undecided *x, const uint64_t *column, au_options *options) {
    au_undecided *after = au_add_option(options, x, AU_DEAL, AU_NO_CARD);
    for (int i = 0; i < AU_COLUMNS; i++) after->real[i] = column[i] | au_bit(4 * x->rows + i);
    after->rows++;
    after->free_columns = 0;
    after->fresh = 0;
}

/* The next row, on every arrangement of the free columns from column i on. */
static inline void au_list_arranged_deals(const au_undecided *x, uint64_t *column, int i, au_options *options) {
    while (i < AU_COLUMNS && !(x->free_columns >> i & 1)) i++;
    if (i >= AU_COLUMNS) {
        au_list_lazy_deal(x, column, options);
        return;
    }
    uint64_t kept[AU_COLUMNS];
    memcpy(kept, column, sizeof kept);
    au_list_arranged_deals(x, column, i + 1, options);
    for (int j = i + 1; j < AU_COLUMNS && AU_GUARD("arrange"); j++) {
        if (!(x->free_columns >> j & 1) || column[j] == column[i]) continue;
        uint64_t other = column[i];
        column[i] = column[j];
        column[j] = other;
        au_list_arranged_deals(x, column, i + 1, options);
    }
    memcpy(column, kept, sizeof kept);
}

static inline void au_list_lazy_deals(const au_deck *deck, const au_undecided *x, au_options *options) {
    uint64_t column[AU_COLUMNS] = {x->real[0], x->real[1], x->real[2], x->real[3]};
    if (x->rows < deck->rows) au_list_arranged_deals(x, column, 0, options);
}

/* What an ordering sees of an undecided position: its real cards. */
static inline au_position au_real_position(const au_undecided *x) {
    return (au_position){{x->real[0], x->real[1], x->real[2], x->real[3]}, AU_NO_CARD, x->rows};
}

/* Score the options. */
static inline void au_order_options(au_ordering ordering, const au_deck *deck, const au_undecided *x,
                                    au_options *options) {
    if (!ordering.score) return;
    au_position before = au_real_position(x);
    au_look look = {deck, ordering.rules, &before, NULL, ordering.context};
    for (int i = 0; i < options->count; i++) {
        au_option *option = &options->option[i];
        au_child child = {au_real_position(&option->after), option->kind, option->card, AU_NO_CARD, 0, 0, 0};
        look.move = &child;
        option->score = ordering.score(&look);
    }
}

/* The option to try next: of those not tried yet the one with the highest score, of equal ones the first. */
static inline au_option *au_next_option(au_options *options) {
    au_option *next = NULL;
    for (int i = 0; i < options->count; i++) {
        au_option *option = &options->option[i];
        if (!option->tried && (!next || option->score > next->score)) next = option;
    }
    if (next) next->tried = true;
    return next;
}

/* What a path keeps of an option: the position as it is before anything is discarded. */
static inline void au_note_option(au_option *note, const au_option *option) {
    au_copy(&note->after, &option->after);
    note->kind = option->kind;
    note->card = option->card;
}

/* The path of a win as positions that can be played: a ghost that is real later was withheld until then, and so
 * was what it required. */
static inline void au_settle_path(const au_option *option, int length, au_child *path) {
    uint64_t present = 0;
    for (int n = length - 1; n >= 0; n--) {
        const au_undecided *x = &option[n].after;
        present = (present | au_real_cards(x)) & au_rows_through(x->rows - 1);
        for (uint64_t rest = x->required & au_all_ghosts(x); rest; rest &= rest - 1)
            if (x->by[__builtin_ctzll(rest)] & present) present |= rest & (0 - rest);
        path[n] = (au_child){au_real_position(x), option[n].kind, option[n].card, AU_NO_CARD, 0, 0, 0};
        for (int i = 0; i < AU_COLUMNS; i++) path[n].after.column[i] |= x->ghost[i] & present;
    }
}

#endif
