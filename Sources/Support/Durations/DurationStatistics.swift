/// Statistics of durations, all in nanoseconds.
public struct DurationStatistics: Codable, Sendable, Equatable {
  /// The number of durations.
  public var count: UInt64
  /// The sum of the durations.
  public var totalNs: Int64
  /// The shortest.
  public var minNs: Int64
  /// The arithmetic mean, rounded down.
  public var meanNs: Int64
  /// The standard deviation.
  public var standardDeviationNs: Int64
  /// The median. Exact for few durations, otherwise to three digits.
  public var p50Ns: Int64
  /// The 90th percentile.
  public var p90Ns: Int64
  /// The 99th percentile.
  public var p99Ns: Int64
  /// The longest.
  public var maxNs: Int64
}
