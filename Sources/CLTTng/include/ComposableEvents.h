// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”.
//
// The events: their names, the functions that emit them, and the arguments of their
// tracepoints. Documentation/TraceSchema.md defines their meanings.
//
// Included several times, each time with another meaning of COMPOSABLE_EVENT(provider, event,
// parameters, arguments…). For each event `x` there is `composable_x_enabled()`, whether a
// session records it, and `composable_x_do(…)`, which records it.

/// The identification of a process.
COMPOSABLE_EVENT(
    composable, schema,
    (uint32_t version, const char *_Nonnull library, const char *_Nonnull program),
    version, library, program)

/// A store was created.
COMPOSABLE_EVENT(
    composable, store_created,
    (uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
     uint32_t line, bool announced, int64_t age),
    store, parent, feature, file, line, announced, age)

/// A store was released.
COMPOSABLE_EVENT(
    composable, store_released,
    (uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
     uint32_t line),
    store, parent, feature, file, line)

/// A wrapped reducer is about to run.
COMPOSABLE_EVENT(
    composable, action_begin,
    (uint64_t action, uint64_t cause, uint64_t parent, uint64_t store, const char *_Nonnull prefix,
     const char *_Nonnull name),
    action, cause, parent, store, prefix, name)

/// A wrapped reducer returned.
COMPOSABLE_EVENT(
    composable, action_end,
    (uint64_t action, composable_state_changed state_changed, composable_effect_kind effect),
    action, state_changed, effect)

/// An effect's work starts.
COMPOSABLE_EVENT(
    composable, effect_begin,
    (uint64_t effect, uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name,
     bool announced, int64_t age),
    effect, action, prefix, name, announced, age)

/// An effect sends an action.
COMPOSABLE_EVENT(
    composable, effect_output,
    (uint64_t effect, const char *_Nonnull name),
    effect, name)

/// An effect's work ended.
COMPOSABLE_EVENT(
    composable, effect_end,
    (uint64_t effect, composable_effect_outcome outcome, uint32_t outputs),
    effect, outcome, outputs)

/// An interval of a signposter starts.
COMPOSABLE_EVENT(
    composable, interval_begin,
    (uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, const char *_Nonnull message, bool synchronous),
    interval, id, subsystem, category, name, message, synchronous)

/// An interval of a signposter ended.
COMPOSABLE_EVENT(
    composable, interval_end,
    (uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, composable_interval_outcome outcome, const char *_Nonnull message),
    interval, id, subsystem, category, name, outcome, message)

/// A signposter emitted an event.
COMPOSABLE_EVENT(
    composable, event,
    (uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, const char *_Nonnull message),
    id, subsystem, category, name, message)

/// A log record was written.
COMPOSABLE_EVENT(
    composable, log,
    (composable_log_level level, const char *_Nonnull label, const char *_Nonnull message,
     const char *_Nonnull metadata, const char *_Nonnull file, uint32_t line),
    level, label, message, metadata, file, line)

/// The payload of an action.
COMPOSABLE_EVENT(
    composable, action_payload,
    (uint64_t action, const char *_Nonnull payload),
    action, payload)

/// An action as data, or a piece of it.
COMPOSABLE_EVENT(
    composable, action_data,
    (uint64_t action, uint32_t size, uint32_t offset, const char *_Nonnull data,
     uint64_t next_element),
    action, size, offset, data, next_element)

/// A state as data, or a piece of it.
COMPOSABLE_EVENT(
    composable, state_data,
    (uint64_t action, uint32_t size, uint32_t offset, const char *_Nonnull data),
    action, size, offset, data)

/// A digest of the state after an action.
COMPOSABLE_EVENT(
    composable, state_digest,
    (uint64_t action, uint64_t digest),
    action, digest)

/// A reducer or an observer exceeded its budget.
COMPOSABLE_EVENT(
    composable, budget_exceeded,
    (uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name, uint64_t budget,
     uint64_t taken),
    action, prefix, name, budget, taken)

/// An action is sent to a store.
COMPOSABLE_EVENT(
    composable, send,
    (uint64_t action, uint64_t cause, uint64_t store, uint32_t depth, bool reentrant,
     const char *_Nonnull name, uint64_t waited),
    action, cause, store, depth, reentrant, name, waited)

/// A child store is requested.
COMPOSABLE_EVENT(
    composable, scope,
    (uint64_t store, uint64_t child, bool cached),
    store, child, cached)

/// An observer reacts to a change.
COMPOSABLE_EVENT(
    composable, observe_begin,
    (uint64_t store, const char *_Nonnull file, uint32_t line, uint64_t action,
     const char *_Nonnull prefix, const char *_Nonnull name, const char *_Nonnull property,
     uint32_t others),
    store, file, line, action, prefix, name, property, others)

/// An observer has reacted.
COMPOSABLE_EVENT(
    composable, observe_end,
    (uint64_t store, const char *_Nonnull file, uint32_t line),
    store, file, line)

/// The changes of an action to the state.
COMPOSABLE_EVENT(
    composable_values, state_diff,
    (uint64_t action, const char *_Nonnull text),
    action, text)

/// The duration of a wrapped reducer.
COMPOSABLE_EVENT(
    composable_latency, reduce,
    (uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name, uint64_t duration),
    action, prefix, name, duration)

/// The duration of an observer's reaction.
COMPOSABLE_EVENT(
    composable_latency, observer,
    (uint64_t store, const char *_Nonnull file, uint32_t line, uint64_t duration),
    store, file, line, duration)

/// Chains of actions are left out.
COMPOSABLE_EVENT(
    composable, sampling,
    (uint32_t kept, uint32_t of, uint64_t max_rate, const char *_Nonnull name, uint64_t left_out),
    kept, of, max_rate, name, left_out)

#undef COMPOSABLE_EVENT
