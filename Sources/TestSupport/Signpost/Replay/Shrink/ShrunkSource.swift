/// The source of a test of a shrunk session.
struct ShrunkSource: Sendable {
  private let feature: String
  private let state: String
  private let actions: [String]
  /// For each action, the name of the action whose effect sent it.
  private let senders: [String?]

  /// The difference of the last action from the recording.
  struct Difference: Sendable {
    /// The properties that it changes, if the recording has names of properties.
    var now: [String] = []
    /// The properties that it changed in the recording.
    var recorded: [String] = []
    /// The changes of the state, if only values differ.
    var values: String?
  }

  init<State, Action>(feature: String, state: State, actions: [Action], senders: [String?]) {
    self.feature = feature
    self.state = SwiftLiteral.text(of: state)
    self.actions = actions.map { SwiftLiteral.text(of: $0) }
    self.senders = senders
  }

  func text(
    name: String?, names: [String], failure: String, difference: Difference?,
    expectation: String?
  ) -> String {
    var lines = failure.split(separator: "\n", omittingEmptySubsequences: false).prefix(4)
      .map { "/// \($0)" }
    while lines.last == "/// " { lines.removeLast() }
    lines += [
      "@MainActor", "@Test func \(name ?? defaultName(names))() {",
      "  let feature = \(feature)()", "  var state = \(state)",
    ]
    let expectations = difference.map(expectations) ?? []
    for (index, action) in actions.enumerated() {
      if index == actions.count - 1, !expectations.isEmpty { lines.append("  let before = state") }
      if let sender = senders[index] {
        lines.append("  // From the effect of '\(sender)':")
      }
      lines.append("  _ = feature.reduce(into: &state, action: \(action))")
    }
    lines += expectations
    if let expectation {
      lines.append("  #expect(\(expectation))")
    } else if let difference, expectations.isEmpty {
      lines += missingExpectation(difference)
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private func defaultName(_ names: [String]) -> String {
    let last = names.last?.split(separator: ".").joined(separator: "_") ?? "noAction"
    let subject = feature.split(separator: ".").last.map(String.init) ?? feature
    return "\(subject.prefix(1).lowercased())\(subject.dropFirst())_\(last)"
  }

  /// A comment in place of an expectation that the recording does not have.
  private func missingExpectation(_ difference: Difference) -> [String] {
    guard let values = difference.values else {
      return [
        "  // Add an expectation of the recorded behaviour. Without one, the test cannot fail."
      ]
    }
    return [
      "  // The session has no values to compare with. The last action makes these changes now:"
    ]
      + values.split(separator: "\n").map { "  //   \($0)" }
      + ["  // Add an expectation of the recorded values. Without one, the test cannot fail."]
  }

  /// Expects the recorded changes.
  private func expectations(_ difference: Difference) -> [String] {
    func properties(_ paths: [String]) -> Set<String> {
      Set(paths.map { String($0.prefix { $0 != "." && $0 != "[" }) })
    }
    func path(_ property: String) -> String { property == "self" ? "" : ".\(property)" }
    let (now, recorded) = (properties(difference.now), properties(difference.recorded))
    return recorded.subtracting(now).sorted().map {
      "  #expect(state\(path($0)) != before\(path($0)))"
    }
      + now.subtracting(recorded).sorted().map {
        "  #expect(state\(path($0)) == before\(path($0)))"
      }
  }
}
