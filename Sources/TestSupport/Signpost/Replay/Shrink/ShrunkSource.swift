/// The source of a test of a shrunk session.
struct ShrunkSource: Sendable {
  private let feature: String
  private let state: String
  private let actions: [String]
  /// For each action, the name of the action whose effect sent it.
  private let senders: [String?]

  /// The properties that an action changes, and those that it changed in the recording.
  struct Changes: Sendable {
    var now: [String]
    var recorded: [String]
  }

  init<State, Action>(feature: String, state: State, actions: [Action], senders: [String?]) {
    self.feature = feature
    self.state = SwiftLiteral.text(of: state)
    self.actions = actions.map { SwiftLiteral.text(of: $0) }
    self.senders = senders
  }

  func text(
    name: String?, names: [String], failure: String, changes: Changes?, expectation: String?
  ) -> String {
    var lines = failure.split(separator: "\n", omittingEmptySubsequences: false).prefix(4)
      .map { "/// \($0)" }
    while lines.last == "/// " { lines.removeLast() }
    lines += [
      "@MainActor", "@Test func \(name ?? defaultName(names))() {",
      "  let feature = \(feature)()", "  var state = \(state)",
    ]
    for (index, action) in actions.enumerated() {
      if index == actions.count - 1, changes != nil { lines.append("  let before = state") }
      if let sender = senders[index] {
        lines.append("  // From the effect of '\(sender)':")
      }
      lines.append("  _ = feature.reduce(into: &state, action: \(action))")
    }
    lines += changes.map(expectations) ?? []
    if let expectation { lines.append("  #expect(\(expectation))") }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private func defaultName(_ names: [String]) -> String {
    let last = names.last?.split(separator: ".").joined(separator: "_") ?? "noAction"
    let subject = feature.split(separator: ".").last.map(String.init) ?? feature
    return "\(subject.prefix(1).lowercased())\(subject.dropFirst())_\(last)"
  }

  /// Expects the recorded changes.
  private func expectations(_ changes: Changes) -> [String] {
    func properties(_ paths: [String]) -> Set<String> {
      Set(paths.map { String($0.prefix { $0 != "." && $0 != "[" }) })
    }
    func path(_ property: String) -> String { property == "self" ? "" : ".\(property)" }
    let (now, recorded) = (properties(changes.now), properties(changes.recorded))
    return recorded.subtracting(now).sorted().map {
      "  #expect(state\(path($0)) != before\(path($0)))"
    }
      + now.subtracting(recorded).sorted().map {
        "  #expect(state\(path($0)) == before\(path($0)))"
      }
  }
}
