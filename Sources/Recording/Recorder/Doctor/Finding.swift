/// A requirement of recording, and the result of its check.
package struct Finding: Codable, Equatable, Sendable {
  /// The requirement.
  package enum Check: String, Codable, CaseIterable, Sendable {
    case tools, library, daemon, privileges, environment, memory, disk, perf
    case sharedMemory = "shared-memory"
    case selfTest = "self-test"
  }

  package enum Verdict: String, Codable, Sendable {
    case good
    /// Recording works, with a restriction.
    case note
    /// Recording does not work.
    case problem
  }

  package var check: Check
  package var verdict: Verdict
  /// The result, as a sentence without its full stop.
  package var summary: String
  /// The command to type, or the setting to change, to resolve it.
  package var remedy: String?

  package init(
    _ check: Check, _ verdict: Verdict, _ summary: String, remedy: String? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.summary = summary
    self.remedy = remedy
  }
}
