import ComposableCore
import ReferenceEngine

/// One run of a program on one engine: its features read from it and write to it.
final class World: Sendable {
  let program: Program
  let clock = TestClock()
  let turns = Turns()
  private let state = Locked((trace: Trace(), version: 0, lastSerial: 0))
  /// The reference reducers that were put together already, by feature and place. Unchecked: the
  /// reference engine runs on the main actor only.
  private nonisolated(unsafe) var reducers: [ReducerPlace: AnyObject] = [:]

  /// The recorder of the reported mistakes, if it is not this world.
  private let issues: World?
  /// Sends an action to the store from within a reducer; set by the owner of the store.
  private let sender = Locked<(@Sendable (Target, _ group: Int) -> Void)?>(nil)
  /// Reads the state of the store from within a reducer; set by the owner of the store.
  private let reader = Locked<(@Sendable () -> [Int])?>(nil)
  /// The number of actions sent in this way.
  private let sentCount = Locked(0)

  init(_ program: Program, issues: World? = nil) {
    self.program = program
    self.issues = issues
  }

  var trace: Trace { state.withLock { $0.trace } }
  /// Changes with the trace.
  var version: Int { state.withLock { $0.version } }

  func record(_ serial: Int, _ event: ReferenceEvent) {
    change { $0.effects[serial, default: []].append(event) }
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

  /// The groups of the actions that reducers have sent by themselves.
  var groupsOfReducers: Range<Int> { 1_000_000..<1_000_000 + sentCount.withLock { $0 } }

  func setSender(_ send: (@Sendable (Target, _ group: Int) -> Void)?) {
    sender.withLock { $0 = send }
  }

  func setReader(_ read: @escaping @Sendable () -> [Int]) {
    reader.withLock { $0 = read }
  }

  /// Part of the state of the store while a reducer runs, in programs that read it.
  private var readState: [Int] {
    guard program.shape.readsInReducers, let read = reader.withLock({ $0 }) else { return [] }
    return read()
  }

  private func send(_ target: Target) {
    guard let send = sender.withLock({ $0 }) else { return }
    let group = groupsOfReducers.upperBound
    sentCount.withLock { $0 += 1 }
    send(target, group)
  }

  private func change(_ change: (inout Trace) -> Void) {
    state.withLock { state in
      change(&state.trace)
      state.version += 1
    }
  }

  private func nextSerial() -> Int {
    state.withLock { state in
      state.lastSerial += 1
      return state.lastSerial
    }
  }

  /// Executes the script of an action for a feature.
  ///
  /// - Returns: The descriptions of the effects, with numbers.
  private func effects<State: ScriptedState, Action: ScriptedAction>(
    _ state: inout State, _ action: Action, _ phase: Phase
  ) -> [ReferenceEffect<Target>] {
    guard let (script, distance) = action.target, program.scripts.indices.contains(script)
    else { return [] }
    let reduction = Trace.Reduction(
      script: script, phase: phase, distance: distance, identity: state.identity, read: readState)
    change { $0.reductions.append(reduction) }
    var effects: [ReferenceEffect<Target>] = []
    for move in program.scripts[script].moves
    where move.distance == distance && move.phase == phase {
      for change in move.changes { state.apply(change) }
      if let target = move.sent { send(target) }
      effects.append(move.effect.numbered(nextSerial))
    }
    return effects
  }

  /// The feature for the reference engine, put together once for each place.
  func reference<Feature: ScriptedFeature>(
    _: Feature.Type, place: String = ""
  ) -> ReferenceReducer<Feature.State, Feature.Action> {
    let key = ReducerPlace(feature: ObjectIdentifier(Feature.self), place: place)
    if let known = reducers[key] {
      return unsafeDowncast(known, to: KeptReducer<Feature>.self).reducer
    }
    let reducer = Feature.reference(self, place: place)
    reducers[key] = KeptReducer<Feature>(reducer)
    return reducer
  }

  /// Ends the life of the world, which the kept reducers refer to.
  func forgetReducers() { reducers = [:] }

  private final class KeptReducer<Feature: ScriptedFeature> {
    let reducer: ReferenceReducer<Feature.State, Feature.Action>

    init(_ reducer: ReferenceReducer<Feature.State, Feature.Action>) {
      self.reducer = reducer
    }
  }

  private struct ReducerPlace: Hashable {
    let feature: ObjectIdentifier
    let place: String
  }

  /// The logic of a feature for the engine.
  func reduce<State: ScriptedState, Action: ScriptedAction>(
    _ state: inout State, _ action: Action, _ phase: Phase
  ) -> Effect<Action> {
    .merge(effects(&state, action, phase).map { $0.effect(self) })
  }

  /// The logic of a feature for the reference engine.
  func referenceReduce<State: ScriptedState, Action: ScriptedAction>(
    _ state: inout State, _ action: Action, _ phase: Phase
  ) -> ReferenceEffect<Action> {
    .merge(effects(&state, action, phase).map { $0.map(Action.init) })
  }
}
