// What Swift cannot express and the hot path needs: thread-local variables reached without a call.

#ifndef COMPOSABLE_CCORE_H
#define COMPOSABLE_CCORE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/// The id of an observed state, which is another once the state was replaced.
struct composable_watch {
  /// Where the id is.
  const uint64_t *_Nonnull address;
  /// What it was when the state was read.
  uint64_t seen;
};

/// What a reducer may ask about the action being processed, kept by the root store that processes
/// it. One per root store; the thread that runs a reducer points at it.
struct composable_frame {
  /// Id of the root store.
  uint64_t store;
  /// Id of the effect that sent the action being processed, 0 if none did or nobody recorded it.
  uint64_t cause;
  /// Id of the scoped store that the next action was sent to, 0 if it is the root or nobody listens.
  uint64_t target;
  /// Whether an action is being processed: state must be neither read nor written from outside.
  bool is_processing;
  /// Whether something waits for the end of the current action: queued actions, or observers of
  /// the state.
  bool needs_settling;
  /// Whether the reducer that runs is that of a presented feature, or of a part of one.
  bool is_presented;
  /// Whether the store is on the main actor.
  bool is_on_main_actor;
  /// The effect that sent the action being processed, if one did that somebody tracks.
  void *_Nullable effect;
  /// The observed fields of the state that were written since observers were last told, if any.
  void *_Nullable written;
  /// The ids that are looked at after each action.
  const struct composable_watch *_Nullable watches;
  /// How many there are.
  uint64_t watch_count;
};

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

extern int composable_recorders;

/// Whether any recorder of events exists in the process.
static inline bool composable_recorder_exists(void) {
  return __atomic_load_n(&composable_recorders, __ATOMIC_RELAXED) != 0;
}

extern const int *_Nonnull composable_sessions;

/// Tells where to look whether a session records: at a word that is not 0 then.
static inline void composable_set_sessions(const int *_Nonnull word) {
  __atomic_store_n(&composable_sessions, word, __ATOMIC_RELAXED);
}

/// Whether the word that says so is not 0, or a recorder exists.
static inline bool composable_is_heard(const int *_Nonnull const *_Nonnull word) {
  const int *sessions = __atomic_load_n(word, __ATOMIC_RELAXED);
  int listeners = __atomic_load_n(sessions, __ATOMIC_RELAXED) |
                  __atomic_load_n(&composable_recorders, __ATOMIC_RELAXED);
  return __builtin_expect(listeners != 0, 0);
}

/// Whether a session records actions, or a recorder exists: the branch that an action pays for its
/// wrappers while nobody listens.
static inline bool composable_is_listening(void) {
  return composable_is_heard(&composable_sessions);
}

extern const int *_Nonnull composable_send_sessions;
extern const int *_Nonnull composable_scope_sessions;
extern const int *_Nonnull composable_observer_sessions;

/// Tells where to look whether a session records sends, child stores, and what observers do.
static inline void composable_set_store_sessions(
    const int *_Nonnull sends, const int *_Nonnull scopes, const int *_Nonnull observers) {
  __atomic_store_n(&composable_send_sessions, sends, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_scope_sessions, scopes, __ATOMIC_RELAXED);
  __atomic_store_n(&composable_observer_sessions, observers, __ATOMIC_RELAXED);
}

/// Whether a session records that stores are sent actions, or a recorder exists.
static inline bool composable_hears_sends(void) {
  return composable_is_heard(&composable_send_sessions);
}

/// Whether a session records that child stores are asked for, or a recorder exists.
static inline bool composable_hears_scopes(void) {
  return composable_is_heard(&composable_scope_sessions);
}

/// Whether a session records what observers do, or a recorder exists.
static inline bool composable_hears_observers(void) {
  return composable_is_heard(&composable_observer_sessions);
}

extern __thread uint64_t composable_changed_store;

/// The root store whose observers are being told of a change on this thread, 0 if none is or nobody
/// wants to know.
static inline uint64_t composable_get_changed_store(void) {
  return composable_changed_store;
}

/// Makes `store` the one whose observers are being told on this thread.
static inline void composable_set_changed_store(uint64_t store) {
  composable_changed_store = store;
}

/// Counts a recorder that came (1) or went (-1).
static inline void composable_count_recorder(int change) {
  __atomic_fetch_add(&composable_recorders, change, __ATOMIC_RELAXED);
}

extern __thread uint64_t composable_next_id;
extern __thread uint64_t composable_last_id;

/// Reserves the next block of ids for this thread and returns its first.
uint64_t composable_reserve_ids(void);

extern __thread uint64_t composable_action;

