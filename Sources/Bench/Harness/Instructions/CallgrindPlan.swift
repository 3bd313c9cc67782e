/// The benchmarks to run under callgrind and their repetitions, as passed from one process to the
/// other.
struct CallgrindPlan: Equatable {
  struct Entry: Equatable {
    var benchmark: String
    var pass: Int

    /// The number of counts, each with an operation of its own.
    var attempts: Int
  }

  var entries: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  init?(text: String) {
    entries = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2)
      guard parts.count == 3, let pass = Int(parts[0]), pass > 0, let attempts = Int(parts[1]),
        attempts > 0
      else { return nil }
      entries.append(Entry(benchmark: String(parts[2]), pass: pass, attempts: attempts))
    }
  }

  var text: String { entries.map { "\($0.pass)\t\($0.attempts)\t\($0.benchmark)\n" }.joined() }

  /// The identity of a profile.
  struct Profile: Hashable, CustomStringConvertible {
    /// The index of the entry in the plan.
    var entry: Int
    var attempt: Int
    /// The number of passes.
    var times: Int

    /// Distinguishes it from other profiles of the same run.
    var description: String { "\(entry)/\(attempt)/\(times)" }
  }
}
