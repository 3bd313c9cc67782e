import TextTables

/// What a row of a comparison is about, the same in both sets of recordings.
public struct ComparedName: Codable, Sendable, Hashable, Comparable {
  /// The kind of thing.
  public var kind: Kind
  /// The prefix of an action or effect; subsystem and category of an interval, with a slash between
  /// them; empty of observers and stores.
  public var prefix: String
  /// The name of an action, or of the one that started an effect, or of an interval; file and line of
  /// an observer; the feature of a store.
  public var name: String

  /// What is compared.
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

  /// By kind, then prefix, then name.
  public static func < (left: ComparedName, right: ComparedName) -> Bool {
    let kinds = Kind.allCases
    let (one, other) = (kinds.firstIndex(of: left.kind)!, kinds.firstIndex(of: right.kind)!)
    return (one, left.prefix, left.name) < (other, right.prefix, right.name)
  }

  /// For people: “[todos] addTapped”; all but actions say what they are.
  var text: String {
    let name = displayName(prefix: prefix, name: name)
    return kind == .action ? name : "\(name) (\(kind.rawValue))"
  }
}
