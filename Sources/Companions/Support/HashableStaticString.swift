/// A static string that can be compared: a source location as an argument of a subscript that may
/// be a component of a key path.
public struct _HashableStaticString: Hashable, ExpressibleByStringLiteral, Sendable {
  package let string: StaticString

  /// Creates a string from a literal.
  public init(stringLiteral value: StaticString) {
    string = value
  }

  /// Whether both hold the same text.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.string.description == rhs.string.description
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(string.description)
  }
}
