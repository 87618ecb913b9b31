"""The search that learns from losses, with its memory: compulsory discards, no cell, no pairs.

The search itself is C (csrc/au_lose.h), where it is compiled for the rules that matter most.
"""

cimport cython
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from acesup._kernel cimport *


@cython.final
cdef class Losses:
    def __cinit__(self, uint64_t losses_bytes):
        self.losses_bytes = losses_bytes

    def __dealloc__(self):
        if self.loser != NULL:
            au_loser_free(self.loser)
            free(self.loser)

    cdef bint prepare(self):
        """Get the memory, at the first call; False if there is not enough."""
        if self.loser == NULL:
            self.loser = <au_loser *> calloc(1, sizeof(au_loser))
        return self.loser != NULL and au_loser_init(self.loser, self.losses_bytes)

    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil:
        """Decide `start` under compulsory discards without cell or pairs; the verdict only, not the score."""
        return au_loser_run(self.loser, task, start)
