import CCore
import CompanionSupport

/// The work of an effect from its start to its end.
///
/// Unchecked: accessed in the isolation of its store only. Other isolations read its constants, its
/// task and its number, which are set before the effect is added to its group.
package class RunningEffect: Hashable, @unchecked Sendable {
  /// The effect that the current task works for.
  @TaskLocal package static var current: RunningEffect?

  /// The description of the work; `nil` once the work has ended. A task that is started on behalf
  /// of the work keeps this object among its task-local values, and may outlive the work by far.
  final private(set) var node: AnyEffectNode?
  /// The place of `node`, once the work has ended.
  final private var placeOfEnded: SourcePlace?
  final weak let runtime: StoreRuntime?
  final let settings: EffectSettings
  /// The table in which cancellation by id finds the work and its parts.
  final let cancellations: Cancellations
  /// The innermost tracker of the work; at first, the one of the settings.
  final private(set) var tracker: (any EffectTracker)?
  final var task: Task<Void, Never>?
  /// The number of effects that the store started before.
  final var number: UInt64 = 0
  /// Unique within the process; 0 as long as the work is not tracked.
  final package private(set) var id: UInt64 = 0
  /// The id under which the begin was recorded; actions of the work name it as their cause. 0 if no
  /// instrument has recorded it.
  final package var recordedID: UInt64 = 0
  /// The generation of the instrument that the begin was last reported under.
  final package var generation: UInt64 = 0
  /// Whether its code has begun and not ended.
  final private var isWorking = false
  /// When the work began, on the monotonic clock in nanoseconds; 0 unless a tracker has noted it.
  final package private(set) var began: UInt64 = 0
  /// The last tick of that clock before the work began: known of all work, as it costs next to
  /// nothing.
  final private var tickBefore: UInt64 = 0
  /// The number of actions that it has sent and its store has received.
  final package internal(set) var outputs: UInt32 = 0
  /// The number of actions that the instrument with `recordedID` has recorded. The store does not
  /// receive the actions that a throttle drops, or that arrive after its end.
  final package var recordedOutputs: UInt32 = 0
  /// The error that the operation threw, if any.
  final package internal(set) var error: (any Error)?
  // Side by side, as each would take a word elsewhere.
  final var isFinished = false
  /// The chain of the work; at first, the one of the settings.
  final private var chain: UInt8
  /// Whether the presented feature has been dismissed.
  final private(set) var isDismissed = false
  /// Whether a throttle may have kept an action.
  final var hasWaitingAction = false

  init<Action>(_ node: AnyEffectNode, context: EffectContext<Action>) {
    self.node = node
    runtime = context.runtime
    settings = context.settings
    cancellations = context.runtime.effects.cancellations
    tracker = settings.tracker
    chain = settings.chain
  }

  /// Where the effect was created, if that is known.
  final var place: SourcePlace? { node?.place ?? placeOfEnded }

  /// Does the work, in the isolation of the store, where
  /// ``StoreRuntime/startTask(of:name:priority:)`` has started the task.
  nonisolated(nonsending) func perform() async { isAbstract() }

  /// Registers the work for cancellation and for waiting.
  ///
  /// - Parameter task: Starts the task. It runs once this has returned, as both are in the
  ///   isolation of the store.
  final func begin(_ task: @autoclosure () -> Task<Void, Never>) {
    self.task = task()
    runtime?.effects.insert(self)
    // From here on it may be cancelled from other isolations.
    settings.cancelIDs.forEach { cancellations.insert(.effect(self), $0) }
    settings.sequence?.insert(self)
    settings.group.insert(self)
  }

  /// The work has ended: called once, by its task, in the store's isolation.
  final func end() {
    isFinished = true
    runtime?.effects.remove(self)
    settings.cancelIDs.forEach { cancellations.remove(.effect(self), $0) }
    // Before the group, which stays busy if another effect starts now.
    settings.sequence?.remove(self)
    settings.group.remove(self)
    placeOfEnded = node?.place
    node = nil
  }

  /// The child at a path, which the work belongs to, is not there any more.
  final func cancel(removing path: EffectPath) {
    task?.cancel()
    ExploredRun.current?.didRemove(self)
    if settings.presentation?.path?.isWithin(path) == true { isDismissed = true }
  }

  /// Waits for the actions that throttles have kept, or until the work is cancelled.
  final nonisolated(nonsending) func finishWaitingActions() async {
    while let end = runtime?.effects.takeWait(of: self) {
      for await _ in end {}
    }
  }

  // MARK: Tracking

  /// The effect that sent the action being processed on this thread, if it is tracked.
  package static var causing: RunningEffect? {
    composable_get_frame()?.pointee.effect
      .map { Unmanaged<RunningEffect>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The chain of the actions it sends: recorded if its begin is, also in a state dump.
  final var chainOfOutputs: UInt8 {
    recordedID != 0 ? composable_chain_recorded : chain
  }

  /// The code of the work is about to run.
  final func workDidBegin() {
    isWorking = true
    tickBefore = composable_last_tick()
    guard tracker != nil else { return }
    id = composable_make_id()
    forEachTracker { $0.effectDidBegin(self) }
  }

  /// Records the start time of the work.
  final package func noteBegin() {
    if began == 0 { began = composable_now() }
  }

  /// The nanoseconds since the work began, `nil` where that was not noted.
  final package var duration: UInt64? {
    began == 0 ? nil : composable_now() - began
  }

  /// The nanoseconds since the work began, or since the clock's last tick before that, some
  /// milliseconds earlier.
  final package var age: Int64 {
    Int64(clamping: composable_now() - (began == 0 ? tickBefore : began))
  }

  /// The code of the work has returned or thrown.
  final func workDidEnd(_ outcome: EffectOutcome) {
    isWorking = false
    forEachTracker { $0.effectDidEnd(self, outcome: outcome) }
  }

  /// Reports the work, if it is being done, to an instrument that was attached meanwhile.
  final func dump(to instrument: any StoreInstrument) {
    guard isWorking else { return }
    // Work that began before there was an instrument starts a chain now.
    if let rule = composable_get_chain_rule() {
      chain = Chains.decide(rule, continuing: chain, within: nil)
    }
    if composable_leaves_out_chain(chain) { return }
    if let tracker = tracker(of: instrument.effectKind) {
      tracker.effectIsRunning(self)
    } else if let origin = settings.origin {
      let tracker = instrument.tracker(ofEffectBegunBy: origin)
      tracker.outer = self.tracker
      self.tracker = tracker
      if id == 0 { id = composable_make_id() }
      tracker.effectIsRunning(self)
    }
  }

  /// The innermost tracker of a kind that follows this work; `nil` if none does.
  final package func tracker(of kind: EffectTrackerKind) -> (any EffectTracker)? {
    var current = tracker
    while let candidate = current, candidate.kind != kind { current = candidate.outer }
    return current
  }

  /// Whether `tracker` follows this work.
  final func isTracked(by tracker: any EffectTracker) -> Bool {
    self.tracker(of: tracker.kind) === tracker
  }

  /// The tracker that runs the work, if there is one.
  final var surroundingTracker: (any EffectTracker)? {
    var current = tracker
    while let candidate = current {
      if candidate.surroundsWork { return candidate }
      current = candidate.outer
    }
    return nil
  }

  /// Reports an action to those trackers of the work that its delivery does not pass.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - outer: The first tracker that it does not pass by; `nil` if it passes all.
  final func notifyTrackers<Action>(of action: Action, before outer: (any EffectTracker)?) {
    guard tracker !== outer else { return }
    let names = ActionName(of: Action.self)
    forEachTracker(before: outer) { tracker in
      tracker.effectWillSend(self) { withUnsafePointer(to: action) { names(ofValueAt: $0) } }
    }
  }

  final private func forEachTracker(
    before outer: (any EffectTracker)? = nil, _ body: (any EffectTracker) -> Void
  ) {
    var current = tracker
    while let candidate = current, candidate !== outer {
      if isTracked(by: candidate) { body(candidate) }
      current = candidate.outer
    }
  }

  package static func == (lhs: RunningEffect, rhs: RunningEffect) -> Bool { lhs === rhs }

  final package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Set<RunningEffect> {
  /// The effects in the order in which they began.
  var inOrder: [RunningEffect] {
    count < 2 ? Array(self) : sorted { $0.number < $1.number }
  }
}
