import CustomDump

/// The names of the properties in which two values of a type differ, without their values.
package struct ChangedProperties {
  package private(set) var paths: [String] = []
  private var visits = 0

  /// The maximum number of parts of a value to compare. A larger collection is named as a whole.
  private static let maximumVisits = 10_000
  /// A longer list is not readable.
  private static let maximumPaths = 64

  package init(from old: Any, to new: Any) {
    _ = visit(old, new, at: "")
  }

  /// The names, separated by commas; `nil` if there are none.
  package var text: String? { paths.isEmpty ? nil : paths.joined(separator: ", ") }

  /// Records the differences between two values.
  ///
  /// - Returns: Whether any was recorded.
  private mutating func visit(_ old: Any, _ new: Any, at path: String) -> Bool {
    visits += 1
    guard paths.count < Self.maximumPaths else { return false }
    let areEqual = Self.areEqual(old, new)
    if areEqual == true { return false }
    if areEqual == false, visits > Self.maximumVisits { return note(path) }
    guard visits <= Self.maximumVisits else { return false }
    return visitParts(old, new, at: path) ?? (areEqual == false && note(path))
  }

  /// Compares the parts of two values.
  ///
  /// - Returns: Whether any difference was recorded; `nil` if they have no parts to compare.
  private mutating func visitParts(_ old: Any, _ new: Any, at path: String) -> Bool? {
    let old = Self.shown(old)
    let new = Self.shown(new)
    guard type(of: old) == type(of: new) else { return note(path) }
    if Self.isOpaque(type(of: old)) { return nil }
    let oldMirror = Self.mirror(of: old)
    let newMirror = Self.mirror(of: new)
    switch oldMirror.displayStyle {
    case .class, .foreignReference, .set, .dictionary:
      return nil
    case .optional:
      guard let oldValue = oldMirror.children.first?.value,
        let newValue = newMirror.children.first?.value
      else { return oldMirror.children.count == newMirror.children.count ? nil : note(path) }
      return visit(oldValue, newValue, at: path)
    case .enum:
      return visitCases(oldMirror, newMirror, (old, new), at: path)
    case .collection:
      guard oldMirror.children.count == newMirror.children.count else { return note(path) }
      var isAnyNoted = false
      for (index, (oldElement, newElement)) in zip(oldMirror.children, newMirror.children)
        .enumerated()
      {
        if visit(oldElement.value, newElement.value, at: "\(path)[\(index)]") { isAnyNoted = true }
      }
      return isAnyNoted ? true : nil
    default:
      var isAnyNoted = false
      for (index, (oldPart, newPart)) in zip(oldMirror.children, newMirror.children).enumerated() {
        guard let name = Self.name(oldPart.label ?? "\(index)") else { continue }
        if visit(oldPart.value, newPart.value, at: Self.join(path, name)) { isAnyNoted = true }
      }
      return isAnyNoted ? true : nil
    }
  }

  private mutating func visitCases(
    _ oldMirror: Mirror, _ newMirror: Mirror, _ values: (old: Any, new: Any), at path: String
  ) -> Bool? {
    guard let oldCase = oldMirror.children.first, let newCase = newMirror.children.first else {
      // Cases without payloads are compared by their names.
      return "\(values.old)" == "\(values.new)" ? nil : note(path)
    }
    guard oldCase.label == newCase.label else { return note(path) }
    return visit(oldCase.value, newCase.value, at: Self.join(path, oldCase.label ?? ""))
  }

  private mutating func note(_ path: String) -> Bool {
    paths.append(path.isEmpty ? "self" : path)
    return true
  }

  // MARK: - Values

  /// `nil` if their type is not equatable.
  private static func areEqual(_ old: Any, _ new: Any) -> Bool? {
    func compare<Value: Equatable>(_ old: Value, _ new: Any) -> Bool {
      (new as? Value).map { old == $0 } ?? false
    }
    return (old as? any Equatable).map { compare($0, new) }
  }

  /// The wrapped value, if a value is a wrapper of another.
  private static func shown(_ value: Any) -> Any {
    (value as? any CustomDumpRepresentable)?.customDumpValue ?? value
  }

  private static func mirror(of value: Any) -> Mirror {
    (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
  }

  /// Whether the properties of a type have no names chosen by the author of the program.
  private static func isOpaque(_ type: Any.Type) -> Bool {
    let module = _typeName(type, qualified: true).prefix { $0 != "." }
    switch module {
    case "Foundation", "FoundationEssentials", "Dispatch", "ObservedState": return true
    case "Swift": return Mirror(reflecting: type).displayStyle == nil && isScalar(type)
    default: return false
    }
  }

  private static func isScalar(_ type: Any.Type) -> Bool {
    type is any StringProtocol.Type || type is any Numeric.Type || type is Bool.Type
  }

  // MARK: - Names

  /// The name of a property in the source code; `nil` if it has none.
  private static func name(_ label: String) -> String? {
    if label.hasPrefix("_$") { return nil }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : name.isEmpty ? path : "\(path).\(name)"
  }
}
