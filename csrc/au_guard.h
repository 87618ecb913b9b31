/* Guards: conditions on which the soundness of the searches rests, each with a name.
 *
 * AU_GUARD says whether a guard stands: always, and at no cost, in a normal build. Built with -DAU_MUTANTS the
 * one that the environment variable AU_DROP names is left out, and tests/test_mutations.py shows that answers
 * are then refuted. What can be left out unnoticed is no guard, and bears no name.
 */
#ifndef AU_GUARD_H
#define AU_GUARD_H
#include <stdbool.h>

#ifdef AU_MUTANTS
#include <stdlib.h>
#include <string.h>

static inline bool au_guard_stands(const char *name) {
    static const char *dropped = NULL;
    if (!dropped) dropped = getenv("AU_DROP");
    return !dropped || strcmp(dropped, name) != 0;
}
#define AU_GUARD(name) au_guard_stands(name)
#else
#define AU_GUARD(name) ((void)(name), true)
#endif

#endif
