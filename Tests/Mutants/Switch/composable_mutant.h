// The switch of the mutants of Core, in the copy that `make mutants` builds.

#ifndef COMPOSABLE_MUTANT_H
#define COMPOSABLE_MUTANT_H

#include <stdbool.h>
#include <stdint.h>

/// The mutant that is active; 0 is none.
extern uint32_t composable_active_mutant;
/// A byte for each mutant, which is 1 if the code has been reached.
extern uint8_t *composable_reached_mutants;

static inline bool composable_mutant(uint32_t id) {
  composable_reached_mutants[id] = 1;
  return __builtin_expect(composable_active_mutant == id, 0);
}

#endif
