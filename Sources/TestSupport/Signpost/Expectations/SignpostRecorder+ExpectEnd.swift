import CompanionSupport
import ComposableCore
public import Signpost

extension SignpostRecorder {
  /// Expects that no action was recorded except those that were expected before.
  ///
  /// ```swift
  /// await recorder.expect("refreshButtonTapped", starting: [.finished(sending: ["response"])])
  /// recorder.expectNothingElse()
  /// ```
  ///
  /// An action was expected if `expect` or `expectFlow` has named it, also as an action that an
  /// effect sends. The expectation also fails if an action with stated effects has started another
  /// effect since.
  ///
  /// - Parameter prefix: If given, only actions that pass a wrapper with this prefix are checked.
  public func expectNothingElse(
    prefix: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let causes = causes
    let covered = covered.withLock { $0 }
    let others = causes.outermostActions.filter { action in
      !covered.actions.contains(action.id)
        && (prefix == nil || action.levels.contains { $0.prefix == prefix })
    }
    let late = causes.actions.filter { action in
      covered.effectCounts[action.id].map { $0 < action.effects.count } ?? false
    }
    guard !others.isEmpty || !late.isEmpty else { return }
    report(
      "More was recorded than was expected before.",
      differences: others.map { "'\($0.label)' was not expected." }
        + late.map { "'\($0.label)' has started another effect since its effects were expected." },
      advice: .nothingElse, causes,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects that no action of a name was recorded.
  ///
  /// ```swift
  /// recorder.expectNever("logoutResponse")
  /// ```
  ///
  /// It does not wait. Wait for the effects that could send the action first.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - prefix: The prefix of the wrapper; any if `nil`.
  public func expectNever(
    _ name: String,
    prefix: String? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let causes = causes
    guard let action = causes.first(name, prefix: prefix) else { return }
    let chain = action.becauseOf.map { "'\($0.label)'" }.joined(separator: ", because of ")
    report(
      "An action was recorded that was never to happen.",
      differences: [
        "'\(action.label)' was sent \(chain.isEmpty ? "from outside" : "because of \(chain)")."
      ],
      advice: .difference, causes,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Waits until all effects have ended, and expects that each began and ended once.
  ///
  /// ```swift
  /// await recorder.expectEverythingEnded()
  /// ```
  ///
  /// - Parameter timeout: The maximum time to wait.
  public nonisolated(nonsending) func expectEverythingEnded(
    timeout: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let comparison = await comparison(atMost: timeout) { causes in
      var comparison = FlowComparison(isExact: false)
      for action in causes.actions where action.isOpen {
        comparison.note(missing: "The reducer of '\(action.label)' still runs.")
      }
      for effect in causes.effects where effect.isRunning {
        comparison.note(missing: "Effect \(effect.id), started by '\(effect.label)', still runs.")
      }
      return comparison
    }
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let causes = causes
    if !causes.graph.irregularities.isEmpty {
      report(
        "Not everything began and ended once.", differences: causes.graph.irregularities,
        advice: .irregularity, causes, at: place)
    }
    report(comparison, expected: nil, timeout: timeout, advice: .running, at: place)
  }
}
