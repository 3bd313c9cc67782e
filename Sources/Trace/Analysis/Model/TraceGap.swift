/// A period in which the tracer lost events.
public struct TraceGap: Sendable, Equatable {
  /// The file of the stream, which belongs to a process and usually to a processor.
  public var stream: String

  /// The process; `nil` for a stream that several processes write.
  public var process: ProcessIndex?

  /// The start of the period, in nanoseconds since the Unix epoch.
  public var start: Int64

  /// The end of the period.
  public var end: Int64

  /// The unit of ``count``.
  public var unit: Unit

  /// The number of lost units, `nil` if unknown.
  public var count: UInt64?

  /// The units of losses.
  public enum Unit: UInt8, Sendable, CaseIterable, Codable {
    /// Single events, for which there was no room in the buffers.
    case events
    /// Whole packets: buffers that were overwritten.
    case packets
  }
}
