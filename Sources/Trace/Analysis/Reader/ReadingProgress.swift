/// The progress of reading a trace.
public struct ReadingProgress: Sendable, Equatable {
  /// The number of events read so far, of all providers.
  public var events: UInt64 = 0

  /// The part of the trace read so far, from 0 to 1; `nil` if the trace has no index with its size.
  public var part: Double?
}
