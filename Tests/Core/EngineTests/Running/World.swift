import CompanionSupport
import ComposableCore
import ReferenceEngine

/// One run of a program on one engine: its features read from it and write to it.
final class World: Sendable {
  let program: Program
  /// Whether the store is a `StoreActor`.
  let isOnActor: Bool
  /// Whether an exploration chooses the order of the effects.
  let isExplored: Bool
  let clock = TestClock()
  let turns: Turns
  private let state = Locked((trace: Trace(), version: 0, marks: [Int]()))
  /// The number of screens that the reference engine has pushed.
  private let screenCount = Locked(0)
  /// The number of alerts that the reference engine has shown.
  private let promptCount = Locked(0)
  /// The dependency of the reducer of the reference engine that runs.
  private let currentMark = Locked(Mark.root)
  /// The number that the features of the reference engine share.
  private let shared = Locked(0)
  /// The situations that the reference engine has reached, beyond those in its trace.
  private let situations = Locked<Set<String>>([])
  /// The recorder of the reported mistakes, if it is not this world.
  private let issues: World?
  /// Sends an action to the store from within a reducer; set by the owner of the store.
  private let sender = Locked<Sender?>(nil)
  /// Reads a part of the root's state; set by the owner of the store.
  private let reader = Locked<(@Sendable () -> [Int])?>(nil)
  /// The effects that are cancelled at another time in the engine than in the reference engine.
  private let lateReads = Locked<Set<Int>>([])
  /// The objects that the code of effects refers to.
  private let resources = Locked<[Int: WeakResource]>([:])
  /// Sends an action to the next store from within a reducer, if there is one.
  private let senderToNext = Locked<(@Sendable (Target) -> Void)?>(nil)
  /// The number of actions sent in this way.
  private let sentCount = Locked(0)

  /// Called when an effect is about to run up to its next wait.
  private let follower = Locked<(@Sendable (Int) -> Void)?>(nil)

  init(_ program: Program, isOnActor: Bool, issues: World? = nil, isExplored: Bool = false) {
    self.program = program
    self.isExplored = isExplored
    turns = Turns(areFree: isExplored)
    self.isOnActor = isOnActor
    self.issues = issues
  }

  var trace: Trace { state.withLock { $0.trace } }
  /// Changes with the trace.
  var version: Int { state.withLock { $0.version } }

  func record(_ serial: Int, _ event: ReferenceEvent) {
    change { $0.effects[serial, default: []].append(event) }
  }

  /// Records a part of the root's state, which an effect reads as soon as it is cancelled. Not for
  /// actors: that may be outside of their isolation.
  func recordRead(_ serial: Int) {
    guard !isOnActor, let read = reader.withLock({ $0 }) else { return }
    let part = read()
    change { $0.reads[serial, default: []].append(part) }
  }

  /// An object that the code of an effect refers to.
  func makeResource(_ serial: Int) -> Resource {
    let resource = Resource()
    resources.withLock { $0[serial] = WeakResource(resource: resource) }
    return resource
  }

  /// Whether anything still refers to the code of an effect.
  func isKept(_ serial: Int) -> Bool { resources.withLock { $0[serial]?.resource != nil } }

  final class Resource: Sendable {}

  private struct WeakResource {
    weak var resource: Resource?
  }

  /// Records the dependency that an effect begins with.
  func record(_ serial: Int, mark: Int) {
    change { $0.marks[serial] = mark }
  }

  func report(_ issue: ReferenceIssue) {
    if let issues { return issues.report(issue) }
    change { $0.issues[issue, default: 0] += 1 }
  }

  /// Lets all that waits go on, at the end of the program.
  func end() async {
    turns.end()
    await clock.advance(by: .seconds(1000))
  }

  func finish(_ send: Int) {
    change { $0.finished.insert(send) }
  }

  /// Notes that a `send` was finished before its action was processed.
  func noteEarlyEnd() {
    change { $0.earlyEnds += 1 }
  }

  /// Notes that the program has reached a situation that it is for.
  func reach(_ situation: String) {
    situations.withLock { _ = $0.insert(situation) }
  }

  var reachedSituations: Set<String> { situations.withLock { $0 } }

  /// The groups of the actions that reducers have sent by themselves.
  var groupsOfReducers: Range<Int> { 1_000_000..<1_000_000 + sentCount.withLock { $0 } }

  func setFollower(_ follow: @escaping @Sendable (Int) -> Void) {
    follower.withLock { $0 = follow }
  }

  /// Notes that an effect is about to run up to its next wait.
  func willRun(_ serial: Int) { follower.withLock { $0 }?(serial) }

  /// Sleeps on the clock.
  nonisolated(nonsending) func sleep(_ serial: Int, for duration: Int) async throws {
    guard isExplored else { return try await clock.sleep(for: .seconds(duration)) }
    // The clock would suspend a cancelled task, too, on its way to the thread pool.
    try Task.checkCancellation()
    defer { willRun(serial) }
    try await clock.sleep(for: .seconds(duration))
  }

