/// A prefix and a name of a trace.
public struct TraceName: Hashable, Sendable, Codable {
  /// The wrapper's prefix, or empty.
  public var prefix: String
  /// The name of an action, or any other single text of an event.
  public var name: String

  /// Creates a name.
  public init(prefix: String = "", name: String) {
    self.prefix = prefix
    self.name = name
  }
}

/// A reference to a ``TraceName`` in a decoded event.
public struct NameID: Hashable, Sendable {
  /// Position in the ``NameTable``, counting from 0.
  public let index: Int32

  /// The empty name, also for an event without the field.
  public static let empty = NameID(index: 0)

  /// The name for all further names of a trace that has more names than the table may hold.
  public static let overflow = NameID(index: 1)
}
