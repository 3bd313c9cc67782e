/// A pattern for properties of states, in which `*` stands for any text: `todos.*.isDone`.
///
/// A pattern selects a property by its path in the state of the outermost wrapper, with or without
/// the feature or the prefix of the wrapper before it, and by type and field: `Todo.isDone`.
/// Positions in collections are components: `todos[2].isDone` is also `todos.2.isDone`.
public struct PropertyPattern: Sendable, Hashable {
  /// The text of the pattern.
  public let text: String

  private let whole: NamePattern
  private let within: NamePattern
  private let components: [NamePattern]

  /// The relation of a change to the selected property.
  enum Relation: Sendable, Equatable {
    /// The property changed.
    case itself
    /// A part of the property changed, whose path begins with so many components of the property.
    case within(length: Int)
    /// The property belongs to a value that changed as a whole, and may have changed.
    case asPart
  }

  /// A pattern for all properties.
  public static let all = PropertyPattern("*")

  /// Creates a pattern.
  public init(_ text: String) {
    self.text = text
    let normal = Self.normal(text)
    whole = NamePattern(normal)
    within = NamePattern(normal + ".*")
    components = Self.components(normal).map { NamePattern($0) }
  }

  /// The path with positions as components.
  static func normal(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "[")) else { return path }
    let dotted = path.replacing("[", with: ".").replacing("]", with: "")
    return dotted.hasPrefix(".") ? String(dotted.dropFirst()) : dotted
  }

  private static func components(_ normal: String) -> [String] {
    normal.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: - Paths

  /// The relation of a changed path to the selected property; `nil` if they have none.
  ///
  /// - Parameter owners: Names that may precede the path: the feature and the prefix.
  func relation(to path: String, owners: [String]) -> Relation? {
    if path == StateDifference.whole { return self == .all ? .itself : .asPart }
    let normal = Self.normal(path)
    var best = relation(to: normal)
    for owner in owners where best == nil && !owner.isEmpty {
      best = relation(to: "\(owner).\(normal)")
      if case .within(let length) = best {
        best = .within(length: max(length - Self.components(owner).count, 1))
      }
    }
    return best
  }

  private func relation(to normal: String) -> Relation? {
    if whole.matches(normal) { return .itself }
    if within.matches(normal) { return .within(length: components.count) }
    let changed = Self.components(normal)
    let selected = components.prefix(changed.count)
    // A star alone does not name a value that the property belongs to.
    guard components.count > changed.count, selected.contains(where: { $0.text != "*" }) else {
      return nil
    }
    return zip(selected, changed).allSatisfy { $0.matches($1) } ? .asPart : nil
  }

  /// The first components of a path, as it spells them.
  static func prefix(of path: String, _ length: Int) -> String {
    var count = 1
    for (index, character) in zip(path.indices, path).dropFirst() {
      if character == "." || character == "[" { count += 1 }
      if count > length { return String(path[..<index]) }
    }
    return path
  }

  /// The normal paths of the values that a property is a part of: `self`, `todos` and `todos.2` of
  /// `todos[2].isDone`.
  static func valuesAround(_ path: String) -> [String] {
    let components = components(normal(path))
    return [StateDifference.whole]
      + (1..<max(components.count, 1)).map { components.prefix($0).joined(separator: ".") }
  }

  // MARK: - Type and field

  /// The type of a key such as `Todo.isDone`; `nil` if the pattern has another form.
  var type: String? {
    guard components.count > 1, let first = components.first?.text.first, first.isUppercase else {
      return nil
    }
    return components[0].text
  }

  /// The path of the value that has the field, if the end of a path is the field; `nil` otherwise.
  func owner(ofFieldIn path: String) -> String? {
    let changed = Self.components(Self.normal(path))
    let field = components.dropFirst()
    guard type != nil, changed.count >= field.count,
      zip(field, changed.suffix(field.count)).allSatisfy({ $0.matches($1) })
    else { return nil }
    return Self.generalized(changed.dropLast(field.count))
  }

  /// The path with a star for each position: `todos.*.isDone`.
  static func generalized(_ path: String) -> String {
    generalized(components(normal(path))[...])
  }

  private static func generalized(_ components: ArraySlice<String>) -> String {
    components.map { $0.allSatisfy(\.isNumber) ? "*" : $0 }.joined(separator: ".")
  }
}
