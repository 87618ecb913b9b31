from acesup._exhaust cimport Exhaust
from acesup._kernel cimport au_position, au_task, au_undecided, uint64_t


cdef class Audit:
    cdef Exhaust exhaust
    cdef const au_task *audited
    cdef au_task task
    cdef int never
    cdef readonly uint64_t reuses, refuted, skipped
    cdef void begin(self, const au_task *task) noexcept nogil
    cdef void check(self, const au_undecided *x, int cell) noexcept nogil
    cdef bint is_lost(self, au_position *p, int i, unsigned free_columns) noexcept nogil


cdef void audit(void *context, const au_undecided *x, int cell) noexcept nogil
