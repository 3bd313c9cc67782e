import ReplayFile

/// The actions that effects sent in the recorded session, and that have not arrived yet in a
/// replay.
struct ReplayOutputs {
  private struct Origin {
    var counts: [String: Int] = [:]
    var effects = 0
    /// Effects that were cancelled, or still ran at the end, may send more in a replay: in a test
    /// they are often faster.
    var haveAllEnded = true
  }

  /// By the number of the action that started the effects.
  private var origins: [Int: Origin] = [:]

  init(_ recording: ReplayRecording) {
    for action in recording.actions {
      guard let origin = action.cause?.action else { continue }
      origins[origin, default: Origin()].counts[action.name, default: 0] += 1
    }
    for effect in recording.effects {
      guard let origin = effect.of else { continue }
      origins[origin, default: Origin()].effects += 1
      if !["finished", "failed"].contains(effect.outcome) {
        origins[origin]?.haveAllEnded = false
      }
    }
  }

  /// Takes an action that has arrived.
  ///
  /// - Returns: Whether it is in the session.
  mutating func take(_ name: String, of action: Int) -> Bool {
    guard let origin = origins[action], origin.effects > 0, origin.haveAllEnded else { return true }
    guard let count = origin.counts[name], count > 0 else { return false }
    origins[action]?.counts[name] = count - 1
    return true
  }
}
