/// The source of a test of a shrunk session.
struct ShrunkSource: Sendable {
  private let feature: TestedFeature
  private let state: String
  private let actions: [String]
  /// For each action, the name of the action whose effect sent it.
  private let senders: [String?]
  /// Whether the failure is an expectation of the caller, whose source is unknown.
  private let isExpected: Bool

  /// The difference of the last action from the recording.
  struct Difference: Sendable {
    /// The properties that it changes, if the recording has names of properties.
    var now: [String] = []
    /// The properties that it changed in the recording.
    var recorded: [String] = []
    /// The changes of the state, if only values differ.
    var values: String?
  }

  init<State, Action>(
    feature: TestedFeature, state: State, actions: [Action], senders: [String?], isExpected: Bool
  ) {
    self.feature = feature
    self.isExpected = isExpected
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
      "  let feature = \(feature.name)()", "  var state = \(state)",
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
    } else if isExpected {
      lines += Self.missingExpectation
    } else if let difference, expectations.isEmpty {
      lines += difference.values.map(Self.present) ?? []
      lines += Self.missingExpectation
    }
    let text = (lines + ["}"]).joined(separator: "\n") + "\n"
    return feature.imports(of: ["ComposableCore", "Testing"], for: text) + text
  }

  private func defaultName(_ names: [String]) -> String {
    let last = names.last?.split(separator: ".").joined(separator: "_") ?? "noAction"
    return "\(feature.subject)_\(last)"
  }

  /// Fails until an expectation is in its place.
  private static let missingExpectation = [
    #"  Issue.record("State here what has to hold, for example: #expect(state == …)")"#
  ]

  /// A comment with the changes of the last action.
  private static func present(_ values: String) -> [String] {
    ["  // The session has no values to compare with. The last action makes these changes now:"]
      + values.split(separator: "\n").map { "  //   \($0)" }
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
