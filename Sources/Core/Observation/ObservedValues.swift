/// The parts of a root store's state that are watched on behalf of observers.
///
/// A reducer changes state in place and may change any of it, so that what has changed is found out
/// by comparing. A few values that are at hand are compared after each action, and their observers
/// have been told when `send` returns. All others are compared once per turn of the store's
/// isolation, however many actions it processes: an action costs the same whether ten or ten thousand
/// values are observed.
final class ObservedValues {
  /// How many values are compared after each action.
  static let fewValues = 16

  private var atHand: [ObservedValue] = []
  private var others: [ObservedValue] = []
  private var isCheckScheduled = false

  func append(_ value: ObservedValue) {
    if value.isAtHand {
      atHand.append(value)
    } else {
      others.append(value)
    }
  }

  /// Whether the next action has to be followed by ``stateMayHaveChanged(scheduleCheck:)``.
  var needsCheck: Bool { !isCheckScheduled && !(atHand.isEmpty && others.isEmpty) || hasFewAtHand }

  private var hasFewAtHand: Bool { !atHand.isEmpty && atHand.count <= Self.fewValues }

  func stateMayHaveChanged(scheduleCheck: () -> Void) {
    if hasFewAtHand { check(\.atHand) }
    guard !isCheckScheduled, !others.isEmpty || atHand.count > Self.fewValues else { return }
    isCheckScheduled = true
    scheduleCheck()
  }

  /// Tells the observers of what has changed.
  func check() {
    isCheckScheduled = false
    check(\.atHand)
    check(\.others)
  }

  private func check(_ list: ReferenceWritableKeyPath<ObservedValues, [ObservedValue]>) {
    // Observers may read state, which adds to the list, while this goes through it.
    var values = self[keyPath: list]
    self[keyPath: list] = []
    var unchanged: [ObservedValue] = []
    for index in values.indices {
      switch values[index].check() {
      case .goesOn: unchanged.append(values[index])
      case .isOver: break
      case .isIdle:
        // Of a child that is gone. Nobody can read it again once its store is gone as well.
        guard !isKnownUniquelyReferenced(&values[index]) else { break }
        unchanged.append(values[index])
      }
    }
    self[keyPath: list].insert(contentsOf: unchanged, at: 0)
  }
}
