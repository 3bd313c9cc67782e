import TraceAnalysis

/// Where code runs, one piece within another: a thread, or what takes its place where the trace has no
/// threads.
///
/// Viewers end the latest that is open on a track, whatever it is. So the track is the one to know what
/// is open, and to end what has lost its end.
final class CallTrack {
  let id: TimelineTrack.ID

  /// What is open, the outermost first.
  var frames: [Frame] = []

  /// An action that has ended, and whose difference of states may still come.
  var ended: EndedAction?
  /// That difference.
  var stateDiff: String?
  /// What the action held.
  var payload: String?

  init(_ id: TimelineTrack.ID) { self.id = id }

  /// An action, or a reaction of an observer.
  struct Frame {
    var kind: Span.Kind
    var id: UInt64
    var store: UInt64
    var payload: String?
  }

  /// What is still to be written of an action.
  struct EndedAction {
    var process: ProcessIndex
    var id: UInt64
    var end: Int64
    var stateChange: TraceEvent.StateChange
    var effectKind: TraceEvent.EffectKind
    var completeness: Span.Completeness

    init(_ span: borrowing Span, at end: Int64) {
      process = span.process
      id = span.id
      self.end = end
      stateChange = span.stateChange
      effectKind = span.effectKind
      completeness = span.completeness
    }
  }

  /// How many frames stay when this begins; of the others, the ends are lost.
  func depth(beginning span: Span) -> Int {
    if span.parent != 0 {
      let parent = frames.lastIndex { $0.kind == .action && $0.id == span.parent }
      return parent.map { $0 + 1 } ?? frames.count
    }
    // A store processes one action at a time.
    guard span.kind == .action, span.store != 0 else { return frames.count }
    return frames.firstIndex { $0.kind == .action && $0.store == span.store } ?? frames.count
  }

  /// Where a span is among the frames, `nil` if it is not open, or was taken for lost.
  func index(of span: Span) -> Int? {
    frames.lastIndex { $0.id == span.id && $0.kind == span.kind }
  }
}
