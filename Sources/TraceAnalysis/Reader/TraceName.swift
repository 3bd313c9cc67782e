/// A prefix and a name as they stand in a trace.
public struct TraceName: Hashable, Sendable, Codable {
  /// The wrapper's prefix; empty where there is none.
  public var prefix: String
  /// The name of an action, or any other single text of an event.
  public var name: String

  /// Creates a name.
  public init(prefix: String = "", name: String) {
    self.prefix = prefix
    self.name = name
  }
}

/// Stands for a ``TraceName`` in a decoded event.
public struct NameID: Hashable, Sendable {
  /// Position in the ``NameTable``, counting from 0.
  public let index: Int32

  /// The empty name, which is also what an event without the field gets.
  public static let empty = NameID(index: 0)

  /// What all further names get when a trace has more of them than a table may hold.
  public static let overflow = NameID(index: 1)
}