  typealias Sender = @Sendable (Target, _ group: Int, _ isFromOtherStore: Bool) -> Void

  func setSender(_ send: @escaping Sender) { sender.withLock { $0 = send } }

  func setReader(_ read: @escaping @Sendable () -> [Int]) { reader.withLock { $0 = read } }

  /// Part of the state of the store while a reducer runs, in programs that read it.
  private var readState: [Int] {
    guard program.shape.readsInReducers, let read = reader.withLock({ $0 }) else { return [] }
    return read()
  }

  /// Notes that an effect is cancelled later in the engine.
  func noteLateRead(_ serial: Int) { lateReads.withLock { _ = $0.insert(serial) } }

  /// The traces of the reference engine, whose world this is, and of the engine, without the parts
  /// that may differ.
  func traces(with world: World) -> (expected: Trace, actual: Trace) {
    var traces = (expected: trace, actual: world.trace)
    for serial in lateReads.withLock({ $0 }) {
      traces.expected.reads[serial] = nil
      traces.actual.reads[serial] = nil
    }
    return traces
  }

  func setSenderToNext(_ send: @escaping @Sendable (Target) -> Void) {
    senderToNext.withLock { $0 = send }
  }

  /// Sends an action to the store from a reducer, its own or another store's.
  func send(_ target: Target, isFromOtherStore: Bool) {
    guard let send = sender.withLock({ $0 }) else { return }
    let group = groupsOfReducers.upperBound
    sentCount.withLock { $0 += 1 }
    send(target, group, isFromOtherStore)
  }

  private func change(_ change: (inout Trace) -> Void) {
    state.withLock { state in
      change(&state.trace)
      state.version += 1
    }
  }

  /// - Parameter mark: The dependency that the effect is created with.
  private func nextSerial(mark: Int) -> Int {
    state.withLock { state in
      state.marks.append(mark)
      return state.marks.count - 1
    }
  }

  /// The dependency that an effect was created with.
  func mark(of serial: Int) -> Int { state.withLock { $0.marks[serial] } }

  /// Executes the script of an action for a feature.
  ///
  /// - Returns: The descriptions of the effects, with numbers.
  private func effects(
    _ state: inout some Scripted, _ target: (order: Order, distance: Int)?, _ phase: Phase,
    _ mark: Int, noting values: [Int]
  ) -> [ReferenceEffect<Target>] {
    guard let (order, distance) = target, program.scripts.indices.contains(order.script)
    else { return [] }
    let reduction = Trace.Reduction(
      order: order, phase: phase, distance: distance,
      identity: state.identity + [state.shared(in: self)] + values, mark: mark, read: readState)
    change { $0.reductions.append(reduction) }
    var effects: [ReferenceEffect<Target>] = []
    for move in program.scripts[order.script].moves
    where move.distance == distance && move.phase == phase {
      for change in move.changes { state.apply(change, in: self) }
      if let target = move.sent { send(target, isFromOtherStore: false) }
      if let target = move.sentOn, let send = senderToNext.withLock({ $0 }) { send(target) }
      effects.append(move.effect.numbered { nextSerial(mark: mark) })
    }
    return effects
  }

  /// The logic of a feature for the engine.
  func reduce<Action: ScriptedAction>(
    _ state: inout some Scripted, _ action: Action, _ phase: Phase, noting values: [Int] = []
  ) -> Effect<Action> {
    @Dependency(\.mark) var mark
    return .merge(
      effects(&state, action.target, phase, mark, noting: values).map { $0.effect(self) })
  }

  /// The logic of a feature for the reference engine.
  func referenceReduce(
    _ state: inout some Scripted, _ action: ModelAction, _ phase: Phase,
    noting values: [Int] = [], _ makeAction: (Target) -> ModelAction
  ) -> ReferenceEffect<ModelAction> {
    let mark = referenceMark
    let effects = effects(&state, action.target, phase, mark, noting: values)
    return .merge(effects.map { $0.map(makeAction) })
  }

  var referenceMark: Int { currentMark.withLock { $0 } }

  /// Runs a reducer of the reference engine with another dependency.
  func with<Result>(referenceMark mark: Int, _ body: () -> Result) -> Result {
    let outer = referenceMark
    currentMark.withLock { $0 = mark }
    defer { currentMark.withLock { $0 = outer } }
    return body()
  }

  var sharedNumber: Int { shared.withLock { $0 } }

  func addShared(_ value: Int) { shared.withLock { $0 += value } }

  /// The number of the next screen.
  func nextScreen() -> Int {
    screenCount.withLock { count in
      defer { count += 1 }
      return count
    }
  }

  /// The number of the next alert.
  func nextPrompt() -> Int {
    promptCount.withLock { count in
      count += 1
      return count
    }
  }

  /// Another store begins to count its screens, and shares another number.
  func beginStore() {
    screenCount.withLock { $0 = 0 }
    shared.withLock { $0 = 0 }
  }
}
