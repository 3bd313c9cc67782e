import TraceAnalysis

/// Where code runs, one piece within another: a thread, or what takes its place where the trace has
/// no threads.
///
/// Viewers end the latest that is open on a track, whatever it is. So the track is the one to know
/// what is open, and to end what has lost its end.
final class CallTrack {
  let id: TimelineTrack.ID

  /// What is open on it, with what each action held.
  var stack = CallStack<String?>()

  /// An action that has ended, and whose difference of states may still come.
  var ended: EndedAction?
  /// That difference.
  var stateDiff: String?
  /// What the action held.
  var payload: String?

  init(_ id: TimelineTrack.ID) { self.id = id }

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
}
