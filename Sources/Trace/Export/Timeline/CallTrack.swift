import TraceAnalysis

/// A track of nested calls: a thread, or its replacement in a trace without threads.
///
/// Viewers end the innermost open event of a track, whatever it is. So the track keeps the open
/// spans, and ends those whose ends are lost.
final class CallTrack {
  let id: TimelineTrack.ID

  /// The open spans, with the payload of each action.
  var stack = CallStack<String?>()

  /// An action that has ended, and whose state difference may still follow.
  var ended: EndedAction?
  /// The state difference.
  var stateDiff: String?
  /// The payload of the action.
  var payload: String?

  init(_ id: TimelineTrack.ID) { self.id = id }

  /// The rest of an action that is still to be written.
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
}
