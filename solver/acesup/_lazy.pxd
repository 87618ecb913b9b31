from acesup._kernel cimport (
    au_family, au_looked_at, au_option, au_position, au_task, au_trie, au_undecided, au_verdict, uint64_t,
)


cdef class Lazy:
    cdef au_task *task
    cdef au_family family
    cdef au_trie trie
    cdef uint64_t trie_bytes
    cdef au_option *option_stack
    cdef au_option path[128]  # AU_PATH_MAX
    cdef int depth
    cdef bint learns, asks_dominated, asks_hopeless
    cdef bint prepare(self)
    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil
    cdef int lose(self, au_undecided *x, uint64_t doubtful, au_option *free_options,
                  au_looked_at *looked) noexcept nogil
    cdef int lose_options(self, au_undecided *x, au_option *free_options, au_looked_at *looked) noexcept nogil
    cdef bint is_dominated(self, const au_undecided *x, au_looked_at *looked) noexcept nogil
    cdef bint enter(self) noexcept nogil
    cdef void settle(self, au_undecided *x, uint64_t doubtful, au_looked_at *looked) noexcept nogil
    cdef bint improve(self, const au_undecided *x) noexcept nogil
    cdef int need(self, const au_undecided *x) noexcept nogil
    cdef bint is_known(self, const au_undecided *x, au_looked_at *looked) noexcept nogil
    cdef uint64_t cards_asked(self, const au_undecided *x) noexcept nogil
    cdef uint64_t floors_asked(self, const au_undecided *x) noexcept nogil
