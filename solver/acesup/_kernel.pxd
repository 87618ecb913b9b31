"""The C headers of csrc/, mirrored once: no other file says `cdef extern`."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "au_guard.h" nogil:
    bint AU_GUARD(const char *name)


cdef extern from "acesup_ordering.h" nogil:
    const char *ACESUP_ORDERING
    enum: AU_DECK_CARDS
    enum: AU_COLUMNS
    enum: AU_NO_CARD
    ctypedef struct au_rules:
        bint compulsory
        bint aces_only
        bint lone_moves
        bint must_fill
        bint cell
        bint pairs
    ctypedef struct au_deck:
        uint64_t higher[52]
        uint64_t lower[52]
        uint64_t cards
        uint64_t aces
        int rows
    ctypedef struct au_position:
        uint64_t column[4]
        uint8_t cell
        uint8_t rows
    ctypedef enum au_kind:
        AU_DEAL
        AU_DISCARD
        AU_PAIR
        AU_FILL
        AU_TO_CELL
        AU_FROM_CELL
        AU_DECIDE
    ctypedef struct au_child:
        au_position after
        uint8_t kind
        uint8_t card
        uint8_t other
        uint8_t target
        int32_t score
        uint64_t looked
    ctypedef struct au_look:
        const au_deck *deck
        const au_rules *rules
        const au_position *before
        const au_child *move
        const void *context
    ctypedef int (*au_score)(const au_look *look) noexcept nogil
    uint64_t au_bit(int card)
    uint64_t au_top(uint64_t column)
    uint64_t au_tops(const au_position *p)


cdef inline au_rules au_rules_of(rules):
    """The flags of an acesup.Rules."""
    cdef au_rules flags
    flags.compulsory = rules.discard == "compulsory"
    flags.aces_only = rules.fill == "aces"
    flags.lone_moves = rules.lone_moves
    flags.must_fill = rules.must_fill
    flags.cell = rules.cells == 1
    flags.pairs = rules.pairs
    return flags


cdef extern from "au_deck.h" nogil:
    void au_deck_init(au_deck *deck, const uint8_t *codes, int rows)
    void au_deck_count_stock(au_deck *deck)
    bint au_last_row_loses(const au_deck *deck, bint pairs)


cdef extern from "au_position.h" nogil:
    bint au_is_lone(uint64_t column)
    bint au_is_stacked(uint64_t column)
    int au_cards_left(const au_deck *deck, const au_position *p)
    bint au_is_won(const au_deck *deck, const au_position *p)


cdef extern from "au_switches.h" nogil:
    enum: AU_LAST_ROW
    enum: AU_SPECIAL_SEARCH
    enum: AU_LEARNED_LOSSES
    enum: AU_COLLAPSE
    enum: AU_DOMINATED
    enum: AU_HOPELESS
    enum: AU_AT_ONCE
    enum: AU_EVERYTHING
    ctypedef struct au_switch_entry:
        const char *name
        unsigned bit
        const char *idea
    const au_switch_entry *au_switches
    enum: AU_SWITCH_COUNT


cdef extern from "au_discards.h" nogil:
    unsigned au_safe_discards(const au_rules *rules)
    uint64_t au_discard_undisputed(const au_deck *deck, const au_rules *rules, unsigned safe, au_position *p)


cdef extern from "au_key.h" nogil:
    ctypedef struct au_key:
        uint64_t low
        uint64_t high


cdef extern from "au_table.h" nogil:
    enum: AU_TABLE_ENTRIES_MIN
    ctypedef struct au_table_set:
        au_key *entries
        uint64_t size_bytes
    bint au_table_init(au_table_set *table, uint64_t bytes)
    void au_table_free(au_table_set *table)
    void au_table_clear(au_table_set *table)
    bint au_table_add(au_table_set *table, au_key key)


cdef extern from "au_moves.h" nogil:
    enum: AU_ARRANGEMENTS_MAX
    enum: AU_CHILDREN_MAX
    ctypedef struct au_children:
        au_child *child
        int count
    ctypedef struct au_arrangements:
        au_position *position
        int count
    void au_list_arrangements(const au_deck *deck, const au_rules *rules, const au_position *p,
                              au_arrangements *list, au_children *children)
    void au_list_children(const au_deck *deck, const au_rules *rules, const au_arrangements *list,
                          au_children *children)
    au_key au_least_key(const au_arrangements *list)


cdef extern from "au_ordering.h" nogil:
    ctypedef struct au_ordering:
        au_score score
        const au_rules *rules
        const void *context
    enum: AU_PARAMETERS_MAX
    enum: AU_PARAMETER_LIMIT
    ctypedef struct au_parameter:
        const char *name
        int64_t value
    ctypedef struct au_ordering_entry:
        const char *name
        au_score score
        const char *idea
        au_parameter parameter[8]
    const au_ordering_entry *au_orderings
    enum: AU_ORDERING_COUNT
    void au_order_children(au_ordering ordering, const au_deck *deck, const au_position *before,
                           au_children *children)


cdef extern from "au_losses.h" nogil:
    ctypedef uint64_t au_looked
    ctypedef struct au_loss:
        pass
    ctypedef struct au_losses:
        pass
    bint au_losses_init(au_losses *losses, uint64_t bytes)
    void au_losses_free(au_losses *losses)
    void au_losses_clear(au_losses *losses)
    au_loss au_loss_of(const au_losses *losses, const uint64_t *column, int rows, unsigned free_columns)
    void au_loss_add_cell(au_loss *loss, int cell)
    au_loss *au_losses_bucket(const au_losses *losses, uint64_t seen, int rows, unsigned free_columns)
    au_looked au_losses_find(const au_loss *bucket, const au_loss *position)
    void au_losses_add(au_losses *losses, au_loss *bucket, const au_loss *position, au_looked looked)


cdef extern from "au_free.h" nogil:
    unsigned au_free_together(unsigned free_columns)
    unsigned au_free_after_fill(const au_rules *rules, unsigned free_columns, int gap)
    au_looked au_looked_at_end(const au_deck *deck, const au_position *p)
    void au_sort_free_columns(au_position *p, unsigned free_columns)


cdef extern from "au_collapse.h" nogil:
    bint au_collapses(const au_rules *rules)


cdef extern from "au_pool.h" nogil:
    au_looked au_discard_in_sight(const au_deck *deck, const au_rules *rules, unsigned safe,
                                  au_position *p)
    unsigned au_pool_columns(const au_deck *deck, const au_rules *rules, const au_position *p,
                             unsigned free_columns)
    au_looked au_pool_floors(const au_deck *deck, const au_rules *rules, const au_position *p,
                             unsigned free_columns)
    uint64_t au_pool_in_sight(const au_deck *deck, const au_rules *rules, const au_position *p)
    au_looked au_list_pool_children(const au_deck *deck, const au_rules *rules, const au_position *p,
                                    unsigned free_columns, au_children *children)


cdef extern from "au_ghosts.h" nogil:
    ctypedef struct au_undecided:
        uint64_t real[4]
        uint64_t ghost[4]
        uint64_t required
        uint8_t rows
        uint8_t free_columns
    ctypedef struct au_looked_at:
        uint64_t cards
        uint64_t floors
    uint64_t au_ghosts_above_top(const au_undecided *x, int column)
    void au_copy(au_undecided *to, const au_undecided *x)
    void au_decided(au_undecided *x, const au_position *p, unsigned free_columns)
    uint64_t au_requiring(const au_undecided *x, uint64_t ghosts)
    int au_real_cards_left(const au_deck *deck, const au_undecided *x)
    uint64_t au_all_ghosts(const au_undecided *x)
    uint64_t au_real_tops(const au_undecided *x)
    ctypedef enum au_family:
        AU_ANY_CARD
        AU_ANY_ACE
        AU_STACK_TOPS
    au_family au_family_of(const au_rules *rules)
    uint64_t au_nearest_loser(const au_deck *deck, const au_undecided *x)
    uint64_t au_discard_at_once(const au_deck *deck, au_family family, au_undecided *x, au_looked_at *looked)
    bint au_drop_useless_ghosts(const au_deck *deck, au_family family, uint64_t doubtful, au_undecided *x)
    uint64_t au_doubtful(const au_deck *deck, const au_undecided *x, const au_undecided *after)
    void au_settle_free_columns(const au_deck *deck, au_family family, au_undecided *x)


cdef extern from "au_hopeless.h" nogil:
    bint au_is_hopeless(const au_deck *deck, const au_undecided *x, au_looked_at *looked)


cdef extern from "au_trie.h" nogil:
    ctypedef struct au_trie:
        bint lemma_a
    bint au_trie_init(au_trie *trie, uint64_t bytes)
    void au_trie_free(au_trie *trie)
    void au_trie_forget(au_trie *trie)
    bint au_trie_find(const au_trie *trie, const au_deck *deck, au_family family, const au_undecided *x, int need,
                      au_looked_at *looked)
    bint au_trie_find_unsettled(const au_trie *trie, const au_deck *deck, au_family family, au_undecided *x,
                                au_looked_at *looked)
    void au_trie_keep(au_trie *trie, const au_deck *deck, au_family family, const au_undecided *x, int need,
                      au_looked_at looked)


cdef extern from "au_options.h" nogil:
    enum: AU_OPTIONS_MAX
    ctypedef struct au_option:
        au_undecided after
        int32_t score
        uint8_t kind
        uint8_t card
    ctypedef struct au_options:
        au_option *option
        int count
    void au_list_decisions(const au_deck *deck, au_family family, const au_undecided *x, au_options *options)
    void au_list_lazy_fills(const au_deck *deck, const au_rules *rules, const au_undecided *x,
                            au_options *options)
    void au_list_lazy_deals(const au_deck *deck, const au_undecided *x, au_options *options)
    void au_order_options(au_ordering ordering, const au_deck *deck, const au_undecided *x, au_options *options)
    au_option *au_next_option(au_options *options)
    void au_note_option(au_option *note, const au_option *option)
    void au_settle_path(const au_option *option, int length, au_child *path)


cdef extern from "au_budget.h" nogil:
    ctypedef enum au_reason:
        AU_WITHIN
        AU_NODE_LIMIT
        AU_TIME_LIMIT
        AU_MEMORY_LIMIT
        AU_INTERRUPTED
    ctypedef struct au_budget:
        uint64_t nodes
        uint64_t node_limit
        uint64_t next_look
        double deadline
        volatile int *stop
        int (*poll)(void *)
        void *poll_context
        double next_poll
        au_reason reason
    double au_now()
    void au_ask_outside(au_budget *budget)
    void au_end(au_budget *budget, au_reason reason)
    bint au_enter(au_budget *budget)


cdef extern from "au_task.h" nogil:
    enum: AU_PATH_MAX
    ctypedef enum au_verdict:
        AU_UNSOLVABLE
        AU_SOLVABLE
        AU_UNKNOWN
    ctypedef struct au_task:
        au_deck deck
        au_rules rules
        au_ordering ordering
        unsigned without
        unsigned safe
        bint collapses
        bint for_score
        au_budget budget
        au_child path[128]
        int path_length
        void (*audit)(void *context, const au_undecided *x, int cell) noexcept nogil
        void *audit_context
        int fewest_left


cdef extern from "au_lose.h" nogil:
    const au_looked AU_WON
    const au_looked AU_STOPPED
    ctypedef struct au_loser:
        pass
    bint au_loser_init(au_loser *loser, uint64_t losses_bytes)
    void au_loser_free(au_loser *loser)
    au_verdict au_loser_run(au_loser *loser, au_task *task, const au_position *start)


cdef extern from "au_numbers.h" nogil:
    ctypedef struct au_draws:
        pass
    au_draws au_draws_of(uint64_t seed, uint64_t index, uint64_t stream)
    uint32_t au_draw_below(au_draws *draws, uint32_t n)
    void au_deal_ms(uint32_t number, uint8_t *deck)
    void au_deal_rng(uint64_t seed, uint64_t index, const uint8_t *start, int size, uint8_t *deck)


cdef extern from "au_view.h" nogil:
    ctypedef struct au_view:
        uint64_t unseen
        au_rules rules
        uint8_t rows, rows_in_deck
        uint8_t discarded
        uint8_t cell
        uint8_t height[4]
        uint8_t cards[4][13]
    au_view au_view_of(const au_rules *rules, const uint8_t *deck, int rows)
    void au_show_row(au_view *view, const uint8_t *row)
    bint au_all_discarded(const au_view *view)


cdef extern from "au_policy.h" nogil:
    ctypedef struct au_policy:
        const char *name
        const char *idea
        unsigned tips
        int32_t samples


cdef extern from "au_playout.h" nogil:
    enum: AU_POLICY_COUNT
    const au_policy au_policies[]
    void au_play_out(const au_policy *policy, au_view *view, const uint8_t *stock, int rows, au_draws *draws)
    int au_sample_stock(const au_view *view, au_draws *draws, uint8_t *stock)
