/// The tracepoints of the providers `composable`, `composable_values` and `composable_latency`, for
/// the rest of the package.
///
/// Documentation/TraceSchema.md defines the events and fields. For each event `x` there is
/// `composable_x_enabled()`, one load and one compare, and `composable_x_do(…)`, which emits the
/// event to every session that enabled it. Check first: the values are then only computed while a
/// session records it.
///
/// No header of LTTng is included from here, because its headers define constructors and weak
/// symbols that have no place in an importing module.

#ifndef CLTTNG_H
#define CLTTNG_H

#include <stdbool.h>
#include <stdint.h>


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

#include "ComposableSchema.h"

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
#include "ComposableSelection.h"

/// The sessions that record `schema`, as an opaque value for comparison only.
///
/// It is `NULL` while no session records the event, and changes after each session that starts or
/// stops recording it: a value that differs from the last one means that there may be a session
/// without the schema. The value is an address that LTTng may reuse, so only changes observed in
/// time are detected reliably.
static inline const void *_Nullable composable_schema_probes(void) {
  return __atomic_load_n(&composable_schema_tracepoint.probes, __ATOMIC_RELAXED);
}

extern const void *_Nullable composable_schema_emitted_probes COMPOSABLE_SWIFT_PRIVATE;

/// The value of ``composable_schema_probes()`` when the schema was last emitted; `NULL` in a fork,
/// and when a session has started since. If both are equal, `schema` has been emitted before this
/// returns.
static inline const void *_Nullable composable_schema_emitted(void) {
  return __atomic_load_n(&composable_schema_emitted_probes, __ATOMIC_ACQUIRE);
}

/// Emits `schema` if ``composable_schema_emitted()`` and ``composable_schema_probes()`` differ. If
/// several threads detect that at the same time, one emits it, and the others wait.
void composable_schema_emit(const char *_Nonnull library);

/// Whether `SIGNPOST_STORES` enables tracing of the stores of this process.
bool composable_is_asked_to_trace_stores(void);

/// Whether messages of intervals and events are recorded: not if `SIGNPOST_MESSAGES` is off.
bool composable_is_asked_to_record_messages(void);

/// Whether `SIGNPOST_SAMPLE` or `SIGNPOST_MAX_RATE` leaves out chains of actions.
bool composable_is_sampling(void);

/// Whether `SIGNPOST_MAX_RATE` limits the rate, so that actions have to be counted.
bool composable_has_maximum_rate(void);

/// Whether a chain of actions is recorded.
typedef COMPOSABLE_ENUM(composable_chain_decision) {
  /// The chain is recorded.
  composable_chain_decision_record COMPOSABLE_SWIFT_NAME("record") = 1,
  /// The chain is left out, as it is not in the sample.
  composable_chain_decision_sampled_out COMPOSABLE_SWIFT_NAME("sampledOut") = 2,
  /// The chain is left out, as the rate is exceeded.
  composable_chain_decision_over_rate COMPOSABLE_SWIFT_NAME("overRate") = 3,
} composable_chain_decision;

/// Decides whether to record a chain that starts now.
composable_chain_decision composable_decide_next_chain(void);

/// Counts an action that is recorded towards the maximum rate.
void composable_count_recorded_action(void);

/// Counts an action whose chain the maximum rate leaves out. The name is never freed.
void composable_count_action_over_rate(const char *_Nonnull name);

/// The number of sessions that have started in this process, or have requested a state dump. Those
/// that existed before it count as one, also if there were none.
uint64_t composable_session_count(void);

/// Emits `schema`, and calls `handler`, whenever a session starts, in this process and not in its
/// forks.
///
/// The session records already then. The handler is called on a thread of its own, which exists
/// from now on if LTTng is available; one call serves all sessions that have started since the
/// previous one. It may emit events, and block.
///
/// - Parameter library: The version of the library, which is never freed.
void composable_set_session_handler(
    const char *_Nonnull library, void (*_Nonnull handler)(void));

/// The number of sessions that record this process, or more exactly: of the channels that record
/// the same event, the largest of all events. 0 while no event is enabled.
uint32_t composable_recordings(void);

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
