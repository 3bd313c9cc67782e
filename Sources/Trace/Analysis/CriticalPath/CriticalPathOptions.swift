/// The contents of a ``CriticalPathReport``.
public struct CriticalPathOptions: Sendable, Equatable {
  /// Selects paths: names and prefixes select the action that a path starts with.
  public var filter = TraceFilter()

  /// The number of slowest paths listed individually.
  public var slowest = 3

  /// Whether each chain of actions, effects and observers is listed once, by its slowest path, and
  /// paths from outside come before the paths of effects that continue to send.
  public var listsChainsOnce = false

  /// A report of everything.
  public init() {}
}
