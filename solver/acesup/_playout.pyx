"""Games of players who cannot see the stock: the policies of csrc/au_playout.h, played without the GIL.

Every number that chance decides comes from the seed and the number of the deal, so that a game is the same
wherever and whenever it is played.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from acesup._kernel cimport *

POLICIES = {au_policies[i].name.decode(): au_policies[i].idea.decode() for i in range(AU_POLICY_COUNT)}
NO_CARD = AU_NO_CARD
# Streams of random numbers beside that of the shuffle, which is 0.
cdef enum:
    CHOICES = 1
    STOCKS = 2
cdef uint64_t GAMES_AT_ONCE = 64  # between two looks at the stop flag


cdef class Draws:
    """The random numbers of one game: what a policy draws that is played in Python."""

    cdef au_draws draws

    def __cinit__(self, uint64_t seed, uint64_t number):
        self.draws = au_draws_of(seed, number, CHOICES)

    def below(self, uint32_t n):
        """A number from 0 to n - 1, each as likely. Raises ValueError if there is none."""
        if n == 0:
            raise ValueError("no number is below 0, expected n of at least 1")
        return au_draw_below(&self.draws, n)


cdef class Player:
    """One policy under one rule set. One thread at a time may play; `stop` may be called from any."""

    cdef au_policy policy
    cdef au_rules rules
    cdef uint64_t seed
    cdef volatile int stop_flag

    def __cinit__(self, rules, str policy, uint64_t seed, *, unsigned tips=0, uint32_t samples=0):
        """`rules` is an acesup.Rules; `policy` a key of POLICIES, ValueError for another; `tips` a bit for each
        that is heeded; `samples` the stock orders that monte-carlo tries."""
        self.policy = au_policies[list(POLICIES).index(policy)]
        self.policy.tips = tips
        self.policy.samples = samples
        self.rules = au_rules_of(rules)
        self.seed = seed

    def stop(self):
        """End the games that are being played; safe from any thread."""
        self.stop_flag = 1

    def table_after(self, bytes codes not None, uint64_t number, int rows):
        """Play a deal until the player would have row `rows` + 1 dealt, with all rows until the end.

        codes: of the cards, in the order of the deal. number: its number, of which the random numbers are made.
        Returns (columns as lists of codes, cell as a code or NO_CARD, cards discarded).
        """
        cdef au_view view = self.play(
            <const uint8_t *> <const char *> codes, <int> (len(codes) // 4), number, rows
        )
        columns = [[view.cards[i][height] for height in range(view.height[i])] for i in range(AU_COLUMNS)]
        return columns, view.cell, view.discarded

    cdef au_view play(self, const uint8_t *deck, int rows_in_deck, uint64_t number, int rows) noexcept nogil:
        cdef au_view view = au_view_of(&self.rules, deck, rows_in_deck)
        cdef au_draws draws = au_draws_of(self.seed, number, CHOICES)
        au_show_row(&view, deck)
        au_play_out(&self.policy, &view, deck + AU_COLUMNS, rows, &draws)
        return view

    def score_range(self, str family, uint64_t seed, uint64_t first, bytes start not None, scores not None):
        """Play the deals first, first + 1 … of a numbering in one loop without the GIL.

        family is "rng" (with seed and start list) or "ms"; scores (bytearray) has one place a deal and is filled
        from the front. Returns how many deals were played: all of them unless `stop` was called.
        """
        cdef uint8_t[::1] score_of = scores
        cdef const uint8_t *start_codes = <const uint8_t *> <const char *> start
        cdef int size = <int> len(start)
        cdef bint is_rng = family == "rng"
        cdef uint64_t n, count = len(scores)
        cdef uint8_t deck[52]
        with nogil:
            for n in range(count):
                if n % GAMES_AT_ONCE == 0 and self.stop_flag:
                    break
                if is_rng:
                    au_deal_rng(seed, first + n, start_codes, size, deck)
                else:
                    au_deal_ms(<uint32_t> (first + n), deck)
                score_of[n] = self.play(deck, size // 4, first + n, size // 4).discarded
            else:
                n = count
        return n

    def play_on(self, columns, int cell, bytes unseen not None, int rows, uint64_t first, uint64_t count):
        """Deal a row and play to the end, from one table with many orders of the stock.

        columns: four bytes of codes, bottom first. cell: a code or NO_CARD. unseen: the codes of the stock, in
        any order. rows: in the deck. first, count: the numbers of the sampled orders; with equal unseen cards a
        number means the same order. Returns (games won, scores added up).
        """
        cdef au_view view, game
        cdef au_draws chance
        cdef uint8_t stock[52]
        cdef uint64_t n, won = 0, total = 0
        view = au_view_of(&self.rules, <const uint8_t *> <const char *> unseen, <int> (len(unseen) // 4))
        view.rows_in_deck = <uint8_t> rows
        view.rows = <uint8_t> (rows - len(unseen) // 4)
        view.cell = <uint8_t> cell
        view.discarded = <uint8_t> (4 * rows - len(unseen) - (cell != AU_NO_CARD))
        for i, column in enumerate(columns):
            view.discarded -= len(column)
            view.height[i] = <uint8_t> len(column)
            for height, code in enumerate(column):
                view.cards[i][height] = code
        with nogil:
            for n in range(first, first + count):
                game = view
                chance = au_draws_of(self.seed, n, STOCKS)
                au_sample_stock(&view, &chance, stock)
                au_show_row(&game, stock)
                chance = au_draws_of(self.seed, n, CHOICES)
                au_play_out(&self.policy, &game, stock + AU_COLUMNS, rows, &chance)
                won += au_all_discarded(&game)
                total += game.discarded
        return won, total


def sample_stock(bytes unseen not None, uint64_t seed, uint64_t number):
    """The order that `Player.play_on` gives the unseen cards for a number, as codes."""
    cdef au_view view
    cdef au_rules rules = au_rules(False, False, False, False, False, False)
    cdef uint8_t stock[52]
    cdef au_draws draws = au_draws_of(seed, number, STOCKS)
    view = au_view_of(&rules, <const uint8_t *> <const char *> unseen, <int> (len(unseen) // 4))
    au_sample_stock(&view, &draws, stock)
    return (<char *> stock)[:len(unseen)]
