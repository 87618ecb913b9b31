"""Deal numbers, from csrc/au_numbers.h: bytes of card codes, rank * 4 + suit (rank 0 = two, suits C D H S).

The functions hold no state and may be called from any thread.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef extern from "au_numbers.h" nogil:
    int AU_DECK_CARDS
    void au_deal_ms(uint32_t number, uint8_t *deck)
    void au_deal_rng(uint64_t seed, uint64_t index, const uint8_t *start, int size, uint8_t *deck)


def ms_deal(uint32_t number):
    """The 52 cards of deal `number` (0 to 2**32 - 1) of KPat and Microsoft FreeCell, in deal order.

    Raises OverflowError if the number has more than 32 bits.
    """
    cdef uint8_t deck[52]
    au_deal_ms(number, deck)
    return (<char *> deck)[:AU_DECK_CARDS]


def rng_deal(uint64_t seed, uint64_t index, bytes start not None):
    """The cards of `start` in the order of random deal `index` of `seed` (scheme acesup-1), both below 2**64.

    Raises OverflowError if a number has more than 64 bits, ValueError if `start` has more than 52 cards.
    """
    cdef uint8_t deck[52]
    cdef Py_ssize_t cards = len(start)
    if cards > AU_DECK_CARDS:
        raise ValueError(f"start has {cards} cards; expected at most {AU_DECK_CARDS}")
    au_deal_rng(seed, index, <const uint8_t *> <const char *> start, <int> cards, deck)
    return (<char *> deck)[:cards]
