/// How the processor time of a program is sampled.
package struct ProfileOptions: Equatable, Sendable {
  /// How callers are found.
  package enum Unwinding: String, CaseIterable, Sendable {
    /// By frame pointers, which SwiftPM has programs keep: cheap, and nothing is copied.
    case framePointers = "fp"
    /// By the tables of debuggers, from copies of the stack: for programs without frame pointers.
    case dwarf
  }

  /// Samples in a second of processor time.
  package var frequency: Int
  package var unwinding: Unwinding

  /// No multiple of what programs do 100 or 1,000 times a second.
  package static let usualFrequency = 999

  package init(frequency: Int = Self.usualFrequency, unwinding: Unwinding = .framePointers) {
    self.frequency = frequency
    self.unwinding = unwinding
  }

  /// What `perf record` is given.
  var arguments: [String] {
    let callGraph =
      switch unwinding {
      case .framePointers: "fp"
      // Deep enough for a reducer of many levels, at 16 MB a second and thread.
      case .dwarf: "dwarf,16384"
      }
    return [
      // The clock of LTTng's events.
      "-k", "CLOCK_MONOTONIC", "-e", "cpu-clock", "-F", "\(frequency)", "--call-graph", callGraph,
      // Nothing goes to the user's cache of programs.
      "--no-buildid-cache",
    ]
  }
}
