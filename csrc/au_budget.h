/* What a search may spend, and how it is told to stop.
 *
 * The node limit is exact. The stop flag, the clock and the caller's own poll are asked every 4,096 nodes:
 * often enough for a tenth of a second on any machine, too rarely to cost anything.
 */
#ifndef AU_BUDGET_H
#define AU_BUDGET_H
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef enum { AU_WITHIN = 0, AU_NODE_LIMIT, AU_TIME_LIMIT, AU_MEMORY_LIMIT, AU_INTERRUPTED } au_reason;

enum { AU_POLL_NODES = 4096 };

typedef struct {
    uint64_t nodes;      /* positions entered so far */
    uint64_t node_limit; /* UINT64_MAX: none */
    uint64_t next_look;  /* nodes at which to look around; 0 when nodes start anew or the limit sinks below it */
    double deadline;     /* au_now() at which the time is up; 0: none */
    volatile int *stop;  /* another thread sets it to end the search */
    int (*poll)(void *); /* the caller's, asked every tenth of a second at most; nonzero ends the search */
    void *poll_context;
    double next_poll;
    au_reason reason;
} au_budget;

/* Seconds on a clock that never goes back. */
static inline double au_now(void) {
    struct timespec t;
#if defined(_WIN32)
    timespec_get(&t, TIME_UTC);
#else
    clock_gettime(CLOCK_MONOTONIC, &t);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void au_ask_outside(au_budget *budget) {
    double now = au_now();
    if (*budget->stop) budget->reason = AU_INTERRUPTED;
    else if (budget->deadline > 0 && now >= budget->deadline) budget->reason = AU_TIME_LIMIT;
    else if (budget->poll && now >= budget->next_poll) {
        budget->next_poll = now + 0.05;
        if (budget->poll(budget->poll_context)) budget->reason = AU_INTERRUPTED;
    }
}

/* End the search: no more positions are entered. */
static inline void au_end(au_budget *budget, au_reason reason) {
    budget->reason = reason;
    budget->next_look = 0;
}

/* Look at everything that may end the search, and say when to look again: false, with the reason set, if it ends. */
static inline bool au_look_around(au_budget *budget) {
    if (budget->reason == AU_WITHIN && budget->nodes && budget->nodes % AU_POLL_NODES == 0) au_ask_outside(budget);
    if (budget->reason == AU_WITHIN && budget->nodes >= budget->node_limit) budget->reason = AU_NODE_LIMIT;
    if (budget->reason != AU_WITHIN) return false;
    budget->next_look = (budget->nodes / AU_POLL_NODES + 1) * AU_POLL_NODES;
    if (budget->next_look > budget->node_limit) budget->next_look = budget->node_limit;
    return true;
}

/* Enter one more position: false, with the reason set, where the search has to end. */
static inline bool au_enter(au_budget *budget) {
    if (budget->nodes >= budget->next_look && !au_look_around(budget)) return false;
    budget->nodes++;
    return true;
}

#endif
