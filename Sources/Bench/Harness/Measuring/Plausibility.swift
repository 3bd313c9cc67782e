import BenchSuites

/// Detects operations that the optimiser removed.
///
/// A removed operation takes the same time whatever the number of repetitions, or less time than a
/// single instruction.
struct Plausibility {
  /// Times of batches, the second of which performs the operation `growth` times as often.
  struct Probe {
    var count: Int
    var time: Double
    var longerTime: Double
  }

  static let growth = 8
  /// A twentieth of a nanosecond: a processor of 5 GHz that ends four instructions in each cycle.
  static let floor = 0.05

  /// The problem of an operation; nil if there is none.
  static func problem(_ probe: Probe) -> String? {
    let longer = probe.count * growth
    let each = probe.longerTime / Double(longer)
    if each < floor {
      return """
        performing it \(longer) times took \(Int(probe.longerTime)) ns, less than one instruction \
        each: the optimiser removed what is measured. Keep its result alive.
        """
    }
    if probe.longerTime < 2 * probe.time {
      return """
        performing it \(longer) times took \(Int(probe.longerTime)) ns, and \(probe.count) times \
        \(Int(probe.time)) ns: the time does not grow with the count, so the loop was removed, or \
        something outside of it takes most of the time.
        """
    }
    return nil
  }

  /// The number of measurements before a problem is reported. On a busy machine, waking a thread
  /// may take ten times as long as its work, several times in a row.
  static let attempts = 25

  /// The number of measurements without a problem: the size of a counting pass depends on the time,
  /// which a busy machine doubles.
  static let leastAttempts = 3

  /// Measures the significant times, each as the minimum of several, since noise only adds to them.
  @MainActor
  static func probe(_ operation: Operation, batch: Int) async -> Probe {
    let count = max(batch / growth, 1)
    var probe = Probe(count: count, time: .infinity, longerTime: .infinity)
    for attempt in 1...attempts {
      probe.time = min(probe.time, Double(await operation.time(count: count)))
      probe.longerTime = min(probe.longerTime, Double(await operation.time(count: count * growth)))
      if attempt >= leastAttempts, problem(probe) == nil { break }
    }
    return probe
  }
}
