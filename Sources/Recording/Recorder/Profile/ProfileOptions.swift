/// The options of sampling the processor time of a program.
package struct ProfileOptions: Equatable, Sendable {
  /// The method of unwinding.
  package enum Unwinding: String, CaseIterable, Sendable {
    /// Frame pointers, which SwiftPM preserves: cheap, and nothing is copied.
    case framePointers = "fp"
    /// Debug information, with copies of the stack: for programs without frame pointers.
    case dwarf
  }

  /// The number of samples in a second of processor time.
  package var frequency: Int
  package var unwinding: Unwinding

  /// Not a multiple of 100 or 1,000 Hz, the rates of periodic work.
  package static let usualFrequency = 999

  package init(frequency: Int = Self.usualFrequency, unwinding: Unwinding = .framePointers) {
    self.frequency = frequency
    self.unwinding = unwinding
  }

  /// The arguments of `perf record`.
  var arguments: [String] {
    let callGraph =
      switch unwinding {
      case .framePointers: "fp"
      // Deep enough for nested reducers, at 16 MB a second and thread.
      case .dwarf: "dwarf,16384"
      }
    return [
      // The clock of LTTng's events.
      "-k", "CLOCK_MONOTONIC", "-e", "cpu-clock", "-F", "\(frequency)", "--call-graph", callGraph,
      // The user's cache of programs is not changed.
      "--no-buildid-cache",
    ]
  }
}
