import ComposableCore
import Signpost

extension SignpostRecorder {
  /// Compares until the result is certain, or the time is up.
  nonisolated(nonsending) func comparison(
    atMost timeout: Duration, _ compare: (RecordedCauses) -> FlowComparison
  ) async -> FlowComparison {
    // Work that a reducer has returned is not recorded before it begins.
    await Task.megaYield()
    var comparison = compare(causes)
    await wait(atMost: timeout) {
      if !comparison.isDecided { comparison = compare(causes) }
      return comparison.isDecided
    }
    return comparison
  }

  /// Reports the differences, if there are any.
  ///
  /// - Parameters:
  ///   - comparison: What came of the comparison.
  ///   - expected: What was expected, where it is not said by the differences.
  ///   - timeout: How long it was waited for at most.
  ///   - advice: What to do about differences that may have gone away with more time.
  ///   - place: Where the expectation is.
  func report(
    _ comparison: FlowComparison, expected: [CauseTree]?, timeout: Duration,
    advice: ExpectationAdvice? = nil, at place: SourcePlace
  ) {
    guard !comparison.mismatches.isEmpty else { return }
    let title =
      comparison.isDecided
      ? "What was recorded is not as expected."
      : "What was recorded has not become as expected within \(timeout)."
    report(
      title, differences: comparison.mismatches.map(\.text), expected: expected,
      advice: comparison.isDecided ? .difference : advice ?? .unfinished, causes, at: place)
  }

  /// Reports differences.
  func report(
    _ title: String, differences: [String], expected: [CauseTree]? = nil,
    advice: ExpectationAdvice, _ causes: RecordedCauses, at place: SourcePlace
  ) {
    let expected = expected.map { trees in
      "Expected:\n\(indented(trees.isEmpty ? "no action" : trees.text))\n\n"
    }
    place.report(
      """
      \(title)

      \(indented(differences.map { "• \($0)" }.joined(separator: "\n")))

      \(expected ?? "")Recorded:
      \(indented(causes.excerpt))

      \(advice.text)
      """)
  }
}

extension RecordedCauses {
  /// As much of the text as one reads.
  fileprivate var excerpt: String {
    let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
    let limit = 100
    guard lines.count > limit else { return description }
    return lines.prefix(limit).joined(separator: "\n")
      + "\n… and \(lines.count - limit) more lines: 'print(recorder.causes)' shows all."
  }
}
