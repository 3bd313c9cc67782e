// The action being processed, for reducers and the engine.

#ifndef COMPOSABLE_FRAME_H
#define COMPOSABLE_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "composable_reported_action.h"

/// The id of an observed state, which changes when the state is replaced.
struct composable_watch {
  /// A pointer to the id.
  const uint64_t *_Nonnull address;
  /// The generation when the state was read.
  uint64_t seen;
};

/// No action is being processed.
static const uint8_t composable_is_idle = 0;
/// A reducer runs and changes the state in place: actions have to wait, and the state must not be
/// read.
static const uint8_t composable_is_reducing = 1;
/// Actions have to wait, and the state may be read, as no reducer runs: effects start or are
/// cancelled between two actions, or user code reads the state in place.
static const uint8_t composable_is_at_rest = 2;

/// The action being processed, stored by its root store. One per root store; a pointer of the
/// thread that runs a reducer refers to it.
struct composable_frame {
  /// Id of the root store.
  uint64_t store;
  /// Id of the effect that sent the action being processed, 0 if none did or it is not recorded.
  uint64_t cause;
  /// Id of the scoped store that the next action was sent to, 0 if it is the root or sends are not
  /// instrumented.
  uint64_t target;
  /// The time at which the sender of the next action asked for it, on the monotonic clock; 0 if it
  /// did not wait for the store's actor, or sends are not instrumented.
  uint64_t requested;
  /// The id of the emitted send event of the action being processed, until its outermost wrapper
  /// takes it; 0 if none was emitted.
  uint64_t action;
  /// Counts the actions that were reduced. Cached locations of state and children are valid until
  /// it changes: only actions change the state.
  uint64_t generation;
  /// The phase of the store: one of the constants above.
  uint8_t phase;
  /// Whether actions are queued.
  bool has_waiting_actions;
  /// Whether the end of the current action has work to do: queued actions, or observers of the
  /// state.
  bool needs_settling;
  /// Whether the running reducer belongs to a presented feature, or to a part of one.
  bool is_presented;
  /// Whether the store is on the main actor.
  bool is_on_main_actor;
  /// Whether the chain of the latest action is recorded: a constant of composable_chains.h.
  uint8_t chain;
  /// The effect that sent the action being processed, if it is tracked.
  void *_Nullable effect;
  /// The observed fields of the state that were written since observers were last notified, if any.
  void *_Nullable written;
  /// The reducers that the store's reducers call by themselves, if any.
  void *_Nullable called_reducers;
  /// The ids that are compared after each action.
  const struct composable_watch *_Nullable watches;
  /// The number of watched ids.
  uint64_t watch_count;
  /// The causes of changes, created with the first action that an instrument reports.
  struct composable_report *_Nullable report;
};

/// The causes of changes of a store's state, for instruments.
struct composable_report {
  /// The innermost action that was reported last.
  struct composable_reported_action action;
  /// The generation in which it was reported.
  uint64_t generation;
};

/// The causes of changes of a store's state, created on first use.
static inline struct composable_report *_Nonnull composable_report_of(
    struct composable_frame *_Nonnull frame) {
  if (!frame->report) frame->report = calloc(1, sizeof(struct composable_report));
  return frame->report;
}

/// Records that an instrument reports the action being processed: for the changes that are detected
/// after it.
static inline void composable_did_report(
    struct composable_frame *_Nullable frame, struct composable_reported_action action) {
  if (!frame) return;
  struct composable_report *report = composable_report_of(frame);
  report->action = action;
  report->generation = frame->generation;
}

/// Whether an observed state of the store was replaced.
static inline bool composable_is_replaced(const struct composable_frame *_Nonnull frame) {
  for (uint64_t index = 0; index < frame->watch_count; index++) {
    const struct composable_watch *watch = &frame->watches[index];
    if (__builtin_expect(*watch->address != watch->seen, 0)) return true;
  }
  return false;
}

extern __thread struct composable_frame *_Nullable composable_current_frame;

/// The frame of the root store whose reducer runs on this thread, if any.
static inline struct composable_frame *_Nullable composable_get_frame(void) {
  return composable_current_frame;
}

/// Makes `frame` this thread's frame.
static inline void composable_set_frame(struct composable_frame *_Nullable frame) {
  composable_current_frame = frame;
}

#endif
