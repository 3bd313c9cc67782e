// The actions that instruments report, for causes.

#ifndef COMPOSABLE_REPORTED_ACTION_H
#define COMPOSABLE_REPORTED_ACTION_H

#include <stdint.h>

/// An action that an instrument has reported. The texts are never freed.
struct composable_reported_action {
  /// The id of its interval, 0 for no action.
  uint64_t id;
  /// The name of the feature.
  const char *_Nullable prefix;
  /// The name of the action.
  const char *_Nullable name;
};

extern __thread struct composable_reported_action composable_open_action;

/// The innermost action that is open on this thread.
static inline struct composable_reported_action composable_get_open_action(void) {
  return composable_open_action;
}

/// Makes `action` the innermost open action of this thread.
static inline void composable_set_open_action(struct composable_reported_action action) {
  composable_open_action = action;
}

#endif
