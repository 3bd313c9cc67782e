import BenchSuites

/// The result of a recorded process, in its transfer format.
struct SessionMeasurement: Codable, Sendable {
  var suite: SuiteResult
  /// All events it emitted since it was started, by its own count.
  var emitted: RecordedEvents
}
