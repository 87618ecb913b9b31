/* The search that learns from losses: compulsory discards, no cell, no pairs.
 *
 * It proves a position lost and tells what the proof looked at, or finds a win. Most positions of a proof have no
 * gap, and the next row is all that can be played: these are gone through in a loop. What is learned and looked up
 * are positions with a gap, and those with free columns (docs/algorithm.md).
 *
 * The search is one inline function with the rules as a parameter, compiled for the rules that matter most, where
 * the compiler knows them, and once for all others.
 */
#ifndef AU_LOSE_H
#define AU_LOSE_H
#include "au_arrange.h"
#include "au_collapse.h"
#include "au_task.h"

/* Ends that are no loss, above every set of places. */
#define AU_WON (UINT64_C(1) << 62)
#define AU_STOPPED (UINT64_C(1) << 63)

typedef struct {
    au_task *task;
    au_places_of_deck deck;
    au_losses losses;
    au_child *child_stack; /* room for the children of a path, where they are listed */
} au_loser;

/* How to search. Children are listed where an ordering chooses among them or their path is wanted. */
typedef struct {
    au_rules rules;
    bool collapses, lists;
} au_how;

/* A node: where the search stands. */
typedef struct {
    au_board board;
    int rows;
    unsigned free_columns;
    int depth; /* of the path; the rest is for listed children */
    au_child *room;
} au_node;

typedef au_places au_lose_function(au_loser *loser, au_node *node);

/* Whatever takes an au_how becomes part of the search that is compiled for it. */
#define AU_INLINE static inline __attribute__((always_inline))

static inline bool au_is_loss(au_places looked) { return looked < AU_WON; }

/* The stock is empty: won, the path in the task, or, if nothing can be played, lost by a top that is no ace, or by
 * any card below aces. */
static inline au_places au_lose_end(const au_loser *loser, const au_node *node) {
    au_places cards = au_cards(au_on_table(&node->board)), others = cards & ~loser->deck.aces;
    if (!others) {
        loser->task->fewest_left = 0;
        loser->task->path_length = node->depth;
        return AU_WON;
    }
    return (others & node->board.tops) || !AU_GUARD("end-of-aces") ? 0 : cards | AU_FLOORS;
}

/* Go on with a child at once, or put it on the list. */
AU_INLINE au_places au_lose_child(au_loser *loser, const au_how *how, au_lose_function *lose, au_node *child,
                                  au_children *children, au_kind kind, int card, int target) {
    if (!how->lists) return lose(loser, child);
    au_position after = au_position_of(&child->board, child->rows);
    au_add_fill(children, &after, kind, card, target);
    return 0;
}

/* Prove the listed children lost, in the order of choice, and note the path to them. */
AU_INLINE au_places au_lose_listed(au_loser *loser, const au_how *how, au_lose_function *lose, const au_node *node,
                                   au_children *children) {
    au_task *task = loser->task;
    au_position before = au_position_of(&node->board, node->rows);
    au_places looked = 0;
    au_order_children(task->ordering, &task->deck, &before, children);
    for (int i = 0; i < children->count && au_is_loss(looked); i++) {
        const au_child *child = &children->child[i];
        au_node next = {au_board_of(&loser->deck, &child->after), child->after.rows, 0, node->depth + 1,
                        children->child + children->count};
        if (child->kind == AU_FILL)
            next.free_columns = au_free_after_fill(&how->rules, node->free_columns, child->target);
        task->path[node->depth] = *child;
        looked |= lose(loser, &next);
    }
    return looked;
}

/* At the end of the game: does a fill that uncovers `second` fill the last gap and leave four tops of four suits, not
 * all of them aces? Then nothing can go. */
static inline bool au_fill_is_stuck(const au_places_of_deck *deck, const au_board *b, int second) {
    au_places gaps = b->tops & AU_FLOORS, tops = au_cards(b->tops & au_on_table(b));
    return !(gaps & (gaps - 1)) && !(tops & deck->suit_of[second]) && ((tops | au_place(second)) & ~deck->aces);
}

/* Cards of stacks to a gap. Where lone cards move, or no row comes, any gap is as good as another. */
AU_INLINE au_places au_lose_fills(au_loser *loser, const au_how *how, au_lose_function *lose, const au_node *node,
                                  const uint8_t *seconds, au_children *children) {
    const au_places_of_deck *deck = &loser->deck;
    const au_board *b = &node->board;
    bool is_end = node->rows == deck->rows;
    au_places looked = 0;
    for (au_places gaps = b->tops & AU_FLOORS; gaps; gaps &= gaps - 1) {
        int gap = __builtin_ctzll(gaps);
        for (int i = 0; i < AU_COLUMNS && au_is_loss(looked); i++) {
            au_places top = b->column[i].places & b->tops;
            if (seconds[i] < AU_CARD_SHIFT || !au_card_may_fill(deck, &how->rules, top)) continue;
            if (is_end && au_fill_is_stuck(deck, b, seconds[i])) {
                looked |= au_place(seconds[i]);
                continue;
            }
            au_node child = *node;
            au_fill(deck, &child.board, i, seconds[i], gap);
            child.free_columns = au_free_after_fill(&how->rules, node->free_columns, gap);
            looked |=
                au_lose_child(loser, how, lose, &child, children, AU_FILL, au_highest(top) - AU_CARD_SHIFT, gap);
        }
        if (how->rules.lone_moves || is_end) break;
    }
    return looked;
}

