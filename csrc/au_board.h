/* A board: the four columns as a search wants them that lives on discards and rows.
 *
 * Floors are places like cards: bit i is the floor of column i, bit n + 4 is card n. A column is a set of
 * places, its floor and its cards. So it is never empty: its highest place is its top or, if it is a gap, its floor.
 *
 *   column 1 (index 0): 4C 2H    card numbers 0, 8     places 0x1011
 *   column 2          : a gap                          places 0x2
 *
 * `tops` are the places that were tops since the last row, or floors of gaps. Of those only the top is still in its
 * column, so column & tops is the top, and needs no search for the highest bit.
 */
#ifndef AU_BOARD_H
#define AU_BOARD_H
#include "au_losses.h"

/* A set of places: bits 0-3 floors, 4-55 cards. */
typedef uint64_t au_places;

enum { AU_CARD_SHIFT = AU_COLUMNS, AU_PLACES = AU_CARD_SHIFT + AU_DECK_CARDS };
#define AU_FLOORS ((au_places)15)

typedef struct {
    au_places places;
    au_places higher; /* the cards that discard its top */
} au_column;

typedef struct {
    au_column column[AU_COLUMNS];
    au_places tops;
} au_board;

/* A card of a row. If it is not laid at all it has no bit anywhere. */
typedef struct {
    au_places card;
    au_places higher, lower; /* of its suit */
    au_places with_ace;      /* cards on which it falls so that one of the two is the ace of the suit */
} au_dealt;

/* A row as it is laid, a card a column. */
typedef struct {
    au_dealt column[AU_COLUMNS];
} au_row;

/* The cards of a deal by place. */
typedef struct {
    au_places higher[AU_PLACES];
    au_places suit_of[AU_PLACES]; /* all cards of its suit */
    uint8_t suit[AU_PLACES];
    au_places aces;
    au_row row[AU_ROWS_MAX];
    int rows;
} au_places_of_deck;

static inline int au_highest(au_places places) { return 63 ^ __builtin_clzll(places); }
static inline au_places au_place(int n) { return UINT64_C(1) << n; }
static inline au_places au_cards(au_places places) { return places & ~AU_FLOORS; }

/* The highest place of a column below its top, or its floor. */
static inline int au_second(const au_board *b, int i) {
    return au_highest((b->column[i].places & ~b->tops) | au_place(i));
}

static inline au_places au_on_table(const au_board *b) {
    return b->column[0].places | b->column[1].places | b->column[2].places | b->column[3].places;
}

static inline au_looked au_looked_of(au_places places) {
    return places >> AU_CARD_SHIFT | (places & AU_FLOORS) << AU_FLOOR_SHIFT;
}

static inline au_places au_places_of(au_looked looked) {
    return (looked & AU_LOOKED_CARDS) << AU_CARD_SHIFT | (looked >> AU_FLOOR_SHIFT & AU_FLOORS);
}

/* Lay out the masks of a deck. With `survivors` a card that another of its row discards at once is not laid. */
static inline void au_lay_out(au_places_of_deck *places, const au_deck *deck, bool survivors) {
    memset(places, 0, sizeof *places);
    places->rows = deck->rows;
    places->aces = deck->aces << AU_CARD_SHIFT;
    for (int n = 0; n < 4 * deck->rows; n++) {
        int place = n + AU_CARD_SHIFT;
        au_places card = au_place(place), lower = deck->lower[n] << AU_CARD_SHIFT;
        places->higher[place] = deck->higher[n] << AU_CARD_SHIFT;
        places->suit_of[place] = places->higher[place] | card | lower;
        places->suit[place] = deck->suit[n];
        if (survivors && !(deck->survivors[n / AU_COLUMNS] & au_bit(n))) continue;
        places->row[n / AU_COLUMNS].column[n % AU_COLUMNS] = (au_dealt){
            card, places->higher[place], lower, card & places->aces ? lower : places->higher[place] & places->aces};
    }
}

static inline au_board au_board_of(const au_places_of_deck *deck, const au_position *p) {
    au_board b;
    b.tops = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        au_places places = p->column[i] << AU_CARD_SHIFT | au_place(i);
        b.column[i] = (au_column){places, deck->higher[au_highest(places)]};
        b.tops |= au_place(au_highest(places));
    }
    return b;
}

static inline au_position au_position_of(const au_board *b, int rows) {
    au_position p = {{0}, AU_NO_CARD, (uint8_t)rows};
    for (int i = 0; i < AU_COLUMNS; i++) p.column[i] = b->column[i].places >> AU_CARD_SHIFT;
    return p;
}

/* Take the top of a column away. */
static inline void au_uncover(const au_places_of_deck *deck, au_board *b, int i) {
    au_places left = b->column[i].places & ~b->tops;
    int top = au_highest(left);
    b->column[i] = (au_column){left, deck->higher[top]};
    b->tops |= au_place(top);
}

/* Make all discards; return the places seen on the way. What went still discards here: by H, what discarded it
 * does too. */
static inline au_places au_settle(const au_places_of_deck *deck, au_board *b) {
    for (;;) {
        if (b->tops & b->column[0].higher) au_uncover(deck, b, 0);
        else if (b->tops & b->column[1].higher) au_uncover(deck, b, 1);
        else if (b->tops & b->column[2].higher) au_uncover(deck, b, 2);
        else if (b->tops & b->column[3].higher) au_uncover(deck, b, 3);
        else return b->tops;
    }
}

/* Move the top of column i to a gap; what lies below it is known. */
static inline void au_fill(const au_places_of_deck *deck, au_board *b, int i, int second, int gap) {
    au_places top = b->column[i].places & b->tops;
    b->column[gap] = (au_column){b->column[gap].places | top, b->column[i].higher};
    b->column[i] = (au_column){b->column[i].places ^ top, deck->higher[second]};
    b->tops ^= au_place(gap) | au_place(second);
}

/* Lay the next row, all of it. */
static inline void au_lay_row(const au_places_of_deck *deck, au_board *b, int rows) {
    const au_row *row = &deck->row[rows];
    b->tops = 0;
    for (int i = 0; i < AU_COLUMNS; i++) {
        b->column[i] = (au_column){b->column[i].places | row->column[i].card, row->column[i].higher};
        b->tops |= row->column[i].card;
    }
}

/* Cards left on the board: none, one, or more. */
static inline bool au_column_is_gap(const au_board *b, int i) { return !au_cards(b->column[i].places); }
static inline bool au_is_alone(const au_board *b, int i) { return au_is_lone(au_cards(b->column[i].places)); }

/* Give column i the cards of another, or none. */
static inline void au_put(au_board *b, int i, au_column column) {
    b->column[i] = (au_column){au_cards(column.places) | au_place(i), column.higher};
    b->tops &= ~au_place(i);
    if (!au_cards(column.places)) b->tops |= au_place(i);
}

#endif
