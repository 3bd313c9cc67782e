// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”.
//
// The events of Documentation/TraceSchema.md, in the language of LTTng's generator, which
// includes this file several times, each time with other definitions of the same macros.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER composable

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "ComposableProvider.h"

#if !defined(COMPOSABLE_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define COMPOSABLE_PROVIDER_H

#include <lttng/tracepoint.h>

#include "CLTTng.h"

LTTNG_UST_TRACEPOINT_ENUM(
    composable, state_changed,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("unknown", composable_state_changed_unknown)
        lttng_ust_field_enum_value("no", composable_state_changed_no)
        lttng_ust_field_enum_value("yes", composable_state_changed_yes)))

LTTNG_UST_TRACEPOINT_ENUM(
    composable, effect_kind,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("none", composable_effect_kind_none)
        lttng_ust_field_enum_value("run", composable_effect_kind_run)
        lttng_ust_field_enum_value("send", composable_effect_kind_send)
        lttng_ust_field_enum_value("merge", composable_effect_kind_merge)
        lttng_ust_field_enum_value("concatenate", composable_effect_kind_concatenate)
        lttng_ust_field_enum_value("cancel", composable_effect_kind_cancel)))

LTTNG_UST_TRACEPOINT_ENUM(
    composable, effect_outcome,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("finished", composable_effect_outcome_finished)
        lttng_ust_field_enum_value("cancelled", composable_effect_outcome_cancelled)
        lttng_ust_field_enum_value("failed", composable_effect_outcome_failed)))

LTTNG_UST_TRACEPOINT_ENUM(
    composable, interval_outcome,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("finished", composable_interval_outcome_finished)
        lttng_ust_field_enum_value("cancelled", composable_interval_outcome_cancelled)
        lttng_ust_field_enum_value("failed", composable_interval_outcome_failed)
        lttng_ust_field_enum_value("abandoned", composable_interval_outcome_abandoned)))

LTTNG_UST_TRACEPOINT_ENUM(
    composable, log_level,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("trace", composable_log_level_trace)
        lttng_ust_field_enum_value("debug", composable_log_level_debug)
        lttng_ust_field_enum_value("info", composable_log_level_info)
        lttng_ust_field_enum_value("notice", composable_log_level_notice)
        lttng_ust_field_enum_value("warning", composable_log_level_warning)
        lttng_ust_field_enum_value("error", composable_log_level_error)
        lttng_ust_field_enum_value("critical", composable_log_level_critical)))

