extension BlameReportBuilder {
  /// Judges an expectation for each property, and returns the worst judgement.
  func verdict(on expectation: BlameExpectation) -> BlameReport.Verdict {
    var verdict = BlameReport.Verdict(expectation: expectation.text, outcome: .kept)
    if let reason = obstacle(to: expectation) {
      verdict.outcome = .notJudged
      verdict.reason = reason
      return verdict
    }
    for property in properties {
      let found = self.verdict(on: expectation, for: property)
      if found.outcome == .broken { return found }
      if found.outcome == .notJudged, verdict.outcome == .kept { verdict = found }
    }
    return verdict
  }

  /// The reason why nothing can be judged; `nil` if there is none.
  private func obstacle(to expectation: BlameExpectation) -> String? {
    if facts.differences == 0 {
      return "no state differences were recorded: record with --state-diffs"
    }
    if properties.isEmpty { return "the recording has no change of the property" }
    if case .action(let pattern) = expectation.scope, scopeCount(expectation.scope) == 0 {
      let all = facts.actionNames.map { names[$0].name }
      return "the recording has no action, and no prefix, “\(pattern.text)”."
        + pattern.text.suggestion(from: all.sorted())
    }
    if expectation.figure == .observers, !facts.hasObserverCauses {
      return "no reactions of observers were recorded"
    }
    return nil
  }

  /// The number of scopes in the recording, with and without changes.
  private func scopeCount(_ scope: BlameExpectation.Scope) -> Int {
    switch scope {
    case .recording: 1
    case .chain: facts.chains
    case .action(let pattern): facts.scopes[pattern, default: 0]
    }
  }

  private func verdict(
    on expectation: BlameExpectation, for property: ChangedProperty
  ) -> BlameReport.Verdict {
    let certain = ChangeScopes(property.changes, by: expectation.scope, names)
    let possible = ChangeScopes(property.asPart, by: expectation.scope, names)
    let unknown = figure(expectation.figure, certain.unknown + possible.unknown)
    var worst = BlameReport.Verdict(expectation: expectation.text, outcome: .kept)
    func judge(
      _ start: ChangingAction.Link?, _ changes: [PropertyChanges.Change],
      _ others: [PropertyChanges.Change]
    ) {
      guard worst.outcome != .broken else { return }
      let least = figure(expectation.figure, changes)
      let most = upperBound(expectation.figure, changes, others, unknown)
      let outcome = least.map { expectation.judge(least: $0, most: most) } ?? .notJudged
      guard outcome == .broken || outcome == .notJudged && worst.outcome == .kept else { return }
      worst.outcome = outcome
      worst.reason = outcome == .notJudged ? doubt(expectation, least) : nil
      worst.property = property.name
      worst.measured = least
      worst.chain = chain(start, changes)
    }
    var others = Dictionary(uniqueKeysWithValues: possible.all.map { ($0.start, $0.changes) })
    for (start, changes) in certain.all {
      judge(start, changes, others.removeValue(forKey: start) ?? [])
    }
    let rest = possible.all.filter { others[$0.start] != nil }
    for (start, changes) in rest { judge(start, [], changes) }
    // A scope may begin with an action that the filter leaves out.
    let judgedCount = (certain.all + rest).count { $0.start?.isSelected != false }
    if judgedCount < scopeCount(expectation.scope) { judge(nil, [], []) }
    return worst
  }

  private func figure(
    _ figure: BlameExpectation.Figure, _ changes: [PropertyChanges.Change]
  ) -> Int? {
    switch figure {
    case .changes: ChangedProperty.actions(of: changes)
    case .returns: returns(of: ChangeScopes(changes, by: .chain, names))
    case .observers: reactions(to: changes).certain
    }
  }

  /// The largest value that the figure may have; `nil` without a bound.
  private func upperBound(
    _ figure: BlameExpectation.Figure, _ changes: [PropertyChanges.Change],
    _ others: [PropertyChanges.Change], _ unknown: Int?
  ) -> Int? {
    guard isComplete, omission == nil, self.changes.changesLeftOut == 0, facts.truncated == 0,
      let least = self.figure(figure, changes), let unknown
    else { return nil }
    let possible =
      switch figure {
      case .changes: ChangedProperty.actions(of: others)
      // Each change may return to an earlier value.
      case .returns: others.isEmpty ? 0 : ChangedProperty.actions(of: changes + others)
      case .observers: reactions(to: changes + others).all - least
      }
    return least + unknown + possible
  }

  private func doubt(_ expectation: BlameExpectation, _ least: Int?) -> String {
    if least == nil { return "values were not recorded: .signpost(stateDiff: .full) records them" }
    if !isComplete { return "the recording is incomplete" }
    if let omission { return omission }
    if facts.truncated > 0 { return "state differences were truncated" }
    if changes.changesLeftOut > 0 { return "there are more changes than can be kept" }
    return "the property may have changed as a part of another value, or in an unknown chain"
  }
}
