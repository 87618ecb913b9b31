/* What an ordering of moves is and sees: the C interface for orderings of your own, which the searches use too.
 *
 * An ordering scores the moves of a position; the search tries high scores first, and of equal scores what
 * comes first by the rules. It changes how many positions are entered and which line is found, never a verdict.
 * It must be a function of what it is shown, and may be called in several threads at a time.
 *
 *     #include <acesup_ordering.h>
 *
 *     int few_cards(const au_look *look) {
 *         au_position swept = au_swept(look->deck, look->move->after);
 *         return -au_count(au_table(&swept));
 *     }
 *
 * Give it to acesup as a number, its address, or as a PyCapsule named ACESUP_ORDERING, whose context every
 * call then gets as look->context. docs/laboratory.md has examples.
 *
 * Cards are numbers: card n is the n-th of the deal, dealt in row n / 4 to column n % 4. A set of cards is a
 * mask, bit n for card n. In every column the numbers rise from bottom to top: only a fill puts a card on a
 * column other than its own, it lands at the bottom, and whatever is dealt on it later has a higher number. So
 * the mask of a column says the order too, and its top is its highest bit.
 *
 *   column 1 (index 0): 4C 2H    card numbers 0, 8     mask 0x101
 *   column 2          : empty                          mask 0
 *   column 3          : KD 9S    card numbers 5, 10    mask 0x420    (5 is a stranger: 5 % 4 is not 2)
 *   rows = 3: cards 0 … 11 have been dealt
 *
 * A game taken up half-way is numbered as if its table had been dealt.
 */
#ifndef ACESUP_ORDERING_H
#define ACESUP_ORDERING_H
#include <stdbool.h>
#include <stdint.h>

/* The name of a capsule. The number is that of this interface: it changes when old compiled orderings would
 * misread the new structs, and they are then refused. */
#define ACESUP_ORDERING "acesup.ordering.1"

enum { AU_DECK_CARDS = 52, AU_COLUMNS = 4, AU_ROWS_MAX = 13, AU_NO_CARD = 63 };

/* The rule options, one flag each (docs/rules.md). */
typedef struct {
    bool compulsory; /* discard=compulsory: no other move while a suit discard is available */
    bool aces_only;  /* fill=aces: only aces may be moved to an empty column */
    bool lone_moves; /* a lone card may fill */
    bool must_fill;  /* no row is dealt while a stacked card or the cell could fill a gap */
    bool cell;       /* a cell holds one card */
    bool pairs;      /* two tops of equal rank, not aces, may go together */
} au_rules;

/* The cards of one deal: all that the rules ask of two cards is a mask a card, made once a deal. */
typedef struct {
    uint64_t higher[AU_DECK_CARDS];     /* cards of the same suit that discard card n */
    uint64_t lower[AU_DECK_CARDS];      /* cards of the same suit that card n discards */
    uint64_t rank_mates[AU_DECK_CARDS]; /* the other cards of its rank; empty for aces, which never pair */
    uint64_t cards, aces;               /* the numbers in use; those of aces */
    uint8_t suit[AU_DECK_CARDS];        /* 0 to 3: clubs, diamonds, hearts, spades */
    int rows;                           /* rows in the deck, the first one included */
    /* What follows is made for the searches, and may change. */
    uint64_t survivors[AU_ROWS_MAX]; /* of each row: cards that no other card of the row discards */
    uint8_t lower_in_stock[AU_ROWS_MAX + 1][AU_DECK_CARDS]; /* by rows dealt; made by au_deck_count_stock */
} au_deck;

typedef struct {
    uint64_t column[AU_COLUMNS];
    uint8_t cell; /* card number or AU_NO_CARD */
    uint8_t rows; /* rows dealt, 1 … deck->rows */
} au_position;

/* AU_DECIDE is no move: a search that decides late (au_options.h) makes up its mind about a discard. Such a
 * search shows the cards that are certain to be on the table, and no others. */
typedef enum { AU_DEAL, AU_DISCARD, AU_PAIR, AU_FILL, AU_TO_CELL, AU_FROM_CELL, AU_DECIDE } au_kind;

/* A move, as the position that it leads to. */
typedef struct {
    au_position after;   /* before any discard that needs no decision */
    uint8_t kind;        /* an au_kind */
    uint8_t card, other; /* the cards that the move takes, or AU_NO_CARD */
    uint8_t target;      /* the column that a fill puts its card on */
    /* What follows is written by the searches. */
    int32_t score;   /* by the ordering: higher is tried earlier */
    uint64_t looked; /* what making it looked at (au_collapse.h) */
} au_child;

/* What an ordering is shown. Later versions may add to the end. */
typedef struct {
    const au_deck *deck;
    const au_rules *rules;
    const au_position *before;
    const au_child *move;
    const void *context; /* that of the capsule, or NULL */
} au_look;

typedef int (*au_score)(const au_look *look);

static inline uint64_t au_bit(int card) { return UINT64_C(1) << card; }
static inline int au_count(uint64_t cards) { return __builtin_popcountll(cards); }
static inline int au_top_card(uint64_t column) { return 63 ^ __builtin_clzll(column); }
static inline uint64_t au_top(uint64_t column) { return column ? au_bit(au_top_card(column)) : 0; }

static inline uint64_t au_tops(const au_position *p) {
    return au_top(p->column[0]) | au_top(p->column[1]) | au_top(p->column[2]) | au_top(p->column[3]);
}

static inline uint64_t au_table(const au_position *p) {
    return p->column[0] | p->column[1] | p->column[2] | p->column[3];
}

static inline int au_gaps(const au_position *p) {
    return !p->column[0] + !p->column[1] + !p->column[2] + !p->column[3];
}

/* A position after all discards by suit that are then possible. */
static inline au_position au_swept(const au_deck *deck, au_position p) {
    for (bool again = true; again;) {
        uint64_t tops = au_tops(&p);
        again = false;
        for (int i = 0; i < AU_COLUMNS; i++) {
            uint64_t column = p.column[i];
            if (!column || !(tops & deck->higher[au_top_card(column)])) continue;
            p.column[i] ^= au_top(column);
            again = true;
        }
    }
    return p;
}

#endif
