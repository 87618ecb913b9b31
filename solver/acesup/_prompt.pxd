from acesup._kernel cimport (
    au_child, au_children, au_looked, au_losses, au_position, au_task, au_verdict, uint64_t,
)


cimport cython


@cython.final
cdef class Prompt:
    cdef au_task *task
    cdef au_losses losses
    cdef uint64_t losses_bytes
    cdef au_child *child_stack
    cdef au_child *path[128]
    cdef int depth
    cdef bint prepare(self)
    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil
    cdef au_looked lose(self, au_position *p, unsigned free_columns, au_child *free_children) noexcept nogil
    cdef au_looked lose_or_recall(self, au_position *p, unsigned free_columns,
                                  au_child *free_children) noexcept nogil
    cdef au_looked lose_children(self, au_position *p, unsigned free_columns,
                                 au_child *free_children) noexcept nogil
    cdef void audit(self, const au_position *p, unsigned free_columns) noexcept nogil
    cdef void win(self) noexcept nogil
    cdef void release(self)
