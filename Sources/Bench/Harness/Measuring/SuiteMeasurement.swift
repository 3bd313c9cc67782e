import BenchSuites

/// Measures a suite, and repeats figures that deviate from their thresholds.
@MainActor
struct SuiteMeasurement {
  /// The number of repetitions before a deviation counts.
  private static let attempts = 2

  var suite: Suite
  /// The filter of the suite's benchmarks, for another process to apply.
  var filter: String?
  var effort: Effort
  var hardware: HardwareCounter?
  var progress: Progress
  var foreign = ForeignSessions(intended: 0)

  /// Ratios within one run are repeatable, except when another process needs a processor: that must
  /// not look like a change of the program.
  func result(judgedBy thresholds: Thresholds?) async throws(Failure) -> SuiteResult {
    var result = try await measure(suite, counts: true, thresholds: thresholds)
    guard let thresholds else { return result }
    for attempt in 1...Self.attempts {
      let doubtful = Set(result.figures.filter { $0.isOff(thresholds) }.map(\.name))
      guard let first = doubtful.first else { break }
      progress.show("\(suite.name): measuring again, as \(first) is off")
      // With new objects, as their addresses matter too.
      let again = try await measure(suite.only(figures: doubtful), times: attempt + 1)
      if let refusal = again.refusals?.first {
        // The first measurement is in doubt, and there is no second one.
        result.figures.removeAll { doubtful.contains($0.name) }
        let refusals = doubtful.sorted().map { Refusal(name: $0, reason: refusal.reason) }
        result.refusals = (result.refusals ?? []) + refusals
        break
      }
      result.figures = result.figures.map { figure in
        guard doubtful.contains(figure.name) else { return figure }
        return again.figures.first { $0.name == figure.name } ?? figure
      }
    }
    return result
  }

  private func measure(
    _ suite: Suite, times: Int = 1, counts: Bool = false, thresholds: Thresholds? = nil
  ) async throws(Failure) -> SuiteResult {
    let longer = Effort(rounds: effort.rounds * times, time: effort.time * Double(times))
    if suite.needsSession {
      progress.clear()
      return try SessionRun(suite: suite, filter: filter, effort: longer).measure()
    }
    return try await SuiteRun(
      suite, effort: longer, counts: counts, thresholds: thresholds, hardware: hardware,
      progress: progress, foreign: foreign
    ).measure()
  }
}

extension Suite {
  /// The figures with these names, and the benchmarks they need.
  fileprivate func only(figures names: Set<String>) -> Suite {
    // The process in the session applies the filter itself.
    guard !needsSession else { return self }
    let figures = figures.filter { names.contains(qualifiedName(of: $0)) }
    let needed = Set(figures.flatMap(\.benchmarks))
    return Suite(
      name, benchmarks: benchmarks.filter { needed.contains($0.name) }, figures: figures)
  }
}
