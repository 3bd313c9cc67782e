import CompanionSupport
import ComposableCore
import Signpost

extension SignpostRecorder {
  /// Compares until the result is final, or the time is up.
  nonisolated(nonsending) func comparison(
    atMost timeout: Duration, _ compare: (RecordedCauses) -> FlowComparison
  ) async -> FlowComparison {
    // The work of a returned effect is not recorded before its begin.
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
  ///   - comparison: The result of the comparison.
  ///   - expected: The expectation, if the differences do not contain it.
  ///   - timeout: The maximum time that it waited.
  ///   - advice: Advice for differences that more time might have resolved.
  ///   - place: The source location of the expectation.
  func report(
    _ comparison: FlowComparison, expected: [CauseTree]?, timeout: Duration,
    advice: ExpectationAdvice? = nil, at place: SourcePlace
  ) {
    guard !comparison.mismatches.isEmpty else { return }
    let title =
      comparison.isDecided
      ? "The recorded actions differ from the expectation."
      : "The recorded actions still differ from the expectation after \(timeout)."
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
  /// The start of the text, in a readable length.
  fileprivate var excerpt: String {
    let lines = description.split(separator: "\n", omittingEmptySubsequences: false)
    let limit = 100
    guard lines.count > limit else { return description }
    return lines.prefix(limit).joined(separator: "\n")
      + "\n… and \(lines.count - limit) more lines: 'print(recorder.causes)' shows all."
  }
}
