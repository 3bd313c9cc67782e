// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”.
//
// The events with durations, of Documentation/TraceSchema.md: in a separate provider, so
// that clocks are read only while a session or a trigger enables them by name.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER composable_latency

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "ComposableLatencyProvider.h"

#if !defined(COMPOSABLE_LATENCY_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define COMPOSABLE_LATENCY_PROVIDER_H

#include <lttng/tracepoint.h>

#include "CLTTng.h"

LTTNG_UST_TRACEPOINT_EVENT(
    composable_latency, reduce,
    LTTNG_UST_TP_ARGS(
        uint64_t, action, const char *, prefix, const char *, name, uint64_t, duration),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(prefix, prefix)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(uint64_t, duration, duration)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable_latency, reduce, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE)

LTTNG_UST_TRACEPOINT_EVENT(
    composable_latency, observer,
    LTTNG_UST_TP_ARGS(uint64_t, store, const char *, file, uint32_t, line, uint64_t, duration),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)
        lttng_ust_field_integer(uint64_t, duration, duration)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(
    composable_latency, observer, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE)

#endif

#include <lttng/tracepoint-event.h>
