"""The plain exact search: depth first over all positions, each entered once. It holds under every option.

The graph has no cycle (csrc/au_moves.h), so a table that forgets costs time only. What it prunes are the
safe discards of its task and nothing else; with none it is the witness that other searches are held to.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from acesup._kernel cimport *


cdef enum:
    PASSED = 0     # nothing to look at below: seen before
    ENTERED = 1    # its children come next
    FINISHED = 2   # won, or the budget is spent


cdef class Exhaust:
    def __cinit__(self, uint64_t table_bytes):
        self.table_bytes = table_bytes

    def __dealloc__(self):
        self.release()

    cdef void release(self):
        free(self.frames)
        free(self.child_stack)
        free(self.arranged)
        self.frames, self.child_stack, self.arranged = NULL, NULL, NULL
        au_table_free(&self.table)

    cdef bint prepare(self):
        """Get the memory, at the first call; False if there is not enough."""
        if self.table.entries != NULL:
            return True
        self.release()  # what an earlier attempt got
        self.frames = <Frame *> calloc(AU_PATH_MAX, sizeof(Frame))
        self.child_stack = <au_child *> calloc(AU_PATH_MAX * AU_CHILDREN_MAX, sizeof(au_child))
        self.arranged = <au_position *> calloc(AU_ARRANGEMENTS_MAX, sizeof(au_position))
        if self.frames == NULL or self.child_stack == NULL or self.arranged == NULL:
            return False
        return au_table_init(&self.table, self.table_bytes)

    cdef au_verdict run(self, au_task *task, const au_position *start) noexcept nogil:
        """Search from `start` until a win (for the score: until the best is proved) or the budget's end."""
        self.forget()
        return self.search(task, start)

    cdef void forget(self) noexcept nogil:
        au_table_clear(&self.table)

    cdef au_verdict search(self, au_task *task, const au_position *start) noexcept nogil:
        """The same, knowing which positions of the same deal and rules were visited before in vain."""
        cdef Frame *frame
        cdef au_child *child
        cdef int entered
        self.task = task
        self.depth = 0
        entered = self.enter(start, self.child_stack)
        if entered == FINISHED:
            return self.verdict(True)
        while self.depth > 0:
            frame = &self.frames[self.depth - 1]
            if frame.next_child == frame.children:
                self.depth -= 1
                continue
            child = &frame.child[frame.next_child]
            frame.next_child += 1
            if self.enter(&child.after, frame.child + frame.children) == FINISHED:
                return self.verdict(True)
        return self.verdict(False)

    cdef int enter(self, const au_position *position, au_child *free_children) noexcept nogil:
        """Enter a position: discard what needs no decision, ask the table, list the children."""
        cdef au_task *task = self.task
        cdef Frame *frame = &self.frames[self.depth]
        cdef au_arrangements arrangements
        cdef au_children children
        if not au_enter(&task.budget):
            return FINISHED
        frame.position = position[0]
        au_discard_undisputed(&task.deck, &task.rules, task.safe, &frame.position)
        if self.improve(&frame.position):
            return FINISHED
        arrangements.position, arrangements.count = self.arranged, 0
        children.child, children.count = free_children, 0
        au_list_arrangements(&task.deck, &task.rules, &frame.position, &arrangements, &children)
        if not au_table_add(&self.table, au_least_key(&arrangements)):
            return PASSED
        au_list_children(&task.deck, &task.rules, &arrangements, &children)
        au_order_children(task.ordering, &task.deck, &frame.position, &children)
        frame.child, frame.children, frame.next_child = children.child, children.count, 0
        self.depth += 1
        return ENTERED

    cdef bint improve(self, const au_position *position) noexcept nogil:
        """Note the path where no position before had so few cards left; True if it is a win."""
        cdef au_task *task = self.task
        cdef int i, left = au_cards_left(&task.deck, position)
        if left < task.fewest_left:
            task.fewest_left = left
            if left == 0 or task.for_score:
                for i in range(self.depth):
                    task.path[i] = self.frames[i].child[self.frames[i].next_child - 1]
                task.path_length = self.depth
        return left == 0

    cdef au_verdict verdict(self, bint ended) noexcept nogil:
        if self.task.fewest_left == 0:
            return AU_SOLVABLE
        return AU_UNKNOWN if ended else AU_UNSOLVABLE
