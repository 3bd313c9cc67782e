// The only two entry points from this module into LTTng's libraries. They are not linked: they are
// looked up when the program starts, and if they are missing the program runs without tracing.

#ifndef LTTNG_LOADER_H
#define LTTNG_LOADER_H

#if !__has_include(<lttng/tracepoint-event.h>)
#error "LTTng-UST's headers are missing: sudo apt-get install liblttng-ust-dev"
#else
#include <lttng/ust-tracer.h>
#ifndef LTTNG_UST_LIB_SONAME
#error "LTTng-UST 2.13 or newer is needed: sudo apt-get install liblttng-ust-dev"
#endif
#endif

// A program can use the façade's symbols from the dynamic library it links, but each of two copies
// of this provider in one process binds to its own.
#define COMPOSABLE_EXPORT __attribute__((visibility("protected")))

struct lttng_ust_probe_desc;
struct lttng_ust_registered_probe;

/// Replaces `dlopen` in LTTng's tracepoint.h, which loads its run-time library.
__attribute__((visibility("hidden")))
void *composable_tracepoint_library_open(const char *name, int flags);

/// Replaces `lttng_ust_probe_register`. It never returns `NULL`, for which LTTng's constructor
/// would abort the program.
__attribute__((visibility("hidden")))
struct lttng_ust_registered_probe *composable_probe_register(
    const struct lttng_ust_probe_desc *provider);

/// Replaces `lttng_ust_probe_unregister`.
__attribute__((visibility("hidden")))
void composable_probe_unregister(struct lttng_ust_registered_probe *probe);

/// Waits until a recorder that follows the name of this program has it recorded, at most half a
/// second, or the milliseconds of the environment variable `SIGNPOST_FOLLOW_TIMEOUT`, up to a
/// minute: its beginning would be missing otherwise. Without such a recorder it returns at once.
__attribute__((visibility("hidden")))
void composable_await_recorder(void);

/// Reports this program to the recorder that started it, or that follows its name, as one whose
/// beginning is not recorded: LTTng has not registered it in time, or the recorder has not found
/// it. Called when no event is enabled after registration and ``composable_await_recorder``.
__attribute__((visibility("hidden")))
void composable_report_late_start(void);

struct lttng_ust_session;

/// The probe of LTTng's own event `lttng_ust_statedump:start`, which LTTng emits on a thread of its
/// own whenever a session has started, after it has enabled the session's events. That thread holds
/// a lock: the probe must not block.
__attribute__((visibility("hidden")))
void composable_session_did_start(void *data, struct lttng_ust_session *session);

/// Whether LTTng will call `composable_session_did_start`.
__attribute__((visibility("hidden")))
void composable_session_starts_are_notified(void);

#endif
