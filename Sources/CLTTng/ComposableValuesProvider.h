// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”.
//
// The events with values of a program, of Documentation/TraceSchema.md: in a separate
// provider, so that a session which records `composable:*` does not record them.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER composable_values

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "ComposableValuesProvider.h"

#if !defined(COMPOSABLE_VALUES_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define COMPOSABLE_VALUES_PROVIDER_H

#include <lttng/tracepoint.h>

#include "CLTTng.h"

LTTNG_UST_TRACEPOINT_EVENT(
    composable_values, state_diff,
    LTTNG_UST_TP_ARGS(uint64_t, action, const char *, text),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(text, text)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(
    composable_values, state_diff, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE)

#endif

#include <lttng/tracepoint-event.h>
