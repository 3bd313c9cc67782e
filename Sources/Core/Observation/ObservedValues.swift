/// The parts of a root store's state that are watched on behalf of observers.
///
/// A reducer changes state in place and may change any of it, so that what has changed is found out
/// by comparing. A few values are compared after each action, and their observers have been told
/// when `send` returns. Many are compared once per turn of the store's isolation, however many
/// actions it processes: an action costs the same whether ten or ten thousand values are observed.
final class ObservedValues {
  /// How many values are compared after each action.
  static let fewValues = 16

  private var watched: [ObservedValue] = []
  private var isCheckScheduled = false

  func append(_ value: ObservedValue) {
    watched.append(value)
  }

  /// Whether the next action has to be followed by ``stateMayHaveChanged(scheduleCheck:)``.
  var needsCheck: Bool { !watched.isEmpty && !isCheckScheduled }

  func stateMayHaveChanged(scheduleCheck: () -> Void) {
    guard watched.count > Self.fewValues else { return check() }
    isCheckScheduled = true
    scheduleCheck()
  }

  /// Tells the observers of what has changed.
  func check() {
    isCheckScheduled = false
    // Observers may read state, which adds to the list, while this goes through it.
    let values = watched
    watched = []
    let unchanged = values.filter { $0.check() }
    watched.insert(contentsOf: unchanged, at: 0)
  }
}
