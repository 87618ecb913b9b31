"""The door to the compiled searches: numbers in, numbers out. `acesup.solve` dresses them for people.

Here memory is owned, arguments are checked, a search is chosen and run without the GIL, and Ctrl-C is
noticed. Below this module nothing is checked; above it nothing is fast.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_CheckExact, PyCapsule_GetContext, PyCapsule_GetName, PyCapsule_GetPointer
from libc.stdint cimport UINT64_MAX, int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from acesup._audit cimport Audit, audit
from acesup._exhaust cimport Exhaust
from acesup._kernel cimport *
from acesup._lazy cimport Lazy
from acesup._losses cimport Losses
from acesup._prompt cimport Prompt

VERDICTS = ("unsolvable", "solvable", "unknown")  # by au_verdict
REASONS = (None, "node-limit", "time-limit", "memory-limit", "interrupted")  # by au_reason
KINDS = ("deal", "discard", "pair", "fill", "to_cell", "from_cell", "decide")  # by au_kind
ORDERINGS = {
    au_orderings[i].name.decode(): au_orderings[i].idea.decode() for i in range(AU_ORDERING_COUNT)
}
PARAMETERS = {  # of each ordering, with their defaults
    au_orderings[i].name.decode(): {
        au_orderings[i].parameter[j].name.decode(): au_orderings[i].parameter[j].value
        for j in range(AU_PARAMETERS_MAX) if au_orderings[i].parameter[j].name != NULL
    }
    for i in range(AU_ORDERING_COUNT)
}
PARAMETER_LIMIT = AU_PARAMETER_LIMIT
CAPSULE_NAME = ACESUP_ORDERING.decode()
SWITCHES = {au_switches[i].name.decode(): au_switches[i].idea.decode() for i in range(AU_SWITCH_COUNT)}
TABLE_BYTES_MIN = AU_TABLE_ENTRIES_MIN * sizeof(au_key)
NO_CARD = AU_NO_CARD
cdef uint64_t NODES_AT_ONCE = 200_000
cdef uint64_t FIRST_TRY_BYTES = 8 * 1024 * 1024  # for so many nodes
cdef uint64_t LOSSES_BYTES_MAX = 512 * 1024  # fits the second-level cache; more did not pay


cdef int poll(void *context) noexcept with gil:
    """Let Python handle signals: nonzero if a handler raised, as Ctrl-C does. Kept to be raised later."""
    try:
        PyErr_CheckSignals()
    except BaseException as error:
        (<Core> context).raised = error
        return 1
    return 0


cdef int ask_python(const au_look *look) noexcept with gil:
    """An ordering in Python. If it raises, the search ends, and that is raised then."""
    core = <Core> look.context
    if core.raised is not None:
        return 0
    try:
        return core.ordering(KINDS[look.move.kind], core.seen(look.before), core.seen(&look.move.after))
    except BaseException as error:
        core.raised = error
        au_end(&core.task.budget, AU_INTERRUPTED)
        return 0


def capsule_name(thing):
    """Return the name of a PyCapsule, "" if it has none; None if `thing` is no capsule."""
    if not PyCapsule_CheckExact(thing):
        return None
    name = PyCapsule_GetName(thing)
    return "" if name == NULL else (<bytes> name).decode("utf-8", "replace")


cdef class Core:
    """The searches of one thread under one rule set, with their memory, kept from deal to deal.

    Thread-safety: one thread at a time may search; `stop` may be called from any.
    """

    cdef au_task *task
    cdef Exhaust exhaust
    cdef Losses losses
    cdef Lazy lazy
    cdef Prompt prompt
    cdef Exhaust first_try
    cdef readonly Audit auditor
    cdef readonly bint learns_losses  # for the verdict: then there is something to audit
    cdef volatile int stop_flag
    cdef object ordering
    cdef int64_t parameters[8]
    cdef uint8_t codes[52]
    cdef object raised

    def __cinit__(self, rules, ordering, uint64_t table_bytes, *, parameters=(), without=(), bint plain=False,
                  bint audited=False):
        """`rules` is an acesup.Rules. `ordering` is a key of ORDERINGS, with values for the first of its
        PARAMETERS; or a C function of acesup_ordering.h, as its address or in a capsule; or is called with the
        kind of a move, and the cards before and after it, as `seen` returns them. `without` are keys of SWITCHES;
        `plain` is without all of them; `audited` solves every position again for which a loss is reused.

        Raises ValueError for an ordering or a switch that is not there, MemoryError.
        """
        self.task = <au_task *> calloc(1, sizeof(au_task))
        if self.task == NULL:
            raise MemoryError
        self.task.without = AU_EVERYTHING if plain else self.bits_of(without)
        self.task.rules = au_rules_of(rules)
        self.task.collapses = self.learns() and au_collapses(&self.task.rules) and self.has(AU_COLLAPSE)
        self.learns_losses = self.learns() or self.decides_late() or self.decides_at_once()
        self.task.safe = au_safe_discards(&self.task.rules) & ~self.task.without
        self.order_by(ordering, parameters)
        self.task.budget.stop = &self.stop_flag
        self.task.budget.poll = poll
        self.task.budget.poll_context = <void *> self
        self.exhaust = Exhaust(table_bytes)
        self.losses = Losses(min(table_bytes, LOSSES_BYTES_MAX))
        self.lazy = Lazy(table_bytes)
        self.prompt = Prompt(table_bytes)
        self.first_try = Exhaust(min(table_bytes, FIRST_TRY_BYTES))
        if audited:
            self.auditor = Audit(table_bytes)
            self.task.audit = audit
            self.task.audit_context = <void *> self.auditor

    def __dealloc__(self):
        free(self.task)

    cdef unsigned bits_of(self, names) except? 0:
        cdef unsigned bits = 0
        for name in names:
            bits |= au_switches[list(SWITCHES).index(name)].bit
        return bits

    cdef bint has(self, unsigned switch_bit) noexcept nogil:
        return not self.task.without & switch_bit

    cdef int order_by(self, ordering, parameters) except -1:
        """Take an ordering, and keep alive what it needs."""
        cdef const au_ordering_entry *entry
        cdef au_ordering *order = &self.task.ordering
        cdef int i
        self.ordering = ordering
        order.rules = &self.task.rules
        if isinstance(ordering, str):
            entry = &au_orderings[list(ORDERINGS).index(ordering)]
            for i in range(AU_PARAMETERS_MAX):
                self.parameters[i] = parameters[i] if i < len(parameters) else entry.parameter[i].value
            order.score, order.context = entry.score, self.parameters
        elif isinstance(ordering, int):
            order.score = <au_score> <uintptr_t> ordering
        elif PyCapsule_CheckExact(ordering):
            order.score = <au_score> PyCapsule_GetPointer(ordering, ACESUP_ORDERING)
            order.context = PyCapsule_GetContext(ordering)
        else:
            order.score, order.context = ask_python, <const void *> self
        return 0

    cdef tuple seen(self, const au_position *position):
        """The codes of the cards of each column, bottom first; the code of the cell's card or NO_CARD; rows."""
        cdef int i, n
        columns = tuple([
            bytes([self.codes[n] for n in range(4 * position.rows) if position.column[i] >> n & 1])
            for i in range(AU_COLUMNS)
        ])
        return columns, NO_CARD if position.cell == AU_NO_CARD else self.codes[position.cell], position.rows

    def stop(self):
        """End the search that is running as `interrupted`; safe from any thread."""
        self.stop_flag = 1

    @property
    def nodes(self):
        """Positions entered by the search that is running, or by the last one; safe from any thread."""
        return self.task.budget.nodes

    def decide(self, bytes codes not None, columns, int cell, int rows, *, bint for_score=False,
               node_limit=None, time_limit=None):
        """Decide one position.

        codes[n] is the code of card n (NO_CARD: not in use), columns four masks of card numbers, cell a card
        number or NO_CARD, rows the rows dealt. Limits: nodes and seconds, None for none. Returns (verdict,
        reason, cards left at best, nodes, path): path is a list of moves, (kind, card, other card of a pair,
        columns after it, cell after it), or None. Raises what a signal handler raised in the meantime.
        """
        cdef au_position start
        cdef au_verdict verdict
        cdef uint64_t nodes
        cdef int i
        for i in range(AU_COLUMNS):
            start.column[i] = columns[i]
        start.cell, start.rows = <uint8_t> cell, <uint8_t> rows
        memcpy(self.codes, <const char *> codes, len(codes))
        au_deck_init(&self.task.deck, self.codes, <int> (len(codes) // 4))
        self.allow(node_limit, time_limit)
        self.begin()
        verdict = self.decide_verdict(&start, for_score)
        nodes = self.task.budget.nodes
        if verdict == AU_SOLVABLE and self.task.collapses and self.learns():
            verdict = self.search_for_line(&start)
        if self.raised is not None:
            error, self.raised = self.raised, None
            raise error
        return (VERDICTS[verdict], REASONS[self.task.budget.reason], self.task.fewest_left,
                nodes, self.path())

    def decide_range(self, str family, uint64_t seed, uint64_t first, bytes start not None,
                     verdicts not None, nodes not None, *, node_limit=None):
        """Decide the deals first, first + 1 … of a numbering in one loop without the GIL.

        family is "rng" (with seed and start list) or "ms"; verdicts (bytearray) and nodes (array "Q") have
        one place a deal and are filled from the front. Returns how many deals were decided: all of them
        unless `stop` was called. Raises what a signal handler raised, after filling what was done.
        """
        cdef uint8_t[::1] verdict_of = verdicts
        cdef uint64_t[::1] nodes_of = nodes
        cdef uint8_t *codes = self.codes
        cdef const uint8_t *start_codes = <const uint8_t *> <const char *> start
        cdef int size = <int> len(start)
        cdef bint is_rng = family == "rng"
        cdef Py_ssize_t n, count = len(verdicts)
        cdef au_position position
        self.task.for_score = False
        self.allow(node_limit, None)
        if not self.prepare():
            raise MemoryError("no memory for the table; expected a smaller memory limit")
        with nogil:
            position.cell, position.rows = AU_NO_CARD, 1
            for n in range(count):
                if is_rng:
                    au_deal_rng(seed, first + <uint64_t> n, start_codes, size, codes)
                else:
                    au_deal_ms(<uint32_t> (first + <uint64_t> n), codes)
                au_deck_init(&self.task.deck, codes, size // 4)
                self.first_row(&position)
                self.begin()
                verdict_of[n] = <uint8_t> self.search(&position)
                nodes_of[n] = self.task.budget.nodes
                au_ask_outside(&self.task.budget)
                if self.task.budget.reason == AU_INTERRUPTED:
                    break
            else:
                n = count
        if self.raised is not None:
            error, self.raised = self.raised, None
            raise error
        return n

    cdef void first_row(self, au_position *position) noexcept nogil:
        cdef int i
        for i in range(AU_COLUMNS):
            position.column[i] = au_bit(i)

    cdef void allow(self, node_limit, time_limit):
        """Set the limits of the searches to come."""
        cdef double now = au_now()
        self.stop_flag = 0
        self.task.budget.node_limit = UINT64_MAX if node_limit is None else node_limit
        self.task.budget.deadline = 0 if time_limit is None else now + <double> time_limit
        self.task.budget.next_poll = now + 0.05

    cdef bint learns(self) noexcept nogil:
        """Does the search that learns losses hold here? It forgets the score."""
        cdef au_rules *rules = &self.task.rules
        if not rules.compulsory or rules.cell or rules.pairs or not self.has(AU_SPECIAL_SEARCH):
            return False
        return not self.task.for_score

    cdef bint decides_late(self) noexcept nogil:
        """Does the search with undecided cards hold here?"""
        cdef au_rules *rules = &self.task.rules
        if rules.compulsory or rules.cell or rules.pairs or rules.must_fill:
            return False
        return self.has(AU_SPECIAL_SEARCH)

    cdef bint decides_at_once(self) noexcept nogil:
        """Does the search that learns losses and decides every discard at once hold here? A cell has to be a
        place like any other. It forgets the score."""
        cdef au_rules *rules = &self.task.rules
        if self.learns() or self.decides_late() or not self.has(AU_SPECIAL_SEARCH):
            return False
        if rules.cell and (rules.compulsory or rules.aces_only or not rules.lone_moves):
            return False
        return not self.task.for_score

    cdef bint last_row_decides(self, const au_position *start) noexcept nogil:
        """Is the deal lost by its last row alone?"""
        cdef au_task *task = self.task
        return (start.rows < task.deck.rows and not task.rules.cell and not task.for_score
                and self.has(AU_LAST_ROW) and au_last_row_loses(&task.deck, task.rules.pairs))

    cdef bint prepare(self):
        """Get the memory of the search for the verdict, or for the score if that is the task now."""
        if self.learns():
            return self.losses.prepare()
        if self.decides_late():
            return self.lazy.prepare()
        if self.tries_at_once() and not self.first_try.prepare():
            return False
        if self.decides_at_once():
            self.exhaust.release()  # the memory is one search's at a time
            return self.prompt.prepare()
        self.prompt.release()
        return self.exhaust.prepare()

    cdef au_verdict decide_verdict(self, const au_position *start, bint for_score):
        """Search for the verdict; for the score go on if it is lost, and the verdict stands.

        The plain search finds both in one go.
        """
        cdef au_verdict verdict
        self.task.for_score = False
        self.task.for_score = for_score and not (
            self.learns() or self.decides_late() or self.decides_at_once())
        verdict = self.search_unlocked(start)
        if verdict == AU_UNSOLVABLE and for_score and not self.task.for_score:
            self.task.for_score = True
            self.task.path_length = 0
            self.task.fewest_left = AU_DECK_CARDS + 1
            self.search_unlocked(start)
        return verdict

    cdef au_verdict search_unlocked(self, const au_position *start):
        """Search without the GIL."""
        cdef au_verdict verdict
        if not self.prepare():
            self.task.budget.reason = AU_MEMORY_LIMIT
            return AU_UNKNOWN
        with nogil:
            verdict = self.search(start)
        return verdict

    cdef void begin(self) noexcept nogil:
        """Forget the last deal's counts."""
        self.task.budget.nodes, self.task.budget.next_look = 0, 0
        self.task.budget.reason = AU_WITHIN
        self.task.path_length = 0
        self.task.fewest_left = AU_DECK_CARDS + 1

    cdef au_verdict search(self, const au_position *start) noexcept nogil:
        if self.auditor is not None:
            self.auditor.begin(self.task)
        if self.last_row_decides(start):
            return AU_UNSOLVABLE if au_enter(&self.task.budget) else AU_UNKNOWN
        if self.learns():
            return self.losses.run(self.task, start)
        if self.decides_late():
            return self.lazy.run(self.task, start)
        if self.tries_at_once() and self.wins_at_once(start):
            return AU_SOLVABLE
        if self.decides_at_once():
            return self.prompt.run(self.task, start)
        return self.exhaust.run(self.task, start)

    cdef bint tries_at_once(self) noexcept nogil:
        """Not for a score that is asked for when the verdict is known: then there is nothing to win."""
        if self.task.for_score and self.learns_losses:
            return False
        return self.has(AU_AT_ONCE) and not self.task.rules.compulsory

    cdef bint wins_at_once(self, const au_position *start) noexcept nogil:
        """Try to win discarding all that can be discarded: such a line is one of the optional rules too, and
        where every discard is a decision there are many. Limited, since a loss says nothing."""
        cdef au_budget *budget = &self.task.budget
        cdef uint64_t node_limit = budget.node_limit
        cdef bint for_score = self.task.for_score
        cdef au_verdict verdict
        budget.node_limit = min(node_limit, budget.nodes + NODES_AT_ONCE)
        self.task.rules.compulsory, self.task.for_score = True, False
        verdict = self.first_try.run(self.task, start)
        self.task.rules.compulsory, self.task.for_score = False, for_score
        budget.node_limit = node_limit
        if verdict != AU_SOLVABLE:
            self.task.fewest_left = AU_DECK_CARDS + 1
            if budget.reason == AU_NODE_LIMIT:
                budget.reason = AU_WITHIN
        return verdict == AU_SOLVABLE

    cdef au_verdict search_for_line(self, const au_position *start):
        """Win a deal that was won with collapse without it, for a path that can be played. That takes a few
        positions more, which are no part of the decision, of its limits and its nodes."""
        cdef au_verdict verdict
        self.task.collapses = False
        self.task.budget.node_limit = UINT64_MAX
        self.task.budget.deadline = 0
        verdict = self.search_unlocked(start)
        self.task.collapses = True
        return verdict

    cdef list path(self):
        cdef au_child *move
        cdef int i
        steps = []
        for i in range(self.task.path_length):
            move = &self.task.path[i]
            columns = tuple([move.after.column[j] for j in range(AU_COLUMNS)])
            steps.append((KINDS[move.kind], move.card, move.other, columns, move.after.cell))
        return steps
