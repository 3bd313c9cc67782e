/// How far a trace has been read.
public struct ReadingProgress: Sendable, Equatable {
  /// How many events have been read, of all providers.
  public var events: UInt64 = 0

  /// What part of the trace that is, from 0 to 1; `nil` where the trace has no index that says how much
  /// there is of it.
  public var part: Double?
}