/* The next row on the columns as they lie. */
AU_INLINE au_places au_lose_row(au_loser *loser, const au_how *how, au_lose_function *lose, const au_node *node,
                                au_children *children) {
    au_node child = *node;
    au_places looked = 0;
    if (!how->collapses) au_lay_row(&loser->deck, &child.board, node->rows);
    else if (node->rows + 1 == loser->deck.rows && au_last_row_is_dead(&loser->deck, &node->board, &looked))
        return looked;
    else looked = au_lay_collapsed(&loser->deck, &how->rules, &child.board, node->rows);
    child.rows++;
    child.free_columns = 0;
    return looked | au_lose_child(loser, how, lose, &child, children, AU_DEAL, AU_NO_CARD, 0);
}

/* must_fill: is the row held back because a stacked card could fill a gap? */
AU_INLINE bool au_row_is_blocked(const au_loser *loser, const au_how *how, const au_board *b) {
    for (int i = 0; i < AU_COLUMNS && how->rules.must_fill && (b->tops & AU_FLOORS); i++)
        if (au_second(b, i) >= AU_CARD_SHIFT &&
            au_card_may_fill(&loser->deck, &how->rules, b->column[i].places & b->tops))
            return true;
    return false;
}

/* The next row on every arrangement of the free columns. */
AU_INLINE au_places au_lose_rows(au_loser *loser, const au_how *how, au_lose_function *lose, const au_node *node,
                                 const au_free_list *list, au_children *children) {
    if (node->rows == loser->deck.rows || au_row_is_blocked(loser, how, &node->board)) return 0;
    if (list->count < 2 || !AU_GUARD("arrange")) return au_lose_row(loser, how, lose, node, children);
    au_places looked = 0;
    au_node arranged = *node;
    for (int k = 0; k < au_factorial[list->count] && au_is_loss(looked); k++)
        if (au_rearrange(&arranged.board, list, k)) looked |= au_lose_row(loser, how, lose, &arranged, children);
    return looked;
}

/* Prove every child of a node lost. */
AU_INLINE au_places au_lose_children(au_loser *loser, const au_how *how, au_lose_function *lose,
                                     const au_node *node, const uint8_t *seconds, const au_free_list *list) {
    au_children children = {node->room, 0};
    au_places looked = au_lose_fills(loser, how, lose, node, seconds, &children);
    if (au_is_loss(looked)) looked |= au_lose_rows(loser, how, lose, node, list, &children);
    if (how->lists && au_is_loss(looked)) looked |= au_lose_listed(loser, how, lose, node, &children);
    return looked;
}

/* Have the reuse of a loss checked. */
static inline void au_audit_loss(const au_task *task, const au_node *node) {
    au_position p = au_position_of(&node->board, node->rows);
    au_undecided x;
    au_decided(&x, &p, node->free_columns);
    task->audit(task->audit_context, &x, AU_NO_CARD);
}

/* The places that every proof looks at: the tops, and with a gap the cards that a fill would uncover. */
AU_INLINE au_places au_in_sight(const au_loser *loser, const au_how *how, const au_board *b, uint8_t *seconds) {
    au_places sight = b->tops & au_on_table(b);
    for (int i = 0; i < AU_COLUMNS && (b->tops & AU_FLOORS); i++) {
        seconds[i] = (uint8_t)au_second(b, i);
        if (au_card_may_fill(&loser->deck, &how->rules, b->column[i].places & b->tops))
            sight |= au_place(seconds[i]);
    }
    return sight;
}

/* The floors that tell lone cards from stacks, where that matters: free columns, and with a gap every card that
 * could fill it. A gap's own floor always counts, whatever may fill it. */
AU_INLINE au_places au_floors_told(const au_loser *loser, const au_how *how, const au_node *node) {
    au_places gaps = node->board.tops & AU_FLOORS, floors = node->free_columns;
    if (AU_GUARD("floor-gap")) floors |= gaps;
    if (gaps && AU_GUARD("floor-lone")) floors |= au_lone_fillers(&loser->deck, &how->rules, &node->board);
    return floors;
}

/* Find a loss that covers a node, or prove it lost and keep that. */
AU_INLINE au_places au_recall_or_lose(au_loser *loser, const au_how *how, au_lose_function *lose,
                                      const au_node *node, const au_free_list *list) {
    const au_task *task = loser->task;
    au_position p = au_position_of(&node->board, node->rows);
    au_loss position = au_loss_of(&loser->losses, p.column, p.rows, node->free_columns);
    uint8_t seconds[AU_COLUMNS];
    au_places sight = au_in_sight(loser, how, &node->board, seconds);
    au_loss *bucket = au_losses_bucket(&loser->losses, sight >> AU_CARD_SHIFT, p.rows, node->free_columns);
    au_looked found = au_losses_find(bucket, &position);
    if (found) {
        if (task->audit) au_audit_loss(task, node);
        return au_places_of(found);
    }
    au_places looked = au_cards(node->board.tops) | au_floors_told(loser, how, node);
    looked |= au_lose_children(loser, how, lose, node, seconds, list);
    if (au_is_loss(looked) && !(task->without & AU_LEARNED_LOSSES))
        au_losses_add(&loser->losses, bucket, &position, au_looked_of(looked));
    return looked;
}

