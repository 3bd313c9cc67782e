import CCore

/// The parts of a root store's state that are watched on behalf of observers.
///
/// A reducer changes state in place and may change any of it, so changes are detected by comparing.
/// A few values that are cheap to compare are compared after each action, and their observers have
/// been notified when `send` returns. All others are compared once per turn of the store's
/// isolation, however many actions it processes: an action costs the same whether ten or ten
/// thousand values are observed.
final class ObservedValues {
  /// The maximum number of values of a kind that are compared after each action.
  static let fewValues = 16

  // Used in the isolation of the store only; each check for exclusive access would cost as much as
  // a comparison.
  /// Observed states whose ids are compared in the loop that processes the store's actions.
  @exclusivity(unchecked) private var states: [ObservedValue] = []
  /// The ids to compare, in the same order; there is room for a few.
  @exclusivity(unchecked) private var watches: UnsafeMutablePointer<composable_watch>?
  private let cheapToCompare = ObservedList()
  private let others = ObservedList()
  /// The generations of the state in which values were last compared. If a single action was
  /// processed since, it is the one that has changed a value.
  @exclusivity(unchecked) private var generations:
    (
      states: UInt64, cheapToCompare: UInt64, others: UInt64
    ) = (0, 0, 0)
  @exclusivity(unchecked) private var isCheckScheduled = false
  /// The values whose observers are being notified. Kept, so that no array is allocated each time.
  @exclusivity(unchecked) private var changed: [ObservedValue] = []

  deinit {
    watches?.deallocate()
  }

  /// Starts watching a value.
  ///
  /// Called while the state is being read: a value may be computed by user code.
  func append(_ value: ObservedValue, in frame: UnsafeMutablePointer<composable_frame>) {
    if let id = value.id, states.count < Self.fewValues {
      let watches = watches ?? .allocate(capacity: Self.fewValues)
      self.watches = watches
      watches[states.count] = composable_watch(address: id, seen: id.pointee)
      if states.isEmpty { generations.states = frame.pointee.generation }
      states.append(value)
      frame.pointee.watches = UnsafePointer(watches)
      frame.pointee.watch_count = UInt64(states.count)
      return
    }
    value.startLooking(in: frame.pointee.generation)
    if value.isCheapToCompare {
      if cheapToCompare.isEmpty { generations.cheapToCompare = frame.pointee.generation }
      cheapToCompare.append(value)
    } else {
      if others.isEmpty { generations.others = frame.pointee.generation }
      others.append(value)
    }
  }

  /// Whether the next action has to be followed by
  /// ``stateMayHaveChanged(in:reading:scheduleCheck:)``.
  var needsCheck: Bool {
    !isCheckScheduled && !(cheapToCompare.isEmpty && others.isEmpty) || hasFewCheapToCompare
  }

  private var hasFewCheapToCompare: Bool {
    !cheapToCompare.isEmpty && cheapToCompare.count <= Self.fewValues
  }

  /// Runs the code that reads values. That may be user code, such as the `==` of a value or a
  /// computed property, so actions that it sends have to wait.
  typealias Reading = (_ look: () -> Void) -> Void

  func stateMayHaveChanged(
    in frame: UnsafeMutablePointer<composable_frame>, reading: Reading, scheduleCheck: () -> Void
  ) {
    if composable_is_replaced(frame) { checkStates(in: frame, reading: reading) }
    generations.states = frame.pointee.generation
    if hasFewCheapToCompare { checkCheapToCompare(in: frame, reading: reading) }
    guard !isCheckScheduled, !others.isEmpty || cheapToCompare.count > Self.fewValues else {
      return
    }
    isCheckScheduled = true
    scheduleCheck()
  }

  /// Notifies the observers of changed values.
  func check(in frame: UnsafeMutablePointer<composable_frame>, reading: Reading) {
    isCheckScheduled = false
    checkCheapToCompare(in: frame, reading: reading)
    let compared = generations.others
    generations.others = frame.pointee.generation
    check(others, since: compared, in: frame, reading: reading)
  }

  private func checkCheapToCompare(
    in frame: UnsafeMutablePointer<composable_frame>, reading: Reading
  ) {
    let compared = generations.cheapToCompare
    generations.cheapToCompare = frame.pointee.generation
    check(cheapToCompare, since: compared, in: frame, reading: reading)
  }

  private func check(
    _ list: ObservedList, since generation: UInt64,
    in frame: UnsafeMutablePointer<composable_frame>, reading: Reading
  ) {
    // Taken out, as observers may send actions, which lead here again.
    var changed: [ObservedValue] = []
    swap(&changed, &self.changed)
    reading { list.takeChanged(into: &changed) }
    // Once the list is complete again: observers may read state and send actions.
    notifyObservers(of: changed, since: generation, in: frame, reading: reading)
    // One by one, which keeps the capacity and costs less for a few.
    while changed.popLast() != nil {}
    self.changed = changed
  }

  /// Notifies the observers of values. A function that is being observed may have read them before
  /// the action: its observer is installed when it returns, so that they stay watched.
  private func notifyObservers(
    of values: [ObservedValue], since generation: UInt64,
    in frame: UnsafeMutablePointer<composable_frame>, reading: Reading
  ) {
    let areKept = ObservationMark.isCollecting
    for value in values {
      value.notifyObservers(in: frame, since: generation)
      if areKept, value.willBeWatched() { reading { append(value, in: frame) } }
    }
  }

  private func checkStates(
    in frame: UnsafeMutablePointer<composable_frame>, reading: Reading
  ) {
    guard let watches else { return }
    var replaced: [ObservedValue] = []
    var kept: [ObservedValue] = []
    for (index, state) in states.enumerated() {
      let watch = watches[index]
      if watch.address.pointee == watch.seen {
        watches[kept.count] = watch
        kept.append(state)
      } else {
        replaced.append(state)
      }
    }
    states = kept
    frame.pointee.watch_count = UInt64(kept.count)
    notifyObservers(of: replaced, since: generations.states, in: frame, reading: reading)
  }
}
