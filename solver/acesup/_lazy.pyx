"""The search that decides late: optional discards, no cell, no pairs.

A card that may be discarded becomes a ghost, discarded or withheld (csrc/au_ghosts.h); it is decided when it
matters. What proofs of loss looked at is learned (csrc/au_trie.h) and answers for every position that looks
alike. docs/algorithm.md sets out why each step is sound.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from acesup._kernel cimport *

cdef enum:
    LOST = 0
    WON = 1
    STOPPED = 2


cdef class Lazy:
    def __cinit__(self, uint64_t trie_bytes):
        self.trie_bytes = trie_bytes

    def __dealloc__(self):
        free(self.option_stack)
        au_trie_free(&self.trie)

    cdef bint prepare(self):
        """Get the memory, at the first call; False if there is not enough."""
        if self.option_stack != NULL:
            return True
        au_trie_free(&self.trie)  # what an earlier attempt got
        if not au_trie_init(&self.trie, self.trie_bytes):
            return False
        self.option_stack = <au_option *> calloc(AU_PATH_MAX * AU_OPTIONS_MAX, sizeof(au_option))
        return self.option_stack != NULL

    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil:
        """Decide `start` under optional discards, or find its best score."""
        cdef au_undecided x
        cdef au_looked_at looked
        cdef int end
        self.task = task
        self.family = au_family_of(&task.rules)
        self.trie.lemma_a = self.family == AU_ANY_CARD and not task.for_score
        self.learns = not task.without & AU_LEARNED_LOSSES
        self.asks_dominated = (
            (self.trie.lemma_a or not AU_GUARD(b"dominated-lemma-a")) and not task.without & AU_DOMINATED)
        self.asks_hopeless = (
            task.rules.aces_only and not (task.for_score and AU_GUARD(b"hope-score"))
            and not task.without & AU_HOPELESS)
        self.depth = 0
        au_trie_forget(&self.trie)
        au_deck_count_stock(&task.deck)
        au_decided(&x, start, 0)
        end = self.lose(&x, 0, self.option_stack, &looked)
        return AU_SOLVABLE if end == WON else AU_UNSOLVABLE if end == LOST else AU_UNKNOWN

    cdef int lose(self, au_undecided *x, uint64_t doubtful, au_option *free_options,
                  au_looked_at *looked) noexcept nogil:
        """Prove *x lost, and say what the proof looked at; or WON or STOPPED.

        Of the ghosts only the doubtful ones may be useless. For the score, lost means that no position below
        has fewer cards left than the best one seen.
        """
        cdef au_task *task = self.task
        cdef au_looked_at below
        cdef int end
        if not self.enter():
            return STOPPED
        self.settle(x, doubtful, looked)
        if self.improve(x):
            return WON
        if self.is_known(x, &below) or (self.asks_dominated and self.is_dominated(x, &below)):
            if task.audit != NULL:
                task.audit(task.audit_context, x, AU_NO_CARD)
        else:
            below.cards, below.floors = self.cards_asked(x), self.floors_asked(x)
            if not self.asks_hopeless or not au_is_hopeless(&task.deck, x, &below):
                end = self.lose_options(x, free_options, &below)
                if end != LOST:
                    return end
                if self.learns:
                    au_trie_keep(&self.trie, &task.deck, self.family, x, self.need(x), below)
        looked.cards |= below.cards
        looked.floors |= below.floors
        return LOST

    cdef bint enter(self) noexcept nogil:
        """Spend a position of the budget; False where the search has to end."""
        if self.depth == AU_PATH_MAX:
            au_end(&self.task.budget, AU_MEMORY_LIMIT)
        return au_enter(&self.task.budget)

    cdef void settle(self, au_undecided *x, uint64_t doubtful, au_looked_at *looked) noexcept nogil:
        """Discard what costs nothing, drop ghosts that cannot matter, sort the free columns."""
        cdef au_task *task = self.task
        looked.cards, looked.floors = 0, 0
        while True:
            doubtful |= au_discard_at_once(&task.deck, self.family, x, looked)
            if not au_drop_useless_ghosts(&task.deck, self.family, doubtful, x):
                break
            doubtful = 0
        if self.trie.lemma_a:
            looked.floors = 0
        au_settle_free_columns(&task.deck, self.family, x)

    cdef bint improve(self, const au_undecided *x) noexcept nogil:
        """Note the path to a win, or for the score to fewer cards left than before; True if it is a win."""
        cdef au_task *task = self.task
        cdef int left = au_real_cards_left(&task.deck, x)
        if left < task.fewest_left:
            task.fewest_left = left
            if left == 0 or task.for_score:
                task.path_length = self.depth
                au_settle_path(self.path, self.depth, task.path)
        return left == 0

    cdef int need(self, const au_undecided *x) noexcept nogil:
        """For the score: cards that must still go to leave fewer than at best so far; 0 for a verdict."""
        if not self.task.for_score:
            return 0
        return au_real_cards_left(&self.task.deck, x) - self.task.fewest_left + 1

    cdef bint is_known(self, const au_undecided *x, au_looked_at *looked) noexcept nogil:
        return au_trie_find(&self.trie, &self.task.deck, self.family, x, self.need(x), looked)

    cdef uint64_t cards_asked(self, const au_undecided *x) noexcept nogil:
        """The tops; for the score also the ghosts that are kept if others are, since they count."""
        cdef bint count = self.task.for_score and AU_GUARD(b"count-required")
        return au_real_tops(x) | (x.required & au_all_ghosts(x) if count else 0)

    cdef uint64_t floors_asked(self, const au_undecided *x) noexcept nogil:
        """The tops under which it matters here whether the column goes on (csrc/au_trie.h)."""
        cdef uint64_t asked = 0
        cdef int i
        cdef bint gap = not (x.real[0] and x.real[1] and x.real[2] and x.real[3])
        cdef bint aces_on_top = x.rows == self.task.deck.rows and not au_real_tops(x) & ~self.task.deck.aces
        for i in range(AU_COLUMNS):
            if self.trie.lemma_a:
                if au_is_stacked(x.real[i]) and (gap or aces_on_top):
                    asked |= au_top(x.real[i])
            elif au_is_lone(x.real[i]):
                if (x.free_columns >> i & 1) and AU_GUARD(b"asked-free"):
                    asked |= x.real[i]
                if gap and self.family != AU_ANY_ACE and AU_GUARD(b"asked-lone"):
                    asked |= x.real[i]
        return asked

    cdef int lose_options(self, au_undecided *x, au_option *free_options, au_looked_at *looked) noexcept nogil:
        """Prove every option lost, as `lose` does."""
        cdef au_task *task = self.task
        cdef au_options options
        cdef au_option *option
        cdef au_looked_at below
        cdef int end
        options.option, options.count = free_options, 0
        if self.family != AU_ANY_CARD:
            if x.rows == task.deck.rows and not task.for_score and not au_real_tops(x) & ~task.deck.aces:
                if AU_GUARD(b"nearest-loser"):
                    looked.cards |= au_nearest_loser(&task.deck, x)
        au_list_decisions(&task.deck, self.family, x, &options)
        if self.family == AU_ANY_CARD:
            au_list_lazy_fills(&task.deck, &task.rules, x, &options)
        au_list_lazy_deals(&task.deck, x, &options)
        if self.family != AU_ANY_CARD:
            au_list_lazy_fills(&task.deck, &task.rules, x, &options)
        au_order_options(task.ordering, &task.deck, x, &options)
        option = au_next_option(&options)
        while option != NULL:
            au_note_option(&self.path[self.depth], option)
            self.depth += 1
            end = self.lose(&option.after, au_doubtful(&task.deck, x, &option.after),
                            free_options + options.count, &below)
            self.depth -= 1
            if end != LOST:
                return end
            looked.cards |= below.cards
            looked.floors |= below.floors
            if self.family == AU_ANY_ACE and option.kind == AU_FILL:
                looked.floors |= au_bit(option.card) & alone(x)
            option = au_next_option(&options)
        return LOST

    cdef bint is_dominated(self, const au_undecided *x, au_looked_at *looked) noexcept nogil:
        """Is a position lost that is no worse: one with fewer cards in a column?"""
        cdef au_undecided y
        cdef uint64_t top
        cdef int i
        cdef bint uncertain, gap = not (x.real[0] and x.real[1] and x.real[2] and x.real[3])
        for i in range(AU_COLUMNS):
            if not x.real[i]:
                continue
            top = au_top(x.real[i])
            uncertain = au_ghosts_above_top(x, i) and AU_GUARD(b"dominated-certain")
            if gap and top != x.real[i] and not uncertain:
                au_copy(&y, x)
                y.real[i], y.ghost[i] = top, 0
                if au_trie_find_unsettled(&self.trie, &self.task.deck, self.family, &y, looked):
                    return True
            au_copy(&y, x)
            y.real[i], y.ghost[i] = 0, 0
            if au_trie_find_unsettled(&self.trie, &self.task.deck, self.family, &y, looked):
                return True
        return False


cdef inline uint64_t alone(const au_undecided *x) noexcept nogil:
    """The real cards that are the only ones of their columns."""
    cdef uint64_t cards = 0
    cdef int i
    for i in range(AU_COLUMNS):
        if au_is_lone(x.real[i]):
            cards |= x.real[i]
    return cards
