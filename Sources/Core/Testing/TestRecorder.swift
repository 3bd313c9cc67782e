import CompanionSupport
import Foundation

/// The log of the store under test: the processed actions with the states before and after them,
/// and the effects that each call of the test started.
///
/// It wraps the feature's reducer, and is the only part of a test that the engine interacts with.
/// Neither states nor actions need to be equatable.
///
/// Locked, although the store runs on the main actor: a test may release its store on any thread,
/// where leftovers are checked.
///
/// The log consists of objects and plain properties, and not of values of generic types: in code
/// that is compiled for any feature, each use of such a type looks up its metadata, which takes
/// longer than the recording.
///
/// Unchecked: mutable fields are accessed under the lock only.
final class TestRecorder<State, Action>: @unchecked Sendable {
  /// A processed action.
  final class Step {
    let action: Action
    let before: State
    let after: State
    /// The id that the next element of a stack would have got before the reducer ran.
    let nextStackElementID: StackElementID
    /// The changes of shared values by the action, and by effects before it.
    let shared: SharedStep
    /// The number of actions processed before this one.
    let index: Int

    fileprivate init(
      action: Action, before: State, after: State, nextStackElementID: StackElementID,
      shared: SharedStep, index: Int
    ) {
      self.action = action
      self.before = before
      self.after = after
      self.nextStackElementID = nextStackElementID
      self.shared = shared
      self.index = index
    }
  }

  /// An action that an effect sent.
  private enum Received {
    /// The action was processed on arrival.
    case processed(Step)
    /// The action waits to be processed by calling the function.
    case waiting(Action, process: () -> Void)

    var action: Action {
      switch self {
      case .processed(let step): step.action
      case .waiting(let action, _): action
      }
    }
  }

  private let lock = NSLock()
  // Accessed under the lock.
  /// The state after the last action that the test has asserted.
  @exclusivity(unchecked) private var assertedState: State
  @exclusivity(unchecked) private var assertedIndex = -1
  /// The number of processed actions.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var received: [Received] = []
  /// The number of them, which is asked for with each action: the array has a generic type.
  @exclusivity(unchecked) private var receivedCount = 0
  /// The number of them that were reported as not received; these are the first.
  @exclusivity(unchecked) private var reportedCount = 0
  /// Whether the next processed action is one that ``step(by:)`` requested.
  @exclusivity(unchecked) private var expectsStep = false
  @exclusivity(unchecked) private var requestedStep: Step?
  @exclusivity(unchecked) private var origins: [EffectOrigin] = []
  /// The last call of the test that has sent an action.
  @exclusivity(unchecked) private var currentCall: (() -> EffectOrigin.Call)?
  /// The effects whose end is no concern of the test any more.
  @exclusivity(unchecked) private var skippedEffects: Set<RunningEffect> = []
  @exclusivity(unchecked) private var hasDismissed = false
  @exclusivity(unchecked) private var currentDependencies: DependencyValues
  /// The surroundings of the feature and of the test's closures, once an action was processed.
  @exclusivity(unchecked) private var knownSurroundings: TestSurroundings?

  /// The changes of shared values.
  let shared: SharedChangeLog
  /// The perspective of the feature, if there is no other.
  private let tracking: SharedPerspective
  private let timing: ReceptionTiming

  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - dependencies: The feature's dependencies, until the test changes them.
  ///   - timing: When actions from effects are processed.
  init(initialState: State, dependencies: DependencyValues, timing: ReceptionTiming) {
    self.timing = timing
    shared = SharedChangeLog()
    tracking = .tracking([shared])
    assertedState = initialState
    currentDependencies = dependencies
  }

  // MARK: The store's side

