import BenchSuites

/// What a process that is recorded has found out, as it hands it over.
struct SessionMeasurement: Codable, Sendable {
  var suite: SuiteResult
  /// Everything it emitted since it was started, by its own count.
  var emitted: RecordedEvents
}
