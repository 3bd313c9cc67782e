/// The log of the store under test: the processed actions with the states before and after them,
/// and the effects that each call of the test started.
///
/// It wraps the feature's reducer, and is the only part of a test that the engine interacts with.
/// Neither states nor actions need to be equatable.
///
/// Locked, although the store runs on the main actor: a test may release its store on any thread,
/// where leftovers are checked.
final class TestRecorder<State, Action>: Sendable {
  /// A processed action.
  struct Step {
    let action: Action
    let before: State
    let after: State
    /// The id that the next element of a stack would have got before the reducer ran.
    let nextStackElementID: StackElementID
    /// The changes of shared values by the action, and by effects before it.
    let shared: SharedStep
    /// The number of actions processed before this one.
    let index: Int
  }

  /// An action that an effect sent.
  private enum Received {
    /// It was processed on arrival.
    case processed(Step)
    /// It waits to be processed by calling the function.
    case waiting(Action, process: () -> Void)

    var action: Action {
      switch self {
      case .processed(let step): step.action
      case .waiting(let action, _): action
      }
    }
  }

  /// Unchecked: accessed under the lock only.
  private struct Records: @unchecked Sendable {
    /// The state after the last action that the test has asserted.
    var state: State
    var stateIndex = -1
    var count = 0
    var received: [Received] = []
    /// Whether the next processed action is one that ``step(by:)`` requested.
    var expectsStep = false
    var step: Step?
    var origins: [EffectOrigin] = []
    var currentCall: (action: Action, place: SourcePlace)?
    /// The effects whose end is no concern of the test any more.
    var skippedEffects: Set<RunningEffect> = []
    var isDismissed = false
    var dependencies: DependencyValues {
      didSet { surroundings = nil }
    }
    /// What the feature and the closures of the test run with, once an action was processed.
    var surroundings: Surroundings?
  }

  /// The dependencies of the feature and of the closures that state its changes, which have
  /// different generators of ids for the elements of stacks.
  ///
  /// Made once rather than for each action: to look a dependency up in a test takes longer than to
  /// process an action.
  private struct Surroundings {
    let ofReducer: DependencyValues
    let idsOfReducer: StackElementIDGenerator
    let ofTest: DependencyValues
    let idsOfTest: StackElementIDGenerator
  }

  /// The changes of shared values.
  let shared: SharedChangeLog
  /// The perspective of the feature, if there is no other.
  private let tracking: SharedPerspective
  private let timing: ReceptionTiming
  private let records: Locked<Records>

  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - dependencies: The feature's dependencies, until the test changes them.
  ///   - timing: When actions from effects are processed.
  init(initialState: State, dependencies: DependencyValues, timing: ReceptionTiming) {
    self.timing = timing
    shared = SharedChangeLog()
    tracking = .tracking([shared])
    records = Locked(
      UncheckedSendable(Records(state: initialState, dependencies: dependencies)).value)
  }

  // MARK: The store's side

  /// The reducer of the store under test.
  func recording(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    PreparedReducer(recording(reducer.logic), bare: reducer.bareLogic.map(recording))
  }

  private func recording(_ logic: ReducerLogic) -> ReducerLogic {
    ReducerLogic { stateAddress, actionAddress in
      let state = stateAddress.assumingMemoryBound(to: State.self)
      let before = state.pointee
      let surroundings = self.surroundings
      let nextStackElementID = surroundings.idsOfReducer.peek()
      let effect = surroundings.ofReducer.provide {
        self.tracked { logic.function(stateAddress, actionAddress) }
      }
      self.didProcess(
        actionAddress.assumingMemoryBound(to: Action.self).pointee, before: before,
        after: state.pointee, nextStackElementID: nextStackElementID)
      guard let node = Effect<Action>(erased: effect).node else { return nil }
      return RecordedNode(node, self)
    }
  }

