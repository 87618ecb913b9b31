from acesup._kernel cimport au_loser, au_position, au_task, au_verdict, uint64_t

cimport cython


@cython.final
cdef class Losses:
    cdef au_loser *loser
    cdef uint64_t losses_bytes
    cdef bint prepare(self)
    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil
