/// A case of an enum: of the actions of a feature, or of its state.
public struct ReferenceCase<Root, Value>: Sendable {
  /// The case with a value.
  public let embed: @Sendable (Value) -> Root
  /// The value, if it is this case.
  public let extract: @Sendable (Root) -> Value?

  /// A case that is made and taken apart by functions.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
  }
}

/// An action of a row.
public struct ReferenceElementAction<Action> {
  /// The number of the row.
  public let id: Int
  /// The action of the row.
  public let action: Action

  /// An action of the row with a number.
  public init(id: Int, action: Action) {
    self.id = id
    self.action = action
  }
}

/// An action of a stack or of one of its screens.
public enum ReferenceStackAction<Action> {
  case element(id: Int, action: Action)
  case popFrom(id: Int)
}

/// An action of a presented child, or its dismissal.
public enum ReferencePresentationAction<Action> {
  case presented(Action)
  case dismiss
}
