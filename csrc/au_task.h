/* One deal to decide: its cards and rules, the switches of the search, the budget, and the line found. */
#ifndef AU_TASK_H
#define AU_TASK_H
#include "au_budget.h"
#include "au_ghosts.h"
#include "au_moves.h"
#include "au_ordering.h"

/* No path is longer: a card leaves a stack once (it is dealt once, and moved it lies at a bottom), is
 * discarded once, and there are twelve rows to deal: 52 + 48 + 12. */
enum { AU_PATH_MAX = 128 };

typedef enum { AU_UNSOLVABLE = 0, AU_SOLVABLE = 1, AU_UNKNOWN = 2 } au_verdict;

typedef struct {
    au_deck deck;
    au_rules rules;
    au_ordering ordering;
    unsigned without; /* prunings and stages left out (au_switches.h) */
    unsigned safe;    /* the safe discards in use (au_discards.h) */
    bool collapses;   /* leave out cards that do not matter (au_collapse.h); the path is then no line */
    bool for_score;   /* go on to the best score, not only to the first win */
    au_budget budget;
    au_child path[AU_PATH_MAX]; /* the moves to the win or the best score, without undisputed discards */
    int path_length;
    /* Called at every reuse of a loss, NULL: not. */
    void (*audit)(void *context, const au_undecided *x, int cell);
    void *audit_context;
    int fewest_left; /* cards that still had to go at the best position seen */
} au_task;

#endif
