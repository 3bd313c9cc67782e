/// The tracepoints of the providers `composable` and `composable_values`, as the rest of the package sees them.
///
/// Documentation/TraceSchema.md says what every event and field means. For each event `x` there
/// is `composable_x_enabled()`, one load and one compare, and `composable_x_do(…)`, which records
/// the event in every session that asked for it. Ask first: the values are then only computed
/// while somebody listens.
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
#define COMPOSABLE_SCHEMA_VERSION 4

/// Whether the state after an action differs from the state before it.
typedef COMPOSABLE_ENUM(composable_state_changed) {
  /// Nobody compared.
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
  /// Nobody can end it any more.
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

// The label ties our name to the symbol that LTTng's macros define, so that the file which sees
// both declarations does not find two types for one name.
#define COMPOSABLE_TRACEPOINT_OF(provider, event)                      \
  extern struct composable_tracepoint composable_##event##_tracepoint  \
      __asm__("lttng_ust_tracepoint_" #provider "___" #event) COMPOSABLE_SWIFT_PRIVATE
#define COMPOSABLE_TRACEPOINT(event) COMPOSABLE_TRACEPOINT_OF(composable, event)

COMPOSABLE_TRACEPOINT(schema);
COMPOSABLE_TRACEPOINT(store_created);
COMPOSABLE_TRACEPOINT(store_released);
COMPOSABLE_TRACEPOINT(action_begin);
COMPOSABLE_TRACEPOINT(action_end);
COMPOSABLE_TRACEPOINT(effect_begin);
COMPOSABLE_TRACEPOINT(effect_output);
COMPOSABLE_TRACEPOINT(effect_end);
COMPOSABLE_TRACEPOINT(interval_begin);
COMPOSABLE_TRACEPOINT(interval_end);
COMPOSABLE_TRACEPOINT(event);
COMPOSABLE_TRACEPOINT(log);
COMPOSABLE_TRACEPOINT(action_payload);
COMPOSABLE_TRACEPOINT(budget_exceeded);
COMPOSABLE_TRACEPOINT(send);
COMPOSABLE_TRACEPOINT(scope);
COMPOSABLE_TRACEPOINT(observe_begin);
COMPOSABLE_TRACEPOINT(observe_end);
COMPOSABLE_TRACEPOINT_OF(composable_values, state_diff);

#undef COMPOSABLE_TRACEPOINT
#undef COMPOSABLE_TRACEPOINT_OF

// LTTng's thread writes the word whenever a session starts or stops, hence the atomic load, which
// is a plain one on every processor that Swift runs on.
#define COMPOSABLE_ENABLED(event) \
  __builtin_expect(                \
      __atomic_load_n(&composable_##event##_tracepoint.state, __ATOMIC_RELAXED) != 0, 0)

/// Whether a session records `schema`.
static inline bool composable_schema_enabled(void) {
  return COMPOSABLE_ENABLED(schema);
}

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

/// What ``composable_schema_probes()`` was when the schema was last recorded; a fork starts with `NULL`.
/// Where both are equal, `schema` has been recorded before this returns.
static inline const void *_Nullable composable_schema_told(void) {
  return __atomic_load_n(&composable_schema_told_probes, __ATOMIC_ACQUIRE);
}

/// Records `schema` where ``composable_schema_told()`` and ``composable_schema_probes()`` differ. Of
/// several threads that find out at the same time one does so, and the others wait for it.
void composable_schema_tell(const char *_Nonnull library);

/// Whether `SIGNPOST_STORES` asks for the stores of this process to be traced.
bool composable_is_asked_to_trace_stores(void);

/// Whether messages of intervals and events are recorded: not where `SIGNPOST_MESSAGES` is off.
bool composable_is_asked_to_record_messages(void);

/// How many sessions have started in this process, or have asked it to describe itself again. Those
/// that were there before it count as one, also if there were none.
uint64_t composable_session_count(void);

/// Has `schema` recorded, and `handler` called, whenever one does, in this process and not in its forks.
///
/// The session records already then. The handler is called on a thread of LTTng's that holds locks, so
/// it must return at once and must not record anything itself.
///
/// - Parameter library: The version of the library, which is never freed.
void composable_set_session_handler(
    const char *_Nonnull library, void (*_Nonnull handler)(void));

/// Records `schema`: the version of the schema, and the version of the library that writes.
void composable_schema_do(uint32_t version, const char *_Nonnull library);

/// Whether a session records `store_created`.
static inline bool composable_store_created_enabled(void) {
  return COMPOSABLE_ENABLED(store_created);
}

/// Records `store_created`: a store, or a store scoped from it, came into being; or it is announced to
/// sessions that started later, with its age in nanoseconds, -1 where that is not known.
void composable_store_created_do(
    uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
    uint32_t line, bool announced, int64_t age);

/// Whether a session records `store_released`.
static inline bool composable_store_released_enabled(void) {
  return COMPOSABLE_ENABLED(store_released);
}

/// Records `store_released`: a store went away.
void composable_store_released_do(
    uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
    uint32_t line);

/// Whether a session records `action_begin`.
static inline bool composable_action_begin_enabled(void) {
  return COMPOSABLE_ENABLED(action_begin);
}

/// The word that ``composable_action_begin_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_action_begin_state(void) {
  return &composable_action_begin_tracepoint.state;
}

/// Records `action_begin`: the wrapped reducer is about to run.
void composable_action_begin_do(
    uint64_t action, uint64_t cause, uint64_t parent, uint64_t store, const char *_Nonnull prefix,
    const char *_Nonnull name);

/// Whether a session records `action_end`.
static inline bool composable_action_end_enabled(void) {
  return COMPOSABLE_ENABLED(action_end);
}

/// Records `action_end`: the wrapped reducer returned.
void composable_action_end_do(
    uint64_t action, composable_state_changed state_changed, composable_effect_kind effect);

/// Whether a session records `effect_begin`.
static inline bool composable_effect_begin_enabled(void) {
  return COMPOSABLE_ENABLED(effect_begin);
}

/// Records `effect_begin`: the work of an effect starts; or it is announced to sessions that started
/// later, with its age in nanoseconds, -1 where that is not known.
void composable_effect_begin_do(
    uint64_t effect, uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name,
    bool announced, int64_t age);

/// Whether a session records `effect_output`.
static inline bool composable_effect_output_enabled(void) {
  return COMPOSABLE_ENABLED(effect_output);
}

/// Records `effect_output`: an effect sends an action.
void composable_effect_output_do(uint64_t effect, const char *_Nonnull name);

/// Whether a session records `effect_end`.
static inline bool composable_effect_end_enabled(void) {
  return COMPOSABLE_ENABLED(effect_end);
}

/// Records `effect_end`: the work of an effect ended, having sent so many actions.
void composable_effect_end_do(
    uint64_t effect, composable_effect_outcome outcome, uint32_t outputs);

/// Whether a session records `interval_begin`.
static inline bool composable_interval_begin_enabled(void) {
  return COMPOSABLE_ENABLED(interval_begin);
}

/// Records `interval_begin`: an interval of a signposter starts.
void composable_interval_begin_do(
    uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
    const char *_Nonnull name, const char *_Nonnull message);

/// Whether a session records `interval_end`.
static inline bool composable_interval_end_enabled(void) {
  return COMPOSABLE_ENABLED(interval_end);
}

/// Records `interval_end`: an interval of a signposter ended.
void composable_interval_end_do(
    uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
    const char *_Nonnull name, composable_interval_outcome outcome, const char *_Nonnull message);

/// Whether a session records `event`.
static inline bool composable_event_enabled(void) {
  return COMPOSABLE_ENABLED(event);
}

/// Records `event`: something happened that a signposter was told of.
void composable_event_do(
    uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
    const char *_Nonnull name, const char *_Nonnull message);

/// Whether a session records `log`.
static inline bool composable_log_enabled(void) {
  return COMPOSABLE_ENABLED(log);
}

/// Records `log`: a log record, with the place in the source that wrote it.
void composable_log_do(
    composable_log_level level, const char *_Nonnull label, const char *_Nonnull message,
    const char *_Nonnull metadata, const char *_Nonnull file, uint32_t line);

/// Whether a session records `action_payload`.
static inline bool composable_action_payload_enabled(void) {
  return COMPOSABLE_ENABLED(action_payload);
}

/// Records `action_payload`: what an action holds, as text.
void composable_action_payload_do(uint64_t action, const char *_Nonnull payload);

/// Whether a session records `budget_exceeded`.
static inline bool composable_budget_exceeded_enabled(void) {
  return COMPOSABLE_ENABLED(budget_exceeded);
}

/// Records `budget_exceeded`: a reducer took longer than its wrapper allows, in nanoseconds.
void composable_budget_exceeded_do(
    uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name, uint64_t budget,
    uint64_t taken);

/// Whether a session records `send`.
static inline bool composable_send_enabled(void) {
  return COMPOSABLE_ENABLED(send);
}

/// The word that ``composable_send_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_send_state(void) {
  return &composable_send_tracepoint.state;
}

/// Records `send`: a store is sent an action, behind so many others.
void composable_send_do(
    uint64_t action, uint64_t cause, uint64_t store, uint32_t depth, bool reentrant,
    const char *_Nonnull name);

/// Whether a session records `scope`.
static inline bool composable_scope_enabled(void) {
  return COMPOSABLE_ENABLED(scope);
}

/// The word that ``composable_scope_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_scope_state(void) {
  return &composable_scope_tracepoint.state;
}

/// Records `scope`: a store was asked for a child, which was found, or made.
void composable_scope_do(uint64_t store, uint64_t child, bool cached);

/// Whether a session records `observe_begin`.
static inline bool composable_observe_begin_enabled(void) {
  return COMPOSABLE_ENABLED(observe_begin);
}

/// The word that ``composable_observe_begin_enabled()`` reads, to be read with relaxed atomic loads.
static inline const int *_Nonnull composable_observe_begin_state(void) {
  return &composable_observe_begin_tracepoint.state;
}

/// Records `observe_begin`: an observer reacts to a change.
void composable_observe_begin_do(uint64_t store, const char *_Nonnull file, uint32_t line);

/// Whether a session records `observe_end`.
static inline bool composable_observe_end_enabled(void) {
  return COMPOSABLE_ENABLED(observe_end);
}

/// Records `observe_end`: an observer has reacted.
void composable_observe_end_do(uint64_t store, const char *_Nonnull file, uint32_t line);

/// Whether a session records `state_diff`.
static inline bool composable_state_diff_enabled(void) {
  return COMPOSABLE_ENABLED(state_diff);
}

/// Records `state_diff`: what an action has changed in the state.
void composable_state_diff_do(uint64_t action, const char *_Nonnull text);

#undef COMPOSABLE_ENABLED

#ifdef __cplusplus
}
#endif

#endif