  /// The reducer of the store under test.
  func recording(
    _ reducer: PreparedReducer<State, Action>
  ) -> PreparedReducer<State, Action> {
    reducer.map(recording)
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

  private var surroundings: TestSurroundings {
    if let known = lock.withLock({ knownSurroundings }) { return known }
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
    let surroundings = TestSurroundings(
      ofReducer: ofReducer, idsOfReducer: ids, ofTest: ofTest, idsOfTest: idsOfTest)
    lock.withLock { knownSurroundings = surroundings }
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
  /// - Parameter nextStackElementID: The id that the next element got, or would get, in the
  ///   feature; `nil` for the present one.
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
    let shared = shared.endStep()
    lock.lock()
    defer { lock.unlock() }
    let step = Step(
      action: action, before: before, after: after, nextStackElementID: nextStackElementID,
      shared: shared, index: count)
    count += 1
    if expectsStep {
      expectsStep = false
      requestedStep = step
    } else {
      append(.processed(step))
    }
  }

  private func append(_ action: Received) {
    received.append(action)
    receivedCount += 1
  }

  /// Starts the effects of an action.
  fileprivate func start(_ node: EffectNode<Action>, in effect: EffectContext<Action>) {
    var context = effect
    if timing == .whenReceived {
      context = effect.forwarding {
        [weak self, outlet = effect.outlet] action, running, group, chain in
        self?.didArrive(action) { outlet(action, running, group, chain) }
      }
    }
    tracked { context.start(node) }
    // Most have nothing that runs, as those that only send an action. An action that waits may
    // start effects later.
    if timing == .whenReceived || !effect.settings.group.isIdle {
      noteOrigin(of: effect.settings.group)
    }
  }

  /// Records which call of the test the running effects are from. No task of theirs has run yet.
  private func noteOrigin(of group: EffectGroup) {
    let call = lock.withLock {
      origins.removeAll { $0.group.isIdle && $0.group !== group }
      return origins.contains { $0.group === group } ? nil : currentCall
    }
    guard let call else { return }
    // Not under the lock: an action may have code of its own that names it.
    let origin = EffectOrigin(call: call(), group: group)
    lock.withLock { origins.append(origin) }
  }

  private func didArrive(_ action: Action, process: @escaping () -> Void) {
    lock.withLock { append(.waiting(action, process: process)) }
  }

  // MARK: The test's side

  /// The state after the last action that the test has asserted.
  var state: State {
    lock.lock()
    defer { lock.unlock() }
    return assertedState
  }

  /// The dependencies of the feature.
  var dependencies: DependencyValues {
    get { lock.withLock { currentDependencies } }
    set {
      lock.withLock {
        currentDependencies = newValue
        knownSurroundings = nil
      }
    }
  }

  /// The actions from effects that the test has not asserted.
  var receivedActions: [Action] {
    lock.withLock { received.map { $0.action } }
  }

  /// Whether there are any.
  var hasReceivedActions: Bool {
    lock.lock()
    defer { lock.unlock() }
    return receivedCount > 0
  }

  /// Whether some of them arrived after the last report of all.
  var hasUnreportedActions: Bool {
    lock.withLock { receivedCount > reportedCount }
  }

  /// Notes that all of them have been reported as not received.
  func didReportReceivedActions() {
    lock.withLock { reportedCount = receivedCount }
  }

  /// Processes an action that the test sends.
  ///
  /// ``state`` is the one before the action until ``advance(past:)`` is called.
  ///
  /// - Returns: The step of the action; `nil` if the store didn't process it.
  func send(_ action: Action, at place: SourcePlace, by send: () -> Void) -> Step? {
    let call = { EffectOrigin.Call(place: place, action: ActionName.text(of: action)) }
    lock.lock()
    currentCall = call
    lock.unlock()
    return step(by: send)
  }

  /// Takes the first action from an effect, and processes it if it is still waiting.
  ///
  /// ``state`` is the one before the action until ``advance(past:)`` is called.
  func takeFirst() -> Step? {
    let first: Received? = lock.withLock {
      guard receivedCount > 0 else { return nil }
      receivedCount -= 1
      reportedCount = max(0, reportedCount - 1)
      return received.removeFirst()
    }
    switch first {
    case nil: return nil
    case .processed(let step):
      shared.deal(with: step.shared)
      return step
    case .waiting(_, let process): return step(by: process)
    }
  }

  /// Processes an action at once.
  private func step(by process: () -> Void) -> Step? {
    lock.lock()
    expectsStep = true
    lock.unlock()
    process()
    lock.lock()
    expectsStep = false
    let step = requestedStep
    requestedStep = nil
    lock.unlock()
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
    lock.lock()
    defer { lock.unlock() }
    guard step.index > assertedIndex else { return }
    assertedIndex = step.index
    assertedState = step.after
  }

  // MARK: Effects

  /// The running effects that were neither cancelled nor skipped, with the calls that started them.
  var effectsInFlight: [(effect: RunningEffect, call: EffectOrigin.Call)] {
    let skipped = lock.withLock { skippedEffects }
    return runningEffects.filter { !skipped.contains($0.effect) }
  }

  /// Whether an effect is running that could send an action, including skipped ones.
  var hasRunningEffects: Bool {
    lock.withLock { origins }.contains { !$0.group.effectsInFlight.isEmpty }
  }

  private var runningEffects: [(effect: RunningEffect, call: EffectOrigin.Call)] {
    lock.withLock { origins }.flatMap { origin in
      origin.group.effectsInFlight.map { ($0, origin.call) }
    }
  }

  /// Exempts the running effects from having to end before the test. They continue, and the actions
  /// they send are received.
  func skipEffectsInFlight() {
    let effects = runningEffects.map(\.effect)
    lock.withLock {
      skippedEffects = skippedEffects.filter { !$0.isFinished }
      skippedEffects.formUnion(effects)
    }
  }

  /// Whether the feature has dismissed itself.
  var isDismissed: Bool { lock.withLock { hasDismissed } }

  private func dismiss() {
    lock.withLock { hasDismissed = true }
    skipEffectsInFlight()
  }
}

/// The dependencies of the feature and of the closures that state its changes, which have different
/// generators of ids for the elements of stacks.
///
/// Made once rather than for each action: to look a dependency up in a test takes longer than to
/// process an action.
private struct TestSurroundings {
  let ofReducer: DependencyValues
  let idsOfReducer: StackElementIDGenerator
  let ofTest: DependencyValues
  let idsOfTest: StackElementIDGenerator
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
private final class RecordedNode<State, Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  private let recorder: TestRecorder<State, Action>

  init(_ base: EffectNode<Action>, _ recorder: TestRecorder<State, Action>) {
    self.recorder = recorder
    super.init(base)
  }

  override func start(in context: EffectContext<Action>) {
    if let base { recorder.start(base, in: context) }
  }
}
