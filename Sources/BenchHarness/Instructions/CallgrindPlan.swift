/// Which benchmarks to perform under callgrind and how often, as one process tells the other.
struct CallgrindPlan: Equatable {
  struct Entry: Equatable {
    var benchmark: String
    var pass: Int

    /// How often it is counted, each time with an operation of its own.
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

  /// What one profile is of.
  struct Profile: Hashable, CustomStringConvertible {
    /// The place of the entry in the plan.
    var entry: Int
    var attempt: Int
    /// How many passes were made.
    var times: Int

    /// What tells it from other profiles of the same run.
    var description: String { "\(entry)/\(attempt)/\(times)" }
  }
}
