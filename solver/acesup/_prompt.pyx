"""The search that learns from losses and decides each discard at once: with a cell, with pairs, and optional
discards with must_fill, where no proof lets it decide late.

As in the search for compulsory discards (csrc/au_lose.h) `lose` proves a position lost and tells what the proof
looked at, or finds a win. Discards that need no decision are made, the others are moves. Lone cards, gaps and the
cell are kept in order as one pool (csrc/au_pool.h).
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from acesup._kernel cimport *


@cython.final
cdef class Prompt:
    def __cinit__(self, uint64_t losses_bytes):
        self.losses_bytes = losses_bytes

    def __dealloc__(self):
        self.release()

    cdef void release(self):
        free(self.child_stack)
        self.child_stack = NULL
        au_losses_free(&self.losses)

    cdef bint prepare(self):
        """Get the memory, at the first call; False if there is not enough."""
        if self.child_stack != NULL:
            return True
        self.release()  # what an earlier attempt got
        if not au_losses_init(&self.losses, self.losses_bytes):
            return False
        self.child_stack = <au_child *> calloc(AU_PATH_MAX * AU_CHILDREN_MAX, sizeof(au_child))
        return self.child_stack != NULL

    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil:
        """Decide `start`; the verdict only, not the score."""
        cdef au_position position = start[0]
        cdef au_looked looked
        self.task = task
        self.depth = 0
        au_losses_clear(&self.losses)
        looked = self.lose(&position, 0, self.child_stack)
        if looked == AU_WON:
            return AU_SOLVABLE
        return AU_UNKNOWN if looked == AU_STOPPED else AU_UNSOLVABLE

    cdef au_looked lose(self, au_position *p, unsigned free_columns, au_child *free_children) noexcept nogil:
        """Prove *p lost: what the proof looked at. Or AU_WON, the path in the task, or AU_STOPPED by the budget."""
        cdef au_task *task = self.task
        cdef au_looked looked, below
        if not au_enter(&task.budget):
            return AU_STOPPED
        looked = au_discard_in_sight(&task.deck, &task.rules, task.safe, p)
        if au_is_won(&task.deck, p):
            self.win()
            return AU_WON
        free_columns = au_pool_columns(&task.deck, &task.rules, p, free_columns)
        au_sort_free_columns(p, free_columns)
        below = self.lose_or_recall(p, free_columns, free_children)
        return looked | below if below < AU_WON else below

    cdef void win(self) noexcept nogil:
        """Note the path."""
        cdef au_task *task = self.task
        cdef int i
        task.fewest_left = 0
        task.path_length = self.depth
        for i in range(self.depth):
            task.path[i] = self.path[i][0]

    cdef au_looked lose_or_recall(self, au_position *p, unsigned free_columns,
                                  au_child *free_children) noexcept nogil:
        """Find a loss that covers *p, or prove it lost and keep that."""
        cdef au_task *task = self.task
        cdef au_looked below
        cdef au_loss position = au_loss_of(&self.losses, p.column, p.rows, free_columns)
        cdef au_loss *bucket = au_losses_bucket(
            &self.losses, au_pool_in_sight(&task.deck, &task.rules, p), p.rows, free_columns)
        au_loss_add_cell(&position, p.cell)
        below = au_losses_find(bucket, &position)
        if below != 0:
            if task.audit != NULL:
                self.audit(p, free_columns)
            return below
        below = self.lose_children(p, free_columns, free_children)
        if below < AU_WON and not task.without & AU_LEARNED_LOSSES:
            au_losses_add(&self.losses, bucket, &position, below)
        return below

    cdef void audit(self, const au_position *p, unsigned free_columns) noexcept nogil:
        """Have the reuse of a loss for *p checked."""
        cdef au_undecided x
        au_decided(&x, p, free_columns)
        self.task.audit(self.task.audit_context, &x, p.cell)

    cdef au_looked lose_children(self, au_position *p, unsigned free_columns,
                                 au_child *free_children) noexcept nogil:
        """Prove every child of *p lost, as `lose` does."""
        cdef au_task *task = self.task
        cdef au_children children
        cdef au_position child
        cdef au_looked below, looked = au_tops(p) | au_pool_floors(&task.deck, &task.rules, p, free_columns)
        cdef int i
        children.child, children.count = free_children, 0
        looked |= au_list_pool_children(&task.deck, &task.rules, p, free_columns, &children)
        if children.count == 0:
            return looked | au_looked_at_end(&task.deck, p)
        au_order_children(task.ordering, &task.deck, p, &children)
        for i in range(children.count):
            self.path[self.depth] = &children.child[i]
            child = children.child[i].after
            self.depth += 1
            below = self.lose(&child, kept_free(&children.child[i], free_columns, &task.rules),
                              free_children + children.count)
            self.depth -= 1
            if below >= AU_WON:
                return below
            looked |= below
        return looked


cdef inline unsigned kept_free(const au_child *child, unsigned free_columns,
                               const au_rules *rules) noexcept nogil:
    """The free columns that a child takes over: a row ends the freedom."""
    if child.kind == AU_DEAL:
        return 0
    if child.kind == AU_FILL:
        return au_free_after_fill(rules, free_columns, child.target)
    return au_free_together(free_columns)
