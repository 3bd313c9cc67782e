/// The tracepoints of the providers `composable`, `composable_values` and `composable_latency`, as
/// the rest of the package sees them.
///
/// Documentation/TraceSchema.md says what every event and field means. For each event `x` there
/// is `composable_x_enabled()`, one load and one compare, and `composable_x_do(…)`, which records
/// the event in every session that asked for it. Ask first: the values are then only computed
/// while a session records it.
///
/// No header of LTTng is included from here, because its headers define constructors and weak
/// symbols that have no place in an importing module.

#ifndef CLTTNG_H
#define CLTTNG_H

#include <stdbool.h>
#include <stdint.h>

#include "OpenAction.h"

#if defined(__clang__)
#define COMPOSABLE_ENUM(type) enum __attribute__((enum_extensibility(closed))) type : uint8_t
#define COMPOSABLE_SWIFT_NAME(name) __attribute__((swift_name(name)))
#define COMPOSABLE_SWIFT_PRIVATE __attribute__((swift_private))
#else
#define COMPOSABLE_ENUM(type) enum __attribute__((packed)) type
#define COMPOSABLE_SWIFT_NAME(name)
#define COMPOSABLE_SWIFT_PRIVATE
#define _Nonnull
#define _Nullable
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the schema that this provider writes.
#define COMPOSABLE_SCHEMA_VERSION 6

/// Whether the state after an action differs from the state before it.
typedef COMPOSABLE_ENUM(composable_state_changed) {
  /// Not compared.
  composable_state_changed_unknown COMPOSABLE_SWIFT_NAME("unknown") = 0,
  /// The state is the same.
  composable_state_changed_no COMPOSABLE_SWIFT_NAME("no") = 1,
  /// The state differs.
  composable_state_changed_yes COMPOSABLE_SWIFT_NAME("yes") = 2,
} composable_state_changed;

/// The kind of effect that a reducer returned.
typedef COMPOSABLE_ENUM(composable_effect_kind) {
  /// No effect.
  composable_effect_kind_none COMPOSABLE_SWIFT_NAME("none") = 0,
  /// Asynchronous work.
  composable_effect_kind_run COMPOSABLE_SWIFT_NAME("run") = 1,
  /// One action, sent at once.
  composable_effect_kind_send COMPOSABLE_SWIFT_NAME("send") = 2,
  /// Several effects side by side.
  composable_effect_kind_merge COMPOSABLE_SWIFT_NAME("merge") = 3,
  /// Several effects one after the other.
  composable_effect_kind_concatenate COMPOSABLE_SWIFT_NAME("concatenate") = 4,
  /// The cancellation of effects in flight.
  composable_effect_kind_cancel COMPOSABLE_SWIFT_NAME("cancel") = 5,
} composable_effect_kind;

/// How the work of an effect ended.
typedef COMPOSABLE_ENUM(composable_effect_outcome) {
  /// It came to its end.
  composable_effect_outcome_finished COMPOSABLE_SWIFT_NAME("finished") = 0,
  /// It was cancelled.
  composable_effect_outcome_cancelled COMPOSABLE_SWIFT_NAME("cancelled") = 1,
  /// It threw an error.
  composable_effect_outcome_failed COMPOSABLE_SWIFT_NAME("failed") = 2,
} composable_effect_outcome;

/// How an interval of a signposter ended.
typedef COMPOSABLE_ENUM(composable_interval_outcome) {
  /// It was ended, or its code returned.
  composable_interval_outcome_finished COMPOSABLE_SWIFT_NAME("finished") = 0,
  /// Its code was cancelled.
  composable_interval_outcome_cancelled COMPOSABLE_SWIFT_NAME("cancelled") = 1,
  /// Its code threw an error.
  composable_interval_outcome_failed COMPOSABLE_SWIFT_NAME("failed") = 2,
  /// Its state was released before it ended.
  composable_interval_outcome_abandoned COMPOSABLE_SWIFT_NAME("abandoned") = 3,
} composable_interval_outcome;