  private var surroundings: Surroundings {
    if let known = records.withLock({ $0.surroundings }) { return known }
    let dependencies = dependencies
    let ids = dependencies.provide { StackElementIDGenerator.current }
    var ofReducer = dependencies
    ofReducer.stackElementID = ids
    // A dismissal of the feature is recorded.
    let dismiss = ofReducer.dismiss.fallback
    ofReducer.dismiss = DismissEffect { [weak self] in
      dismiss?()
      self?.dismiss()
    }
    var ofTest = dependencies
    let idsOfTest = ids.copy()
    ofTest.stackElementID = idsOfTest
    let surroundings = Surroundings(
      ofReducer: ofReducer, idsOfReducer: ids, ofTest: ofTest, idsOfTest: idsOfTest)
    records.withLock { $0.surroundings = surroundings }
    return surroundings
  }

  /// Runs code of the feature, and logs its changes of shared values.
  private func tracked<R>(_ operation: () -> R) -> R {
    let perspective =
      SharedPerspective.inForce == nil ? tracking : SharedPerspective.tracking(shared)
    return perspective.run(operation)
  }

  /// Runs a closure of the test with the feature's dependencies, where elements of stacks get the
  /// same ids as in the feature.
  ///
  /// - Parameter nextStackElementID: The id that the next element got, or would get, in the feature;
  ///   `nil` for the present one.
  func likeTheFeature<R>(
    nextStackElementID: StackElementID?, _ operation: () throws -> R
  ) rethrows -> R {
    let surroundings = surroundings
    let next = nextStackElementID ?? surroundings.idsOfReducer.peek()
    // The closure may state another change.
    let previous = surroundings.idsOfTest.restart(at: next)
    defer { surroundings.idsOfTest.restart(at: previous) }
    return try surroundings.ofTest.provide(to: operation)
  }

  private func didProcess(
    _ action: Action, before: State, after: State, nextStackElementID: StackElementID
  ) {
    let action = UncheckedSendable(action)
    let before = UncheckedSendable(before)
    let after = UncheckedSendable(after)
    let shared = shared.endStep()
    records.withLock { records in
      let step = Step(
        action: action.value, before: before.value, after: after.value,
        nextStackElementID: nextStackElementID, shared: shared, index: records.count)
      records.count += 1
      if records.expectsStep {
        records.expectsStep = false
        records.step = step
      } else {
        records.received.append(.processed(step))
      }
    }
  }

  /// Starts the effects of an action.
  fileprivate func start(_ node: EffectNode<Action>, in effect: EffectContext<Action>) {
    var context = effect
    if timing == .whenReceived {
      context = effect.forwarding { [weak self, outlet = effect.outlet] action, running, group in
        self?.didArrive(action) { outlet(action, running, group) }
      }
    }
    tracked { node.start(in: context) }
    // Most have nothing that runs, as those that only send an action. An action that waits may start
    // effects later.
    if timing == .whenReceived || !effect.group.isIdle { noteOrigin(of: effect.group) }
  }

  /// Records which call of the test the running effects are from. No task of theirs has run yet.
  private func noteOrigin(of group: EffectGroup) {
    let call = records.withLock { records in
      records.origins.removeAll { $0.group.isIdle && $0.group !== group }
      let isKnown = records.origins.contains { $0.group === group }
      return UncheckedSendable(isKnown ? nil : records.currentCall)
    }.value
    guard let call else { return }
    // Not under the lock: an action may have code of its own that names it.
    let origin = EffectOrigin(
      call: .init(place: call.place, action: ActionName.text(of: call.action)), group: group)
    records.withLock { $0.origins.append(origin) }
  }

  private func didArrive(_ action: Action, process: @escaping () -> Void) {
    let received = UncheckedSendable(Received.waiting(action, process: process))
    records.withLock { $0.received.append(received.value) }
  }

  // MARK: The test's side

  /// The state after the last action that the test has asserted.
  var state: State {
    records.withLock { UncheckedSendable($0.state) }.value
  }

  /// The dependencies of the feature.
  var dependencies: DependencyValues {
    get { records.withLock { $0.dependencies } }
    set { records.withLock { $0.dependencies = newValue } }
  }

  /// The actions from effects that the test has not asserted.
  var receivedActions: [Action] {
    records.withLock { UncheckedSendable($0.received.map(\.action)) }.value
  }

