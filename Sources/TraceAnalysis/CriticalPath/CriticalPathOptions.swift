/// What a ``CriticalPathReport`` is to tell.
public struct CriticalPathOptions: Sendable, Equatable {
  /// Which paths it is about: names and prefixes are those of the action that a path starts with.
  public var filter = TraceFilter()

  /// How many of the slowest are listed one by one.
  public var slowest = 3

  /// A report of everything.
  public init() {}
}
