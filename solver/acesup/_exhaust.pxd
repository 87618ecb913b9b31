from acesup._kernel cimport (
    au_arrangements, au_child, au_children, au_position, au_table_set, au_task, au_verdict, uint64_t,
)


cdef struct Frame:
    au_position position
    au_child *child     # its children, on the stack of all children
    int next_child, children


cdef class Exhaust:
    cdef au_task *task
    cdef au_table_set table
    cdef uint64_t table_bytes
    cdef Frame *frames
    cdef au_child *child_stack
    cdef au_position *arranged
    cdef int depth
    cdef void release(self)
    cdef bint prepare(self)
    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef au_verdict search(self, au_task *task, const au_position *start) noexcept nogil
    cdef int enter(self, const au_position *position, au_child *free_children) noexcept nogil
    cdef bint improve(self, const au_position *position) noexcept nogil
    cdef au_verdict verdict(self, bint ended) noexcept nogil
