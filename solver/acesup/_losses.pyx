"""The search that learns from losses: compulsory discards, no cell, no pairs.

`lose` proves a position lost and tells what the proof looked at, or finds a win. What it tells is kept as a
learned loss (csrc/au_losses.h), so that every position that looks alike is lost at once. Lone cards that
may move and gaps are *free columns*: as long as a gap is there they can be exchanged at will, so they stay
sorted and every arrangement is tried only when a row is dealt (docs/algorithm.md).
"""

cimport cython
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from acesup._kernel cimport *

# Ends that are no loss, above every set of cards and floors.
cdef enum:
    WON_SHIFT = 62
    STOPPED_SHIFT = 63
cdef au_looked WON = <au_looked> 1 << WON_SHIFT
cdef au_looked STOPPED = <au_looked> 1 << STOPPED_SHIFT


@cython.final
cdef class Losses:
    def __cinit__(self, uint64_t losses_bytes):
        self.losses_bytes = losses_bytes

    def __dealloc__(self):
        free(self.child_stack)
        au_losses_free(&self.losses)

    cdef bint prepare(self):
        """Get the memory, at the first call; False if there is not enough."""
        if self.child_stack != NULL:
            return True
        au_losses_free(&self.losses)  # what an earlier attempt got
        if not au_losses_init(&self.losses, self.losses_bytes):
            return False
        self.child_stack = <au_child *> calloc(AU_PATH_MAX * AU_CHILDREN_MAX, sizeof(au_child))
        return self.child_stack != NULL

    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil:
        """Decide `start` under compulsory discards without cell or pairs; the verdict only, not the score."""
        cdef au_position position = start[0]
        cdef au_looked looked
        self.task = task
        self.depth = 0
        au_losses_clear(&self.losses)
        looked = self.lose(&position, 0, self.child_stack)
        if looked == WON:
            return AU_SOLVABLE
        return AU_UNKNOWN if looked == STOPPED else AU_UNSOLVABLE

    cdef au_looked lose(self, au_position *p, unsigned free_columns, au_child *free_children) noexcept nogil:
        """Prove *p lost: what the proof looked at. Or WON, the path in the task, or STOPPED by the budget."""
        cdef au_task *task = self.task
        cdef au_looked looked, below
        cdef int i
        if not au_enter(&task.budget):
            return STOPPED
        looked = au_discard_looking(&task.deck, p)
        if p.rows == task.deck.rows:
            if au_is_won(&task.deck, p):  # not before: without pairs every ace has to come first
                task.fewest_left = 0
                task.path_length = self.depth
                for i in range(self.depth):
                    task.path[i] = self.path[i][0]
                return WON
            below = self.lose_at_end(p, free_children)
            return looked | below if below < WON else below
        if au_has_gap(p):
            if task.collapses:
                looked |= au_uncover_aces(&task.deck, &task.rules, p)
            free_columns = au_free_columns(&task.deck, &task.rules, p, free_columns)
        elif p.rows == task.deck.rows - 1 and not free_columns:
            below = self.lose_children(p, au_tops(p), 0, free_children)  # cheaper to prove again than to keep
            return looked | below if below < WON else below
        if free_columns:
            au_sort_free_columns(p, free_columns)
        below = self.lose_or_recall(p, free_columns, free_children)
        return looked | below if below < WON else below

    cdef au_looked lose_at_end(self, au_position *p, au_child *free_children) noexcept nogil:
        """The same with the stock empty: all columns are alike."""
        cdef int column_of[4]
        cdef au_looked below
        if not au_has_gap(p):
            return au_tops(p) | au_looked_at_end(&self.task.deck, p)
        au_sort_by_suit(&self.task.deck, p, column_of)
        below = self.lose_or_recall(p, 0, free_children)
        return au_unsort_floors(below, column_of) if below < WON else below

    cdef inline au_looked lose_or_recall(self, au_position *p, unsigned free_columns,
                                         au_child *free_children) noexcept nogil:
        """Find a loss that covers *p, or prove it lost and keep that."""
        cdef au_task *task = self.task
        cdef au_looked below
        cdef uint64_t tops = au_tops(p)
        cdef au_loss position = au_loss_of(&self.losses, p.column, p.rows, free_columns)
        cdef au_loss *bucket = au_losses_bucket(
            &self.losses, au_cards_in_sight(&task.deck, &task.rules, p, tops), p.rows, free_columns)
        below = au_losses_find(bucket, &position)
        if below != 0:
            if task.audit != NULL:
                self.audit(p, free_columns)
            return below
        below = self.lose_children(p, tops, free_columns, free_children)
        if below < WON and not task.without & AU_LEARNED_LOSSES:
            au_losses_add(&self.losses, bucket, &position, below)
        return below

    cdef void audit(self, const au_position *p, unsigned free_columns) noexcept nogil:
        """Have the reuse of a loss for *p checked."""
        cdef au_undecided x
        au_decided(&x, p, free_columns)
        self.task.audit(self.task.audit_context, &x)

    cdef inline au_looked lose_children(self, au_position *p, uint64_t tops, unsigned free_columns,
                                        au_child *free_children) noexcept nogil:
        """Prove every child of *p lost, as `lose` does."""
        cdef au_task *task = self.task
        cdef au_children children
        cdef au_looked below
        if task.collapses and not free_columns and not au_has_gap(p):
            below = self.lose_next_row(p, free_children)
        else:
            children.child, children.count = free_children, 0
            below = au_floors_asked(&task.deck, &task.rules, p, free_columns)
            below |= au_list_fills(&task.deck, &task.rules, p, &children)
            if p.rows < task.deck.rows:
                below |= au_list_deals(&task.deck, &task.rules, task.collapses, p, free_columns, &children)
            if children.count == 0:
                below |= au_looked_at_end(&task.deck, p)
            elif children.count > 1:
                au_order_children(task.ordering, &task.deck, p, &children)
            below = self.lose_listed(&children, free_columns, below)
        return tops | below if below < WON else below

    cdef inline au_looked lose_next_row(self, au_position *p, au_child *free_children) noexcept nogil:
        """The same where the next row is all that can be played: most of a proof. A path with collapse is no
        line, so it need not be noted."""
        cdef au_task *task = self.task
        cdef au_position child
        cdef au_looked looked, below
        if p.rows == task.deck.rows - 1 and au_last_row_is_dead(&task.deck, p, &looked):
            return looked
        child = p[0]
        looked = au_deal_collapsed(&task.deck, &task.rules, &child)
        below = self.lose(&child, 0, free_children)
        return below if below >= WON else looked | below

    cdef inline au_looked lose_listed(self, au_children *children, unsigned free_columns,
                                      au_looked looked) noexcept nogil:
        """Prove the children lost, one after another; looked: what listing them looked at."""
        cdef au_looked below
        cdef au_position child
        cdef int i
        for i in range(children.count):
            self.path[self.depth] = &children.child[i]
            child = children.child[i].after
            self.depth += 1
            below = self.lose(&child, kept_free(&children.child[i], free_columns, &self.task.rules),
                              children.child + children.count)
            self.depth -= 1
            if below >= WON:
                return below
            looked |= below | children.child[i].looked
        return looked


cdef inline unsigned kept_free(const au_child *child, unsigned free_columns,
                               const au_rules *rules) noexcept nogil:
    """The free columns that a child takes over: a row ends the freedom, a filled gap joins it."""
    if child.kind != AU_FILL or not rules.lone_moves or not AU_GUARD(b"keep-free"):
        return 0
    free_columns |= 1 << child.target
    return free_columns if free_columns & (free_columns - 1) else 0
