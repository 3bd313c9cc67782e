import CLTTng
import Testing

/// The façade as Swift imports it. IntegrationTests/tests_clttng tests the recorded events from
/// outside of the process.
@Suite struct CLTTngTests {
  @Test func enumerationsImportAsClosedSwiftEnumsWithTheValuesOfTheSchema() {
    let outcome = composable_effect_outcome.failed
    switch outcome {
    case .finished, .cancelled: Issue.record("failed imports as another case")
    case .failed: break
    }
    let changes: [composable_state_changed] = [.unknown, .no, .yes]
    #expect(changes.map(\.rawValue) == [0, 1, 2])
    let kinds: [composable_effect_kind] = [.none, .run, .send, .merge, .concatenate, .cancel]
    #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    let ends: [composable_interval_outcome] = [.finished, .cancelled, .failed, .abandoned]
    #expect(ends.map(\.rawValue) == [0, 1, 2, 3])
    let levels: [composable_log_level] = [
      .trace, .debug, .info, .notice, .warning, .error, .critical,
    ]
    #expect(levels.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func everyEventCanBeAskedForAndRecordedWhetherOrNotASessionListens() {
    #expect(composable_session_count() >= 1)
    composable_schema_emit("1.0.0")
    #expect(composable_schema_emitted() == composable_schema_probes())
    #expect(composable_schema_enabled() == (composable_schema_probes() != nil))
    _ = composable_store_created_enabled()
    _ = composable_store_released_enabled()
    _ = composable_action_begin_enabled()
    _ = composable_action_end_enabled()
    _ = composable_effect_begin_enabled()
    _ = composable_effect_output_enabled()
    _ = composable_effect_end_enabled()
    _ = composable_interval_begin_enabled()
    _ = composable_interval_end_enabled()
    _ = composable_event_enabled()
    _ = composable_log_enabled()
    _ = composable_action_payload_enabled()
    _ = composable_action_data_enabled()
    _ = composable_state_data_enabled()
    _ = composable_state_digest_enabled()
    _ = composable_budget_exceeded_enabled()
    _ = composable_scope_enabled()
    _ = composable_observe_begin_enabled()
    _ = composable_observe_end_enabled()
    composable_schema_do(UInt32(COMPOSABLE_SCHEMA_VERSION), "1.0.0", "program")
    composable_store_created_do(1, 0, "Feature", "Module/File.swift", 2, false, 0)
    composable_action_begin_do(3, 0, 0, 1, "App", "tapped")
    composable_action_end_do(3, .yes, .run)
    composable_effect_begin_do(4, 3, "App", "tapped", true, -1)
    composable_effect_output_do(4, "response")
    composable_effect_end_do(4, .finished, 1)
    composable_store_released_do(1, 0, "Feature", "Module/File.swift", 2)
    composable_interval_begin_do(5, 0, "app", "network", "fetch", "", false)
    composable_interval_end_do(5, 0, "app", "network", "fetch", .finished, "")
    composable_event_do(0, "app", "network", "response", "")
    composable_log_do(.info, "app", "message", "", "Module/File.swift", 2)
    composable_action_payload_do(3, "tapped(1)")
    composable_action_data_do(3, 13, 0, "{\"tapped\":{}}", 2)
    composable_state_data_do(3, 2, 0, "{}")
    composable_state_digest_do(3, 7)
    composable_budget_exceeded_do(3, "App", "tapped", 1000, 2000)
    composable_scope_do(1, 6, true)
    composable_observe_begin_do(
      1, "Module/File.swift", 2, 3, "App", "tapped", "Todo.isDone", 1)
    composable_observe_end_do(1, "Module/File.swift", 2)
  }
}
