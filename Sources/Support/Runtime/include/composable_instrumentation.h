// Whether stores, actions and observers are instrumented: words that a hot path reads as a branch.
//
// Core reads the words through pointers, and does not depend on the code that sets them. A module
// that implements Core's instrumentation protocol points them at switches of its own.

#ifndef COMPOSABLE_INSTRUMENTATION_H
#define COMPOSABLE_INSTRUMENTATION_H

#include <stdbool.h>
#include <stdint.h>

extern int composable_listeners;

/// Whether any listener is attached in the process; listeners receive all events.
static inline bool composable_has_listener(void) {
  return __atomic_load_n(&composable_listeners, __ATOMIC_RELAXED) != 0;
}

/// Counts a listener that was attached (1) or detached (-1).
static inline void composable_count_listener(int change) {
  __atomic_fetch_add(&composable_listeners, change, __ATOMIC_RELAXED);
}

extern const int *_Nonnull composable_action_switch;
extern const int *_Nonnull composable_send_switch;
extern const int *_Nonnull composable_scope_switch;
extern const int *_Nonnull composable_observer_switch;

/// Sets the word that is not 0 while actions are instrumented.
static inline void composable_set_action_switch(const int *_Nonnull word) {
  __atomic_store_n(&composable_action_switch, word, __ATOMIC_RELAXED);
}

/// Sets the words that are not 0 while sends, requests for child stores, and observers are
/// instrumented.
static inline void composable_set_store_switches(
    const int *_Nonnull sends, const int *_Nonnull scopes, const int *_Nonnull observers) {
  __atomic_store_n(&composable_send_switch, sends, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_scope_switch, scopes, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_observer_switch, observers, __ATOMIC_RELAXED);
}

/// Whether a switch is on, or a listener exists.
static inline bool composable_is_on(const int *_Nonnull const *_Nonnull word) {
  const int *state = __atomic_load_n(word, __ATOMIC_RELAXED);
  int enabled = __atomic_load_n(state, __ATOMIC_RELAXED) |
                __atomic_load_n(&composable_listeners, __ATOMIC_RELAXED);
  return __builtin_expect(enabled != 0, 0);
}

/// Whether actions are instrumented: the branch that wrappers cost an action while they are not.
static inline bool composable_instruments_actions(void) {
  return composable_is_on(&composable_action_switch);
}

/// Whether sends of actions are instrumented.
static inline bool composable_instruments_sends(void) {
  return composable_is_on(&composable_send_switch);
}

/// Whether requests for child stores are instrumented.
static inline bool composable_instruments_scopes(void) {
  return composable_is_on(&composable_scope_switch);
}

/// Whether observers are instrumented.
static inline bool composable_instruments_observers(void) {
  return composable_is_on(&composable_observer_switch);
}

extern __thread const void *_Nullable composable_change;

/// The change whose observers are being notified on this thread; `NULL` if there is none, or
/// observers are not instrumented. The Observation framework passes no arguments to observers, so
/// this cannot be one.
static inline const void *_Nullable composable_get_change(void) {
  return composable_change;
}

/// Makes `change` the one whose observers are being notified on this thread.
static inline void composable_set_change(const void *_Nullable change) {
  composable_change = change;
}

extern __thread void *_Nullable composable_reads;

/// The reads of the instrumented observer that runs on this thread, if one does.
static inline void *_Nullable composable_get_reads(void) {
  return composable_reads;
}

/// Makes `reads` the collection of the reads of this thread.
static inline void composable_set_reads(void *_Nullable reads) {
  composable_reads = reads;
}

/// Runs the set-up of the module that instruments stores, if the program contains one.
void composable_load_instrumentation(void);

#endif
