import ReplayFile

/// An action of a session that the feature does not repeat.
struct UnrepeatedAction: Error, CustomStringConvertible {
  let action: ReplayAction
  let recording: ReplayRecording

  var description: String {
    """
    Action \(action.action) of \(recording.actions.count) in '\(recording.fileName)', \
    '\(action.name)', does not do what it did when it was recorded, so that no other order was \
    tried.

    'Replay.run' shows the difference. If it is intended, record the session again.
    """
  }
}
