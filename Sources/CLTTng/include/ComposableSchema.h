// Generated from TraceSchema: see CONTRIBUTING.md, “Adding an event”.

/// The version of the schema that this provider writes.
#define COMPOSABLE_SCHEMA_VERSION 11

/// Whether an action changed the state, if that was cheap to determine.
typedef COMPOSABLE_ENUM(composable_state_changed) {
  /// The state was too large to compare, or holds references whose targets were not compared; or
  /// a value of a later version.
  composable_state_changed_unknown COMPOSABLE_SWIFT_NAME("unknown") = 0,
  /// The state did not change.
  composable_state_changed_no COMPOSABLE_SWIFT_NAME("no") = 1,
  /// The state changed.
  composable_state_changed_yes COMPOSABLE_SWIFT_NAME("yes") = 2,
} composable_state_changed;

/// The kind of effect that a reducer returned.
typedef COMPOSABLE_ENUM(composable_effect_kind) {
  /// No effect.
  composable_effect_kind_none COMPOSABLE_SWIFT_NAME("none") = 0,
  /// Asynchronous work.
  composable_effect_kind_run COMPOSABLE_SWIFT_NAME("run") = 1,
  /// An action, sent at once.
  composable_effect_kind_send COMPOSABLE_SWIFT_NAME("send") = 2,
  /// Several concurrent effects.
  composable_effect_kind_merge COMPOSABLE_SWIFT_NAME("merge") = 3,
  /// Several sequential effects.
  composable_effect_kind_concatenate COMPOSABLE_SWIFT_NAME("concatenate") = 4,
  /// The cancellation of effects in flight.
  composable_effect_kind_cancel COMPOSABLE_SWIFT_NAME("cancel") = 5,
} composable_effect_kind;

/// The outcome of an effect's work.
typedef COMPOSABLE_ENUM(composable_effect_outcome) {
  /// The code returned.
  composable_effect_outcome_finished COMPOSABLE_SWIFT_NAME("finished") = 0,
  /// The effect was cancelled, or threw `CancellationError`.
  composable_effect_outcome_cancelled COMPOSABLE_SWIFT_NAME("cancelled") = 1,
  /// The code threw an error.
  composable_effect_outcome_failed COMPOSABLE_SWIFT_NAME("failed") = 2,
} composable_effect_outcome;

/// The outcome of a signposter's interval.
typedef COMPOSABLE_ENUM(composable_interval_outcome) {
  /// The interval was ended, or its code returned.
  composable_interval_outcome_finished COMPOSABLE_SWIFT_NAME("finished") = 0,
  /// The code threw `CancellationError`, or another error after its task was cancelled.
  composable_interval_outcome_cancelled COMPOSABLE_SWIFT_NAME("cancelled") = 1,
  /// The code threw an error.
  composable_interval_outcome_failed COMPOSABLE_SWIFT_NAME("failed") = 2,
  /// The state of the interval was released, so that it could no longer be ended.
  composable_interval_outcome_abandoned COMPOSABLE_SWIFT_NAME("abandoned") = 3,
} composable_interval_outcome;

/// The level of a log record.
typedef COMPOSABLE_ENUM(composable_log_level) {
  /// For following single steps.
  composable_log_level_trace COMPOSABLE_SWIFT_NAME("trace") = 0,
  /// For debugging.
  composable_log_level_debug COMPOSABLE_SWIFT_NAME("debug") = 1,
  /// Informational.
  composable_log_level_info COMPOSABLE_SWIFT_NAME("info") = 2,
  /// Normal conditions that deserve attention.
  composable_log_level_notice COMPOSABLE_SWIFT_NAME("notice") = 3,
  /// Unexpected conditions that are not errors.
  composable_log_level_warning COMPOSABLE_SWIFT_NAME("warning") = 4,
  /// Errors.
  composable_log_level_error COMPOSABLE_SWIFT_NAME("error") = 5,
  /// Conditions that need attention at once.
  composable_log_level_critical COMPOSABLE_SWIFT_NAME("critical") = 6,
} composable_log_level;