/* A node with a gap or free columns. */
AU_INLINE au_places au_lose_open(au_loser *loser, const au_how *how, au_lose_function *lose, au_node *node) {
    au_free_list list;
    list.count = list.gaps = 0;
    au_places looked = 0;
    if (node->rows == loser->deck.rows) {
        uint8_t column_of[AU_COLUMNS];
        node->free_columns = 0;
        au_sort_by_suit(&loser->deck, &node->board, column_of);
        looked = au_recall_or_lose(loser, how, lose, node, &list);
        return au_is_loss(looked) ? au_unsort_floors(looked, column_of) : looked;
    }
    if (node->board.tops & AU_FLOORS) {
        if (how->collapses) looked = au_uncover_aces(&loser->deck, &how->rules, &node->board);
        if (how->rules.lone_moves)
            node->free_columns |=
                au_lone_fillers(&loser->deck, &how->rules, &node->board) | (node->board.tops & AU_FLOORS);
    }
    if (node->free_columns) au_sort_free(&node->board, node->free_columns, &list);
    return looked | au_recall_or_lose(loser, how, lose, node, &list);
}

/* Prove a node lost: what the proof looked at. Or AU_WON, its path in the task, or AU_STOPPED by the budget; with
 * other bits set. */
AU_INLINE au_places au_lose(au_loser *loser, const au_how *how, au_lose_function *lose, au_node *node) {
    static const au_free_list nothing_free;
    au_places looked = 0;
    for (;;) {
        if (!au_enter(&loser->task->budget)) return AU_STOPPED;
        looked |= au_settle(&loser->deck, &node->board);
        bool open = (node->board.tops & AU_FLOORS) || node->free_columns;
        if (node->rows == loser->deck.rows) {
            au_places end = au_lose_end(loser, node);
            if (!open || end == AU_WON) return looked | end;
        }
        if (open) return looked | au_lose_open(loser, how, lose, node);
        if (how->lists) return looked | au_lose_children(loser, how, lose, node, NULL, &nothing_free);
        au_places below;
        if (node->rows + 1 == loser->deck.rows && au_last_row_is_dead(&loser->deck, &node->board, &below))
            return looked | below;
        looked |= au_lay_collapsed(&loser->deck, &how->rules, &node->board, node->rows++);
    }
}

/* Lone cards may move and any card may fill; the same with lone cards that must stay; all other rules. */
static inline au_places au_lose_lone(au_loser *loser, au_node *node) {
    static const au_how how = {{.compulsory = true, .lone_moves = true}, true, false};
    return au_lose(loser, &how, au_lose_lone, node);
}

static inline au_places au_lose_stacked(au_loser *loser, au_node *node) {
    static const au_how how = {{.compulsory = true}, true, false};
    return au_lose(loser, &how, au_lose_stacked, node);
}

static inline au_places au_lose_any(au_loser *loser, au_node *node) {
    const au_task *task = loser->task;
    const au_how how = {task->rules, task->collapses, task->ordering.score || !task->collapses};
    return au_lose(loser, &how, au_lose_any, node);
}

static inline au_lose_function *au_lose_under(const au_task *task) {
    if (!task->collapses || task->ordering.score || task->rules.aces_only) return au_lose_any;
    return task->rules.lone_moves ? au_lose_lone : au_lose_stacked;
}

/* Get the memory, unless it is there; false if there is not enough. */
static inline bool au_loser_init(au_loser *loser, uint64_t losses_bytes) {
    if (!loser->losses.entries && !au_losses_init(&loser->losses, losses_bytes)) return false;
    if (!loser->child_stack) loser->child_stack = calloc(AU_PATH_MAX * AU_CHILDREN_MAX, sizeof(au_child));
    return loser->child_stack != NULL;
}

static inline void au_loser_free(au_loser *loser) {
    au_losses_free(&loser->losses);
    free(loser->child_stack);
}

/* Decide `start`: the verdict only, not the score. */
static inline au_verdict au_loser_run(au_loser *loser, au_task *task, const au_position *start) {
    loser->task = task;
    au_losses_clear(&loser->losses);
    au_lay_out(&loser->deck, &task->deck, task->collapses);
    au_node node = {au_board_of(&loser->deck, start), start->rows, 0, 0, loser->child_stack};
    au_places looked = au_lose_under(task)(loser, &node);
    if (au_is_loss(looked)) return AU_UNSOLVABLE;
    return looked & AU_STOPPED ? AU_UNKNOWN : AU_SOLVABLE;
}

#endif