/// How important a log record is.
typedef COMPOSABLE_ENUM(composable_log_level) {
  /// Of use for following single steps.
  composable_log_level_trace COMPOSABLE_SWIFT_NAME("trace") = 0,
  /// Of use for finding mistakes.
  composable_log_level_debug COMPOSABLE_SWIFT_NAME("debug") = 1,
  /// Says what goes on.
  composable_log_level_info COMPOSABLE_SWIFT_NAME("info") = 2,
  /// Ordinary, and worth attention.
  composable_log_level_notice COMPOSABLE_SWIFT_NAME("notice") = 3,
  /// No error, and not as it should be.
  composable_log_level_warning COMPOSABLE_SWIFT_NAME("warning") = 4,
  /// Something failed.
  composable_log_level_error COMPOSABLE_SWIFT_NAME("error") = 5,
  /// Needs attention at once.
  composable_log_level_critical COMPOSABLE_SWIFT_NAME("critical") = 6,
} composable_log_level;

/// The start of LTTng's `struct lttng_ust_tracepoint`, whose layout is part of LTTng's ABI.
///
/// ComposableProvider.c proves at compile time that both agree.
struct COMPOSABLE_SWIFT_PRIVATE composable_tracepoint {
  uint32_t struct_size;
  const char *_Nonnull provider_name;
  const char *_Nonnull event_name;
  int state;
  const void *_Nullable probes;
};

// LTTng's thread writes the word `state` whenever a session starts or stops, hence the atomic load,
// which is a plain one on every processor that Swift runs on. The label ties our name to the symbol
// that LTTng's macros define, so that the file which sees both declarations does not find two types
// for one name.
#define COMPOSABLE_EVENT(provider, event, parameters, ...)                                     \
  extern struct composable_tracepoint composable_##event##_tracepoint                           \
      __asm__("lttng_ust_tracepoint_" #provider "___" #event) COMPOSABLE_SWIFT_PRIVATE;         \
  static inline bool composable_##event##_enabled(void) {                                       \
    return __builtin_expect(                                                                    \
        __atomic_load_n(&composable_##event##_tracepoint.state, __ATOMIC_RELAXED) != 0, 0);     \
  }                                                                                             \
  void composable_##event##_do parameters;

#include "ComposableEvents.h"

/// The sessions that record `schema`, as an opaque value that is only good for comparing.
///
/// It is `NULL` while no session records the event, and another one after each session that
/// starts or stops recording it: a value that differs from the last one seen means that a session
/// may be there which has not been told the schema yet. The value is an address that LTTng may use
/// again, so only changes one looks at in time are sure to be noticed.
static inline const void *_Nullable composable_schema_probes(void) {
  return __atomic_load_n(&composable_schema_tracepoint.probes, __ATOMIC_RELAXED);
}

extern const void *_Nullable composable_schema_told_probes COMPOSABLE_SWIFT_PRIVATE;

/// What ``composable_schema_probes()`` was when the schema was last recorded; `NULL` in a fork, and
/// when a session has started since. Where both are equal, `schema` has been recorded before this
/// returns.
static inline const void *_Nullable composable_schema_told(void) {
  return __atomic_load_n(&composable_schema_told_probes, __ATOMIC_ACQUIRE);
}

/// Records `schema` where ``composable_schema_told()`` and ``composable_schema_probes()`` differ.
/// Of several threads that find out at the same time one does so, and the others wait for it.
void composable_schema_tell(const char *_Nonnull library);

/// Whether `SIGNPOST_STORES` asks for the stores of this process to be traced.
bool composable_is_asked_to_trace_stores(void);

/// Whether messages of intervals and events are recorded: not where `SIGNPOST_MESSAGES` is off.
bool composable_is_asked_to_record_messages(void);

/// How many sessions have started in this process, or have asked it to describe itself again. Those
/// that were there before it count as one, also if there were none.
uint64_t composable_session_count(void);

/// Has `schema` recorded, and `handler` called, whenever one does, in this process and not in its
/// forks.
///
/// The session records already then. The handler is called on a thread of its own, which exists
/// from now on where LTTng does; it serves all sessions that have started since it was called last.
/// It may record events, and wait.
///
/// - Parameter library: The version of the library, which is never freed.
void composable_set_session_handler(
    const char *_Nonnull library, void (*_Nonnull handler)(void));

/// The word that ``composable_action_begin_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_action_begin_state(void) {
  return &composable_action_begin_tracepoint.state;
}

/// The word that ``composable_send_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_send_state(void) {
  return &composable_send_tracepoint.state;
}

/// The word that ``composable_scope_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_scope_state(void) {
  return &composable_scope_tracepoint.state;
}

/// The word that ``composable_observe_begin_enabled()`` reads, to be read with relaxed atomic
/// loads.
static inline const int *_Nonnull composable_observe_begin_state(void) {
  return &composable_observe_begin_tracepoint.state;
}

#ifdef __cplusplus
}
#endif

#endif
