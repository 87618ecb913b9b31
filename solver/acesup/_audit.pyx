"""The audit of learned losses: every position for which one is reused is solved again, plainly.

Root verdicts are too weak a test of a search that learns: an unsound reuse seldom turns one. The audit asks
the plain exact search, without any pruning, for every way to decide the ghosts of the position and for every
arrangement of its free columns; none may be won. For the score none may reach fewer cards left than the best
position that the audited search has seen by then.

Its table is kept for a whole run of that search: what was visited in vain leaves no fewer cards than the best
seen then, and the best seen only improves.
"""

from libc.stdint cimport UINT64_MAX, uint8_t, uint64_t
from libc.string cimport memset

from acesup._exhaust cimport Exhaust
from acesup._kernel cimport *

cdef enum:
    GHOSTS_MAX = 12  # positions with more are skipped, and counted


cdef void audit(void *context, const au_undecided *x, int cell) noexcept nogil:
    """The callback of a task (csrc/au_task.h)."""
    (<Audit> context).check(x, cell)


cdef class Audit:
    """Counts of one thread's audits: `reuses` checked, `refuted` among them, `skipped` besides."""

    def __cinit__(self, uint64_t table_bytes):
        self.exhaust = Exhaust(table_bytes)
        if not self.exhaust.prepare():
            raise MemoryError

    cdef void begin(self, const au_task *task) noexcept nogil:
        """Start with a run of the search."""
        self.audited = task
        memset(&self.task, 0, sizeof(au_task))
        self.task.deck = task.deck
        self.task.rules = task.rules
        self.task.budget.node_limit = UINT64_MAX
        self.task.budget.stop = &self.never
        self.exhaust.forget()

    cdef void check(self, const au_undecided *x, int cell) noexcept nogil:
        cdef uint64_t all_ghosts = au_all_ghosts(x), kept = 0
        cdef au_position p
        cdef int i
        if count_bits(all_ghosts) > GHOSTS_MAX:
            self.skipped += 1
            return
        self.reuses += 1
        while True:
            if is_allowed(x, kept):
                p.cell, p.rows = <uint8_t> cell, x.rows
                for i in range(AU_COLUMNS):
                    p.column[i] = x.real[i] | (x.ghost[i] & kept)
                if not self.is_lost(&p, 0, x.free_columns):
                    self.refuted += 1
                    self.exhaust.forget()  # it has visited positions that are not lost
                    return
            kept = (kept - all_ghosts) & all_ghosts  # the next subset
            if kept == 0:
                return

    cdef bint is_lost(self, au_position *p, int i, unsigned free_columns) noexcept nogil:
        """Is *p lost with the free columns from i on in every arrangement: does none leave fewer cards?"""
        cdef int j, best
        cdef bint lost = True
        while i < AU_COLUMNS and not free_columns >> i & 1:
            i += 1
        if i == AU_COLUMNS:
            best = self.audited.fewest_left if self.audited.for_score else 1
            self.task.fewest_left = best
            self.exhaust.search(&self.task, p)
            return self.task.fewest_left == best
        for j in range(i, AU_COLUMNS):
            if free_columns >> j & 1:
                p.column[i], p.column[j] = p.column[j], p.column[i]
                lost = lost and self.is_lost(p, i + 1, free_columns)
                p.column[i], p.column[j] = p.column[j], p.column[i]
        return lost


cdef bint is_allowed(const au_undecided *x, uint64_t kept) noexcept nogil:
    """Does every ghost that is not kept go without one that requires it?"""
    return not au_requiring(x, au_all_ghosts(x) & ~kept) & kept


cdef int count_bits(uint64_t cards) noexcept nogil:
    cdef int count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count
