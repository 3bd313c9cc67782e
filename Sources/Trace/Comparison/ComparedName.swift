import TextTables

/// The name of a row of a comparison, which is the same in both sets of recordings.
public struct ComparedName: Codable, Sendable, Hashable, Comparable {
  /// The kind of row.
  public var kind: Kind
  /// The prefix of an action or effect; subsystem and category of an interval, separated by a
  /// slash; empty for observers and stores.
  public var prefix: String
  /// The name of an action, of the action that started an effect, or of an interval; file and line
  /// of an observer; the feature of a store.
  public var name: String

  /// The kinds of rows.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// The reducer that processes an action.
    case action
    /// The work of an effect.
    case effect
    /// An interval of a signposter.
    case interval
    /// The reaction of an observer.
    case observer
    /// The time that actions waited in the queue of a store.
    case store
  }

  /// Creates a name.
  public init(kind: Kind, prefix: String, name: String) {
    self.kind = kind
    self.prefix = prefix
    self.name = name
  }

  /// Orders names by kind, then prefix, then name.
  public static func < (left: ComparedName, right: ComparedName) -> Bool {
    let kinds = Kind.allCases
    let (one, other) = (kinds.firstIndex(of: left.kind)!, kinds.firstIndex(of: right.kind)!)
    return (one, left.prefix, left.name) < (other, right.prefix, right.name)
  }

  /// The name as text: “[todos] addTapped”; all kinds but actions are named.
  var text: String {
    let name = displayName(prefix: prefix, name: name)
    return kind == .action ? name : "\(name) (\(kind.rawValue))"
  }
}
