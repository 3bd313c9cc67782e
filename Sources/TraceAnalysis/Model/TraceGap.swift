/// A time during which a tracer lost events.
public struct TraceGap: Sendable, Equatable {
  /// The file of the stream, which is one of a process and, as a rule, of a processor.
  public var stream: String

  /// The process, `nil` where the trace does not say: a gap of a stream that several processes write.
  public var process: ProcessIndex?

  /// From when on events were lost, in nanoseconds since the Unix epoch.
  public var start: Int64

  /// Until when events were lost.
  public var end: Int64

  /// What was lost.
  public var unit: Unit

  /// How many of them, `nil` if that is not known.
  public var count: UInt64?

  /// What can be lost.
  public enum Unit: UInt8, Sendable, CaseIterable, Codable {
    /// Single events, for which there was no room in the buffers.
    case events
    /// Whole packets: buffers that were overwritten.
    case packets
  }
}
