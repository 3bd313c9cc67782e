import BenchSuites
import CBenchLoops
import CLTTng
import FoundationEssentials
import SystemSupport

/// Bench in the process that a session records: it measures, and passes its result to the parent.
struct RecordedWorker {
  var suite: Suite
  var effort: Effort
  /// The open file for the result.
  var descriptor: Int32

  static let option = "recorded-into"

  /// The command line that starts a program in this mode, without its name.
  static func arguments(
    suite: String, filter: String?, effort: Effort, descriptor: Int32
  ) -> [String] {
    [
      "--suite=\(suite)", "--rounds=\(effort.rounds)", "--time=\(effort.time)",
      "--\(option)=\(descriptor)",
    ] + (filter.map { ["--filter=\($0)"] } ?? [])
  }

  @MainActor
  func run() async throws(Failure) {
    // Nothing would receive the result.
    end_with_parent()
    guard await isRecorded() else {
      throw Failure(
        .unavailable,
        """
        no session records this program. The usual cause: LTTng's library is missing on this \
        machine: sudo apt-get install liblttng-ust1
        """)
    }
    let progress = Progress()
    defer { progress.clear() }
    // Most instructions would be LTTng's.
    let result = try await SuiteRun(
      suite, effort: effort, hardware: nil, progress: progress,
      foreign: ForeignSessions(intended: 1)
    )
    .measure()
    let measurement = SessionMeasurement(suite: result, emitted: RecordedEvents.emitted)
    guard let json = try? JSONEncoder().encode(measurement),
      Files.write(String(decoding: json, as: UTF8.self), to: descriptor)
    else {
      throw Failure(.cannotCreate, "the numbers of “\(suite.name)” can't be passed on")
    }
  }

  /// Waits until the session daemon has enabled the tracepoints of this process.
  private func isRecorded() async -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      if composable_action_begin_enabled(), composable_effect_end_enabled() { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }
}
