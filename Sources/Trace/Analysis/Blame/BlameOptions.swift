/// The contents of a ``BlameReport``.
public struct BlameOptions: Sendable, Equatable {
  /// Selects changes by the actions that made them.
  public var filter = TraceFilter()

  /// The maximum number of changes that are listed; `nil` for all.
  public var listed: Int?

  /// The expectations to judge.
  public var expectations: [BlameExpectation] = []

  /// A report of everything.
  public init() {}
}
