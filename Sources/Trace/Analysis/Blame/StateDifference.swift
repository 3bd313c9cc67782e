/// The properties that an action changed, as a wrapper recorded them.
package struct StateDifference {
  package private(set) var changes: [Change] = []
  /// Whether further properties may have changed: the wrapper truncated the text.
  private(set) var isTruncated = false

  /// A changed property, with its values if these were recorded.
  package struct Change: Equatable {
    /// The path in the state of the wrapper: `todos[2].isDone`, or `self` for the state.
    package var path: String
    package var old: String?
    package var new: String?
  }

  /// The paths of the changed properties. A truncated difference does not show whether the state
  /// changed as a whole.
  package var names: [String] {
    changes.map(\.path).filter { !isTruncated || $0 != Self.whole }
  }

  /// The path of a state that changed as a whole.
  static let whole = "self"

  /// The number of names after which a wrapper truncates them.
  private static let mostNames = 64

  /// Reads the text of a `state_diff`: names of properties, or a full difference.
  package init(_ text: String) {
    if Self.hasValues(text) {
      addValues(text)
    } else {
      addNames(text)
    }
  }

  /// Whether the text of a `state_diff` is a full difference: lines with marks, the first of which
  /// may be truncated.
  package static func hasValues(_ text: String) -> Bool {
    text.contains("\n") || ["- ", "+ ", "  "].contains { text.hasPrefix($0) }
  }

  private mutating func addNames(_ text: String) {
    var names = text.split(separator: ", ").map(String.init)
    if names.last?.hasSuffix("…") == true {
      names.removeLast()
      isTruncated = true
    }
    if names.count >= Self.mostNames { isTruncated = true }
    changes = names.map { Change(path: $0) }
  }

  // MARK: - Full differences

  private mutating func addValues(_ text: String) {
    let newline = UInt8(ascii: "\n")
    let lines = text.utf8.split(separator: newline)
    func value(without mark: UInt8) -> DumpedValue {
      let side = lines.filter { $0.first != mark }.map { $0.dropFirst(2) }
      return DumpedValue(parsing: side.joined(separator: [newline]))
    }
    isTruncated = text.hasSuffix("…")
    compare(
      value(without: UInt8(ascii: "+")), value(without: UInt8(ascii: "-")), at: "")
  }

  private mutating func compare(_ old: DumpedValue, _ new: DumpedValue, at path: String) {
    if old == new { return }
    guard old.bracket == new.bracket, old.head == new.head, old.bracket != nil else {
      return add(old, new, at: path)
    }
    let isWhole =
      old.isCollection
      ? !compareElements(old, new, at: path)
      : !compareProperties(old, new, at: path)
    if isWhole, !isTruncated { add(old, new, at: path) }
  }

  private mutating func add(_ old: DumpedValue, _ new: DumpedValue, at path: String) {
    changes.append(
      Change(
        path: path.isEmpty ? Self.whole : path, old: Self.shown(old), new: Self.shown(new)))
  }

  /// - Returns: Whether the collections differ in elements at the same positions.
  private mutating func compareElements(
    _ old: DumpedValue, _ new: DumpedValue, at path: String
  ) -> Bool {
    let labels = old.parts.map(\.label)
    guard !labels.isEmpty, labels == new.parts.map(\.label),
      labels.allSatisfy({ $0?.hasPrefix("[") == true })
    else { return old.isTruncated || new.isTruncated }
    for (oldPart, newPart) in zip(old.parts, new.parts) {
      compare(oldPart.value, newPart.value, at: path + (oldPart.label ?? ""))
    }
    return true
  }

  /// - Returns: Whether the values differ in parts of the same names.
  private mutating func compareProperties(
    _ old: DumpedValue, _ new: DumpedValue, at path: String
  ) -> Bool {
    let isCut = old.isTruncated || new.isTruncated
    let path = new.caseName.map { Self.join(path, $0) } ?? path
    // Sets have elements without names.
    guard isCut || old.parts.map(\.label) == new.parts.map(\.label), old.head != "Set" else {
      return false
    }
    for (oldPart, newPart) in zip(old.parts, new.parts) where oldPart.label == newPart.label {
      compare(oldPart.value, newPart.value, at: Self.join(path, oldPart.label ?? ""))
    }
    return true
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : name.isEmpty ? path : "\(path).\(name)"
  }

  /// The maximum length of a value that is shown.
  private static let longestValue = 120

  private static func shown(_ value: DumpedValue) -> String {
    let text = value.text
    return text.count > longestValue ? text.prefix(longestValue - 1) + "…" : text
  }
}
