// The open action interval of a thread.

#ifndef COMPOSABLE_OPEN_ACTION_H
#define COMPOSABLE_OPEN_ACTION_H

#include <stdint.h>

extern __thread uint64_t composable_open_action;

/// The innermost action interval that is open on this thread, 0 if there is none.
static inline uint64_t composable_get_open_action(void) {
  return composable_open_action;
}

/// Makes `action` the innermost open action interval of this thread.
static inline void composable_set_open_action(uint64_t action) {
  composable_open_action = action;
}

#endif