/// The innermost action interval that is open on this thread, 0 if there is none.
static inline uint64_t composable_get_action(void) {
  return composable_action;
}

/// Makes `action` the innermost open action interval of this thread.
static inline void composable_set_action(uint64_t action) {
  composable_action = action;
}

extern __thread void *_Nullable composable_dependency_read;

/// What this thread's innermost read of a dependency keeps, if one is under way.
static inline void *_Nullable composable_get_dependency_read(void) {
  return composable_dependency_read;
}

/// Makes `read` this thread's innermost read of a dependency.
static inline void composable_set_dependency_read(void *_Nullable read) {
  composable_dependency_read = read;
}

/// An id that is unique within the process, never 0. Threads draw from blocks of their own, so that
/// no cache line is shared; ids therefore say nothing about order across threads.
static inline uint64_t composable_make_id(void) {
  uint64_t id = composable_next_id;
  if (__builtin_expect(id < composable_last_id, 1)) {
    composable_next_id = id + 1;
    return id;
  }
  return composable_reserve_ids();
}

extern __thread uint64_t composable_announced_action;

/// The id that was announced for the action which is processed next on this thread, 0 if none was or
/// it was taken.
static inline uint64_t composable_get_announced_action(void) {
  return composable_announced_action;
}

/// Announces the id of the action that is processed next on this thread.
static inline void composable_announce_action(uint64_t action) {
  composable_announced_action = action;
}

/// An id for an action: the one that was announced, or else a new one.
static inline uint64_t composable_take_action_id(void) {
  uint64_t announced = composable_announced_action;
  if (__builtin_expect(announced == 0, 1)) return composable_make_id();
  composable_announced_action = 0;
  return announced;
}

/// Has all stores be traced, if the environment asks for it and the program contains the module that
/// can. Once is enough.
void composable_trace_stores_if_asked(void);

/// The monotonic clock, in nanoseconds.
static inline uint64_t composable_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

extern __thread uint8_t composable_reading;

/// Whether a store was read on this thread, so that reads of state outside of reducers count.
static inline bool composable_reads_stores(void) {
  return composable_reading != 0;
}

/// Whether the store that was read last on this thread is on the main actor.
static inline bool composable_reads_on_main(void) {
  return composable_reading == 1;
}

/// Notes that a store is read on this thread.
static inline void composable_did_read(bool is_on_main) {
  composable_reading = is_on_main ? 1 : 2;
}

/// The number of 64-bit words that say which fields may be observed.
enum { composable_observed_words = 64 };

extern uint64_t composable_observed[composable_observed_words];
extern int64_t composable_observed_count;

/// Where a field of a state is noted: several share a bit.
static inline uint32_t composable_observed_bit(uint64_t state, uint32_t field) {
  return ((uint32_t)state * 2654435761u + field) >> 20;
}

/// Whether a field of a state may be observed by somebody: all that a write to a field costs while
/// it isn't.
static inline bool composable_may_be_observed(uint64_t state, uint32_t field) {
  uint32_t bit = composable_observed_bit(state, field);
  uint64_t word = __atomic_load_n(&composable_observed[bit >> 6], __ATOMIC_RELAXED);
  return __builtin_expect((word >> (bit & 63)) & 1, 0);
}

/// Replaces one of the words that say which fields may be observed.
static inline void composable_set_observed(uint32_t index, uint64_t word) {
  __atomic_store_n(&composable_observed[index], word, __ATOMIC_RELAXED);
}

/// One of the words that say which fields may be observed.
static inline uint64_t composable_get_observed(uint32_t index) {
  return __atomic_load_n(&composable_observed[index], __ATOMIC_RELAXED);
}

/// Whether any field of any state is observed.
static inline bool composable_observes(void) {
  return __builtin_expect(
      __atomic_load_n(&composable_observed_count, __ATOMIC_RELAXED) != 0, 0);
}

static inline void composable_set_observed_count(int64_t count) {
  __atomic_store_n(&composable_observed_count, count, __ATOMIC_RELAXED);
}

/// Has dependencies begin anew with each test of XCTest, in a program that contains the module that
/// knows XCTest.
void composable_observe_tests_if_possible(void);

/// Tells ThreadSanitizer, in builds that have it, that a lock on `address` was taken.
void composable_did_lock(const void *_Nonnull address);

/// Tells ThreadSanitizer, in builds that have it, that a lock on `address` is about to be given up.
void composable_will_unlock(const void *_Nonnull address);

/// Makes the runtime of Swift's tasks hand everything meant for its thread pool to the main executor,
/// or stops that.
///
/// Returns `false`, and changes nothing, where the runtime has no hook for it.
bool composable_set_main_serial_executor(bool is_on);

#endif