LTTNG_UST_TRACEPOINT_EVENT(
    composable, schema,
    LTTNG_UST_TP_ARGS(uint32_t, version, const char *, library, const char *, program),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, version, version)
        lttng_ust_field_string(library, library)
        lttng_ust_field_string(program, program)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, schema, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, store_created,
    LTTNG_UST_TP_ARGS(
        uint64_t, store, uint64_t, parent, const char *, feature, const char *, file,
        uint32_t, line, uint8_t, announced, int64_t, age),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_integer(uint64_t, parent, parent)
        lttng_ust_field_string(feature, feature)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)
        lttng_ust_field_integer(uint8_t, announced, announced)
        lttng_ust_field_integer(int64_t, age, age)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, store_created, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, store_released,
    LTTNG_UST_TP_ARGS(
        uint64_t, store, uint64_t, parent, const char *, feature, const char *, file,
        uint32_t, line),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_integer(uint64_t, parent, parent)
        lttng_ust_field_string(feature, feature)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, store_released, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, action_begin,
    LTTNG_UST_TP_ARGS(
        uint64_t, action, uint64_t, cause, uint64_t, parent, uint64_t, store, const char *, prefix,
        const char *, name),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_integer(uint64_t, cause, cause)
        lttng_ust_field_integer(uint64_t, parent, parent)
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_string(prefix, prefix)
        lttng_ust_field_string(name, name)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, action_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, action_end,
    LTTNG_UST_TP_ARGS(uint64_t, action, uint8_t, state_changed_value, uint8_t, effect_value),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_enum(composable, state_changed, uint8_t, state_changed, state_changed_value)
        lttng_ust_field_enum(composable, effect_kind, uint8_t, effect, effect_value)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, action_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, effect_begin,
    LTTNG_UST_TP_ARGS(
        uint64_t, effect, uint64_t, action, const char *, prefix, const char *, name,
        uint8_t, announced, int64_t, age),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, effect, effect)
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(prefix, prefix)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(uint8_t, announced, announced)
        lttng_ust_field_integer(int64_t, age, age)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, effect_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, effect_output,
    LTTNG_UST_TP_ARGS(uint64_t, effect, const char *, name),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, effect, effect)
        lttng_ust_field_string(name, name)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, effect_output, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, effect_end,
    LTTNG_UST_TP_ARGS(uint64_t, effect, uint8_t, outcome_value, uint32_t, outputs),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, effect, effect)
        lttng_ust_field_enum(composable, effect_outcome, uint8_t, outcome, outcome_value)
        lttng_ust_field_integer(uint32_t, outputs, outputs)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, effect_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, interval_begin,
    LTTNG_UST_TP_ARGS(
        uint64_t, interval, uint64_t, id, const char *, subsystem, const char *, category,
        const char *, name, const char *, message, uint8_t, synchronous),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, interval, interval)
        lttng_ust_field_integer(uint64_t, id, id)
        lttng_ust_field_string(subsystem, subsystem)
        lttng_ust_field_string(category, category)
        lttng_ust_field_string(name, name)
        lttng_ust_field_string(message, message)
        lttng_ust_field_integer(uint8_t, synchronous, synchronous)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, interval_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, interval_end,
    LTTNG_UST_TP_ARGS(
        uint64_t, interval, uint64_t, id, const char *, subsystem, const char *, category,
        const char *, name, uint8_t, outcome_value, const char *, message),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, interval, interval)
        lttng_ust_field_integer(uint64_t, id, id)
        lttng_ust_field_string(subsystem, subsystem)
        lttng_ust_field_string(category, category)
        lttng_ust_field_string(name, name)
        lttng_ust_field_enum(composable, interval_outcome, uint8_t, outcome, outcome_value)
        lttng_ust_field_string(message, message)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, interval_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, event,
    LTTNG_UST_TP_ARGS(
        uint64_t, id, const char *, subsystem, const char *, category, const char *, name,
        const char *, message),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, id, id)
        lttng_ust_field_string(subsystem, subsystem)
        lttng_ust_field_string(category, category)
        lttng_ust_field_string(name, name)
        lttng_ust_field_string(message, message)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, event, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, log,
    LTTNG_UST_TP_ARGS(
        uint8_t, level_value, const char *, label, const char *, message, const char *, metadata,
        const char *, file, uint32_t, line),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_enum(composable, log_level, uint8_t, level, level_value)
        lttng_ust_field_string(label, label)
        lttng_ust_field_string(message, message)
        lttng_ust_field_string(metadata, metadata)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, log, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, action_payload,
    LTTNG_UST_TP_ARGS(uint64_t, action, const char *, payload),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(payload, payload)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, action_payload, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, action_data,
    LTTNG_UST_TP_ARGS(
        uint64_t, action, uint32_t, size, uint32_t, offset, const char *, data,
        uint64_t, next_element),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_integer(uint32_t, size, size)
        lttng_ust_field_integer(uint32_t, offset, offset)
        lttng_ust_field_string(data, data)
        lttng_ust_field_integer(uint64_t, next_element, next_element)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, action_data, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, state_data,
    LTTNG_UST_TP_ARGS(uint64_t, action, uint32_t, size, uint32_t, offset, const char *, data),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_integer(uint32_t, size, size)
        lttng_ust_field_integer(uint32_t, offset, offset)
        lttng_ust_field_string(data, data)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, state_data, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, state_digest,
    LTTNG_UST_TP_ARGS(uint64_t, action, uint64_t, digest),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_integer(uint64_t, digest, digest)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, state_digest, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, budget_exceeded,
    LTTNG_UST_TP_ARGS(
        uint64_t, action, const char *, prefix, const char *, name, uint64_t, budget,
        uint64_t, taken),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(prefix, prefix)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(uint64_t, budget, budget)
        lttng_ust_field_integer(uint64_t, taken, taken)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, budget_exceeded, LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, send,
    LTTNG_UST_TP_ARGS(
        uint64_t, action, uint64_t, cause, uint64_t, store, uint32_t, depth, uint8_t, reentrant,
        const char *, name, uint64_t, waited),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_integer(uint64_t, cause, cause)
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_integer(uint32_t, depth, depth)
        lttng_ust_field_integer(uint8_t, reentrant, reentrant)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(uint64_t, waited, waited)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, send, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, scope,
    LTTNG_UST_TP_ARGS(uint64_t, store, uint64_t, child, uint8_t, cached),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_integer(uint64_t, child, child)
        lttng_ust_field_integer(uint8_t, cached, cached)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, scope, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, observe_begin,
    LTTNG_UST_TP_ARGS(
        uint64_t, store, const char *, file, uint32_t, line, uint64_t, action, const char *, prefix,
        const char *, name, const char *, property, uint32_t, others),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)
        lttng_ust_field_integer(uint64_t, action, action)
        lttng_ust_field_string(prefix, prefix)
        lttng_ust_field_string(name, name)
        lttng_ust_field_string(property, property)
        lttng_ust_field_integer(uint32_t, others, others)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, observe_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, observe_end,
    LTTNG_UST_TP_ARGS(uint64_t, store, const char *, file, uint32_t, line),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, store, store)
        lttng_ust_field_string(file, file)
        lttng_ust_field_integer(uint32_t, line, line)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, observe_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)

LTTNG_UST_TRACEPOINT_EVENT(
    composable, sampling,
    LTTNG_UST_TP_ARGS(
        uint32_t, kept, uint32_t, of, uint64_t, max_rate, const char *, name, uint64_t, left_out),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, kept, kept)
        lttng_ust_field_integer(uint32_t, of, of)
        lttng_ust_field_integer(uint64_t, max_rate, max_rate)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(uint64_t, left_out, left_out)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(composable, sampling, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

#endif

#include <lttng/tracepoint-event.h>
