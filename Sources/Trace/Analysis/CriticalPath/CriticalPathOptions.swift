/// The contents of a ``CriticalPathReport``.
public struct CriticalPathOptions: Sendable, Equatable {
  /// Selects paths: names and prefixes select the action that a path starts with.
  public var filter = TraceFilter()

  /// The number of slowest paths listed individually.
  public var slowest = 3

  /// A report of everything.
  public init() {}
}
