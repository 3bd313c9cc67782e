import TraceAnalysis

/// The ids of traces and spans, derived from the recording: exporting it again, or a filtered part
/// of it, gives the same ones.
struct OTLPIdentifiers {
  private let participants: TraceParticipants

  init(_ participants: TraceParticipants) { self.participants = participants }

  /// The id of a trace.
  func trace(_ trace: OTLPTraces.Trace) -> [UInt8] {
    self.trace(rootedAt: span(trace.root.category, trace.id, trace.process))
  }

  /// The id of the trace whose root has a span id.
  func trace(rootedAt span: [UInt8]) -> [UInt8] {
    // The time of the first event identifies a recording, whatever part of it is exported.
    Self.bytes(UInt64(bitPattern: participants.start ?? 0)) + span
  }

  /// The id of a span.
  func span(_ category: TimelineCategory, _ id: UInt64, _ process: ProcessIndex) -> [UInt8] {
    // Ids are counted: each kind and process has a range of its own.
    let start: UInt64 = UInt64(truncatingIfNeeded: process) << 8 | category.rawValue
    return Self.bytes(max(id ^ (start &* 0x9e37_79b9_7f4a_7c15), 1))
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}
