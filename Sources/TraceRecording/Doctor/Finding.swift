/// One thing that recording needs, and what was found about it.
package struct Finding: Codable, Equatable, Sendable {
  /// What was examined.
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
  /// What was found, as a sentence without its full stop.
  package var summary: String
  /// The line to type, or the setting to change, that mends it.
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
