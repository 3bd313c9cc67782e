// The events: their names, the functions that emit them, and the arguments of their tracepoints.
// Documentation/TraceSchema.md defines their meanings.
//
// Included several times, each time with another meaning of COMPOSABLE_EVENT(provider, event,
// parameters, arguments…). For each event `x` there is `composable_x_enabled()`, whether a session
// records it, and `composable_x_do(…)`, which records it.

/// Records `schema`: the version of the schema, the version of the library that writes, and the
/// name of the program.
COMPOSABLE_EVENT(
    composable, schema,
    (uint32_t version, const char *_Nonnull library, const char *_Nonnull program),
    version, library, program)

/// Records `store_created`: a store was created, possibly scoped from another; or it is replayed to
/// sessions that started later, with its age in nanoseconds, -1 if unknown.
COMPOSABLE_EVENT(
    composable, store_created,
    (uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
     uint32_t line, bool announced, int64_t age),
    store, parent, feature, file, line, announced, age)

/// Records `store_released`: a store was released.
COMPOSABLE_EVENT(
    composable, store_released,
    (uint64_t store, uint64_t parent, const char *_Nonnull feature, const char *_Nonnull file,
     uint32_t line),
    store, parent, feature, file, line)

/// Records `action_begin`: the wrapped reducer is about to run.
COMPOSABLE_EVENT(
    composable, action_begin,
    (uint64_t action, uint64_t cause, uint64_t parent, uint64_t store, const char *_Nonnull prefix,
     const char *_Nonnull name),
    action, cause, parent, store, prefix, name)

/// Records `action_end`: the wrapped reducer returned.
COMPOSABLE_EVENT(
    composable, action_end,
    (uint64_t action, composable_state_changed state_changed, composable_effect_kind effect),
    action, state_changed, effect)

/// Records `effect_begin`: the work of an effect starts; or it is replayed to sessions that started
/// later, with its age in nanoseconds, -1 if unknown.
COMPOSABLE_EVENT(
    composable, effect_begin,
    (uint64_t effect, uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name,
     bool announced, int64_t age),
    effect, action, prefix, name, announced, age)

/// Records `effect_output`: an effect sends an action.
COMPOSABLE_EVENT(
    composable, effect_output,
    (uint64_t effect, const char *_Nonnull name),
    effect, name)

/// Records `effect_end`: the work of an effect ended, with the number of actions it sent.
COMPOSABLE_EVENT(
    composable, effect_end,
    (uint64_t effect, composable_effect_outcome outcome, uint32_t outputs),
    effect, outcome, outputs)

/// Records `interval_begin`: an interval of a signposter starts.
COMPOSABLE_EVENT(
    composable, interval_begin,
    (uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, const char *_Nonnull message),
    interval, id, subsystem, category, name, message)

/// Records `interval_end`: an interval of a signposter ended.
COMPOSABLE_EVENT(
    composable, interval_end,
    (uint64_t interval, uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, composable_interval_outcome outcome, const char *_Nonnull message),
    interval, id, subsystem, category, name, outcome, message)

/// Records `event`: an event of a signposter.
COMPOSABLE_EVENT(
    composable, event,
    (uint64_t id, const char *_Nonnull subsystem, const char *_Nonnull category,
     const char *_Nonnull name, const char *_Nonnull message),
    id, subsystem, category, name, message)

/// Records `log`: a log record, with its source location.
COMPOSABLE_EVENT(
    composable, log,
    (composable_log_level level, const char *_Nonnull label, const char *_Nonnull message,
     const char *_Nonnull metadata, const char *_Nonnull file, uint32_t line),
    level, label, message, metadata, file, line)

/// Records `action_payload`: the payload of an action, as text.
COMPOSABLE_EVENT(
    composable, action_payload,
    (uint64_t action, const char *_Nonnull payload),
    action, payload)

/// Records `action_data`: an action as data, or a piece of it, and the number of the id that the
/// next element of a stack gets.
COMPOSABLE_EVENT(
    composable, action_data,
    (uint64_t action, uint32_t size, uint32_t offset, const char *_Nonnull data,
     uint64_t next_element),
    action, size, offset, data, next_element)

/// Records `state_data`: the state before an action as data, or a piece of it.
COMPOSABLE_EVENT(
    composable, state_data,
    (uint64_t action, uint32_t size, uint32_t offset, const char *_Nonnull data),
    action, size, offset, data)

/// Records `state_digest`: a digest of the state after an action.
COMPOSABLE_EVENT(
    composable, state_digest,
    (uint64_t action, uint64_t digest),
    action, digest)

/// Records `budget_exceeded`: a reducer exceeded the budget of its wrapper, in nanoseconds.
COMPOSABLE_EVENT(
    composable, budget_exceeded,
    (uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name, uint64_t budget,
     uint64_t taken),
    action, prefix, name, budget, taken)

/// Records `send`: an action is sent to a store, with the number of actions queued before it, and
/// the nanoseconds for which its sender waited for the actor of the store.
COMPOSABLE_EVENT(
    composable, send,
    (uint64_t action, uint64_t cause, uint64_t store, uint32_t depth, bool reentrant,
     const char *_Nonnull name, uint64_t waited),
    action, cause, store, depth, reentrant, name, waited)

/// Records `scope`: a child store was requested, and found in the cache or created.
COMPOSABLE_EVENT(
    composable, scope,
    (uint64_t store, uint64_t child, bool cached),
    store, child, cached)

/// Records `observe_begin`: an observer reacts to a change, with the action that made it, the first
/// property that changed, and the number of others.
COMPOSABLE_EVENT(
    composable, observe_begin,
    (uint64_t store, const char *_Nonnull file, uint32_t line, uint64_t action,
     const char *_Nonnull prefix, const char *_Nonnull name, const char *_Nonnull property,
     uint32_t others),
    store, file, line, action, prefix, name, property, others)

/// Records `observe_end`: an observer has reacted.
COMPOSABLE_EVENT(
    composable, observe_end,
    (uint64_t store, const char *_Nonnull file, uint32_t line),
    store, file, line)

/// Records `state_diff`: the changes of an action to the state.
COMPOSABLE_EVENT(
    composable_values, state_diff,
    (uint64_t action, const char *_Nonnull text),
    action, text)

/// Records `reduce`: the duration of a wrapped reducer for an action, in nanoseconds.
COMPOSABLE_EVENT(
    composable_latency, reduce,
    (uint64_t action, const char *_Nonnull prefix, const char *_Nonnull name, uint64_t duration),
    action, prefix, name, duration)

/// Records `observer`: the duration of an observer's reaction, in nanoseconds.
COMPOSABLE_EVENT(
    composable_latency, observer,
    (uint64_t store, const char *_Nonnull file, uint32_t line, uint64_t duration),
    store, file, line, duration)

#undef COMPOSABLE_EVENT
