import Signpost

/// Compares recorded actions with expected ones, and collects the actions that the expectation
/// covers.
struct FlowComparison {
  /// A difference.
  struct Mismatch {
    let text: String
    /// Whether the result is final: later events cannot resolve it.
    let isFinal: Bool
  }

  /// Whether actions and effects that the expectation omits must not occur.
  let isExact: Bool
  private(set) var mismatches: [Mismatch] = []
  private(set) var covered = CoveredActions()

  /// Whether later events cannot change the result.
  var isDecided: Bool { mismatches.isEmpty || mismatches.contains(where: \.isFinal) }

  init(isExact: Bool) {
    self.isExact = isExact
  }

  /// Records a missing action or effect that may still arrive.
  mutating func note(missing text: String) {
    mismatches.append(Mismatch(text: text, isFinal: false))
  }

  private mutating func note(_ text: String, isFinal: Bool = true) {
    mismatches.append(Mismatch(text: text, isFinal: isFinal))
  }

  // MARK: Actions

  /// Compares actions that came from outside.
  mutating func compare(_ expected: [ExpectedAction], with recorded: [RecordedAction]) {
    for (expected, action) in zip(expected, recorded) {
      guard
        let level = action.levels.first(where: {
          $0.isCalled(expected.name, prefix: expected.prefix)
        })
      else {
        note("'\(action.label)' was recorded where '\(expected.label)' was expected.")
        return
      }
      compare(expected, with: level)
    }
    for extra in recorded.dropFirst(expected.count) {
      note("'\(extra.label)' was recorded, and no further action was expected.")
    }
    for missing in expected.dropFirst(recorded.count) {
      note(missing: "'\(missing.label)' was expected, and not recorded.")
    }
  }

  /// Compares an action that has the expected name.
  mutating func compare(_ expected: ExpectedAction, with action: RecordedAction) {
    covered.actions.insert(action.outermost.id)
    compareChange(expected, with: action)
    if let effects = expected.effects.list ?? (isExact ? [] : nil) {
      compare(effects, with: action)
    }
  }

  private mutating func compareChange(_ expected: ExpectedAction, with action: RecordedAction) {
    guard let change = expected.change, change != action.stateChange else { return }
    let actual =
      switch action.stateChange {
      case nil: "its reducer still runs"
      case .yes?: "it changed the state"
      case .no?: "it left the state as it was"
      case .unknown?: "whether it changed the state is unknown"
      }
    note(
      "'\(action.label)' was expected with 'changing: .\(change)'; \(actual).",
      isFinal: !action.isOpen)
  }

  // MARK: Effects

  private mutating func compare(_ expected: [ExpectedEffect], with action: RecordedAction) {
    let effects = action.effects
    covered.effectCounts[action.id] = effects.count
    for (index, (expected, effect)) in zip(expected, effects).enumerated() {
      let number = effects.count == 1 ? "" : "\(ordinal(index)) "
      compare(expected, with: effect, called: "The \(number)effect of '\(action.label)'")
    }
    for extra in effects.dropFirst(expected.count) {
      let number = expected.isEmpty ? "no effect" : "no further effect"
      note("'\(action.label)' started effect \(extra.id), and \(number) was expected.")
    }
    guard expected.count > effects.count else { return }
    let isFinal = action.effectKind.map { !$0.isWork } ?? false
    let returned = action.effectKind.map { "; its reducer returned '\($0)'" } ?? ""
    note(
      """
      '\(action.label)' started \(count(effects.count)), and \(expected.count) \
      \(expected.count == 1 ? "was" : "were") expected\(returned).
      """, isFinal: isFinal)
  }

  private mutating func compare(
    _ expected: ExpectedEffect, with effect: RecordedEffect, called name: String
  ) {
    if expected.outcome != effect.outcome {
      let wanted = expected.outcome.map { "to be \($0)" } ?? "to run"
      let actual = effect.outcome.map { "ended as \($0)" } ?? "still runs"
      note("\(name) was expected \(wanted); it \(actual).", isFinal: !effect.isRunning)
    }
    guard let actions = expected.actions ?? (isExact ? [] : nil) else { return }
    let sent = effect.sent
    for (index, (expected, output)) in zip(actions, sent).enumerated() {
      compare(expected, with: output, at: index, of: name)
    }
    for extra in sent.dropFirst(actions.count) {
      note(
        "\(name) sent '\(extra.name)', and nothing \(actions.isEmpty ? "" : "more ")was expected.")
    }
    for missing in actions.dropFirst(sent.count) {
      note("\(name) was expected to send '\(missing.label)'.", isFinal: !effect.isRunning)
    }
  }

  private mutating func compare(
    _ expected: ExpectedAction, with output: RecordedEffect.Output, at index: Int,
    of effect: String
  ) {
    let level = output.level(called: expected.name, prefix: expected.prefix)
    if let action = output.action { covered.actions.insert(action.id) }
    if let level { return compare(expected, with: level) }
    guard output.name == expected.name, output.action == nil || expected.prefix == nil else {
      let actual = output.action?.label ?? output.name
      note(
        "\(effect) sent '\(actual)' as its \(ordinal(index)) action; '\(expected.label)' was expected."
      )
      return
    }
    guard expected.saysMore || isExact else { return }
    note(missing: "'\(expected.label)' was sent, and no store has processed it.")
  }

  private func ordinal(_ index: Int) -> String {
    switch index + 1 {
    case 1: "1st"
    case 2: "2nd"
    case 3: "3rd"
    case let number: "\(number)th"
    }
  }

  private func count(_ effects: Int) -> String {
    switch effects {
    case 0: "no effect"
    case 1: "1 effect"
    default: "\(effects) effects"
    }
  }
}

extension ExpectedAction {
  /// Whether the expectation specifies more than a name.
  fileprivate var saysMore: Bool { change != nil || effects.list != nil }
}