  /// Whether there are any.
  var hasReceivedActions: Bool {
    records.withLock { !$0.received.isEmpty }
  }

  /// Has the store process an action that the test sends.
  ///
  /// ``state`` is the one before the action until ``advance(past:)`` is called.
  ///
  /// - Returns: What became of it; `nil` if the store didn't process it.
  func send(_ action: Action, at place: SourcePlace, by send: () -> Void) -> Step? {
    let action = UncheckedSendable(action)
    records.withLock { $0.currentCall = (action.value, place) }
    return step(by: send)
  }

  /// Takes the first action from an effect, and processes it if it is still waiting.
  ///
  /// ``state`` is the one before the action until ``advance(past:)`` is called.
  func takeFirst() -> Step? {
    let first = records.withLock { records in
      UncheckedSendable(records.received.isEmpty ? nil : records.received.removeFirst())
    }.value
    switch first {
    case nil: return nil
    case .processed(let step):
      shared.deal(with: step.shared)
      return step
    case .waiting(_, let process): return step(by: process)
    }
  }

  /// Has an action processed at once.
  private func step(by process: () -> Void) -> Step? {
    records.withLock { $0.expectsStep = true }
    process()
    let step = records.withLock { records in
      records.expectsStep = false
      defer { records.step = nil }
      return UncheckedSendable(records.step)
    }.value
    if let step { shared.deal(with: step.shared) }
    return step
  }

  /// Takes the first action from an effect, ignoring its changes.
  func skipFirst() -> Step? {
    let step = takeFirst()
    if let step { advance(past: step) }
    return step
  }

  /// Marks an action as asserted: from now on, ``state`` is the one after it.
  func advance(past step: Step) {
    let step = UncheckedSendable(step)
    records.withLock { records in
      guard step.value.index > records.stateIndex else { return }
      records.stateIndex = step.value.index
      records.state = step.value.after
    }
  }

  // MARK: Effects

  /// The running effects that were neither cancelled nor skipped, with the calls that started them.
  var effectsInFlight: [(effect: RunningEffect, call: EffectOrigin.Call)] {
    let skipped = records.withLock { $0.skippedEffects }
    return runningEffects.filter { !skipped.contains($0.effect) }
  }

  /// Whether an effect is running that could send an action, including skipped ones.
  var hasRunningEffects: Bool {
    records.withLock { !$0.origins.isEmpty } && !runningEffects.isEmpty
  }

  private var runningEffects: [(effect: RunningEffect, call: EffectOrigin.Call)] {
    records.withLock { $0.origins }.flatMap { origin in
      origin.group.effectsInFlight.map { ($0, origin.call) }
    }
  }

  /// Exempts the running effects from having to end before the test. They continue, and the actions
  /// they send are received.
  func skipEffectsInFlight() {
    let effects = runningEffects.map(\.effect)
    records.withLock { records in
      records.skippedEffects = records.skippedEffects.filter { !$0.isFinished }
      records.skippedEffects.formUnion(effects)
    }
  }

  /// Whether the feature has dismissed itself.
  var isDismissed: Bool { records.withLock { $0.isDismissed } }

  private func dismiss() {
    records.withLock { $0.isDismissed = true }
    skipEffectsInFlight()
  }
}

/// The call of a test that started effects.
struct EffectOrigin: Sendable {
  struct Call: Sendable {
    let place: SourcePlace
    /// The name of the action that was sent.
    let action: String
  }

  let call: Call
  let group: EffectGroup
}

/// When the store under test processes actions from effects.
package enum ReceptionTiming: Sendable {
  /// On arrival, as in any store.
  case whenSent
  /// When the test receives them.
  case whenReceived
}

/// The effects of one action in the store under test.
private final class RecordedNode<State, Action>: EffectNode<Action>, @unchecked Sendable {
  private let base: EffectNode<Action>
  private let recorder: TestRecorder<State, Action>

  init(_ base: EffectNode<Action>, _ recorder: TestRecorder<State, Action>) {
    self.base = base
    self.recorder = recorder
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }

  override func start(in context: EffectContext<Action>) {
    recorder.start(base, in: context)
  }
}
