// The probes of the providers `composable`, `composable_values` and `composable_latency`, generated
// by LTTng's headers, and the functions that call them.

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "CLTTng.h"
#include "LTTngLoader.h"

// LTTng's own functions are never referenced by name, so that nothing links its libraries.
#define lttng_ust_probe_register composable_probe_register
#define lttng_ust_probe_unregister composable_probe_unregister
#define dlopen composable_tracepoint_library_open

// Without it LTTng also defines the macros of its older versions, under names such as `tracepoint`.
#define LTTNG_UST_COMPAT_API_VERSION 1

#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_PROVIDER_HIDDEN_DEFINITION

#include <lttng/tracepoint.h>
#include <lttng/ust-events.h>
#include <lttng/ust-ringbuffer-context.h>
#include <urcu/rculist.h>

// Two copies of this provider can be loaded in one process, one in the program and one in a library
// it opens. Each has to use its own tracepoints. The façade's symbols stay visible, so that a
// program can use them from the dynamic library it links, but each copy binds to its own.
#undef LTTNG_UST__TRACEPOINT_DEFINITION_VISIBILITY
#define LTTNG_UST__TRACEPOINT_DEFINITION_VISIBILITY __attribute__((visibility("protected")))

// Everything else that is generated, such as the tables of enumerations, is private to this file.
#pragma GCC visibility push(hidden)
#include "ComposableProvider.h"
#include "ComposableValuesProvider.h"
#include "ComposableLatencyProvider.h"
#pragma GCC visibility pop

#undef dlopen
#undef lttng_ust_probe_unregister
#undef lttng_ust_probe_register

#define SAME_PLACE(field)                                                                   \
  _Static_assert(                                                                           \
      offsetof(struct composable_tracepoint, field)                                         \
              == offsetof(struct lttng_ust_tracepoint, field)                               \
          && sizeof(((struct composable_tracepoint *)0)->field)                             \
              == sizeof(((struct lttng_ust_tracepoint *)0)->field),                         \
      "CLTTng.h and LTTng's tracepoint-types.h disagree about the place of `" #field "`")

SAME_PLACE(struct_size);
SAME_PLACE(provider_name);
SAME_PLACE(event_name);
SAME_PLACE(state);
SAME_PLACE(probes);

_Static_assert(sizeof(composable_state_changed) == sizeof(uint8_t), "recorded as one byte");
_Static_assert(sizeof(composable_effect_kind) == sizeof(uint8_t), "recorded as one byte");
_Static_assert(sizeof(composable_effect_outcome) == sizeof(uint8_t), "recorded as one byte");
_Static_assert(sizeof(composable_interval_outcome) == sizeof(uint8_t), "recorded as one byte");
_Static_assert(sizeof(composable_log_level) == sizeof(uint8_t), "recorded as one byte");

/// Answers LTTng's query whether its destructors should release its library.
static int keep_library(void) {
  return 0;
}

/// Keeps tracing intact until the process has ended.
///
/// LTTng's destructor would otherwise clear the pointers that every event goes through while other
/// threads are still recording, and the program would crash as it exits.
__attribute__((constructor)) static void keep_tracing_until_exit(void) {
  if (lttng_ust_tracepoint_destructors_syms_ptr) {
    lttng_ust_tracepoint_destructors_syms_ptr->tracepoint_get_destructors_state = keep_library;
  }
}

/// After LTTng's constructors above, which wait for the session daemon, but not for ever.
__attribute__((constructor)) static void check_start(void) {
  if (!composable_schema_enabled()) composable_await_recorder();
  if (!composable_schema_enabled()) composable_report_late_start();
}

/// Whether a tracepoint is of our providers, rather than a program's own.
static bool is_ours(const struct lttng_ust_tracepoint *tracepoint) {
  return strncmp(tracepoint->provider_name, "composable", strlen("composable")) == 0;
}

/// Disables the events in a forked child until LTTng has registered it as a process of its own,
/// which requires `liblttng-ust-fork.so`.
///
/// The child shares the buffers of its parent. Its events would seem to come from the parent, with
/// ids that the parent assigns to others; and if it were killed meanwhile, the parent would lose
/// the contents of its buffers. LTTng's library enables the events again when it has registered the
/// child.
static void stop_tracing_in_child(void) {
  struct lttng_ust_tracepoint *const *next = __start_lttng_ust_tracepoints_ptrs;
  for (; next != __stop_lttng_ust_tracepoints_ptrs; next++) {
    if (*next && is_ours(*next)) {
      __atomic_store_n(&(*next)->state, 0, __ATOMIC_RELAXED);
    }
  }
}

__attribute__((constructor)) static void watch_forks(void) {
  pthread_atfork(NULL, NULL, stop_tracing_in_child);
}

/// The number of times that a tracepoint's events are recorded, at least one while it is enabled.
static uint32_t recordings(const struct lttng_ust_tracepoint *tracepoint) {
  if (__atomic_load_n(&tracepoint->state, __ATOMIC_RELAXED) == 0) return 0;
  if (!LTTNG_UST_TP_RCU_LINK_TEST()) return 1;
  uint32_t count = 0;
  lttng_ust_tp_rcu_read_lock();
  const struct lttng_ust_tracepoint_probe *probe =
      lttng_ust_tp_rcu_dereference(tracepoint->probes);
  while (probe && probe[count].func) count++;
  lttng_ust_tp_rcu_read_unlock();
  return count > 0 ? count : 1;
}

COMPOSABLE_EXPORT
uint32_t composable_recordings(void) {
  uint32_t most = 0;
  struct lttng_ust_tracepoint *const *next = __start_lttng_ust_tracepoints_ptrs;
  for (; next != __stop_lttng_ust_tracepoints_ptrs; next++) {
    if (!*next || !is_ours(*next)) continue;
    uint32_t count = recordings(*next);
    if (count > most) most = count;
  }
  return most;
}

// The functions that record events, which ComposableEvents.h declares elsewhere.
#define COMPOSABLE_EVENT(provider, event, parameters, ...)       \
  COMPOSABLE_EXPORT                                               \
  void composable_##event##_do parameters {                       \
    lttng_ust_do_tracepoint(provider, event, __VA_ARGS__);        \
  }

#include "ComposableEvents.h"
