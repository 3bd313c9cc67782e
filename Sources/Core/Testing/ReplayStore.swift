/// A store that replays a session: it reports what each action does, and what effects send waits
/// until it is processed by hand.
///
/// It doesn't ask that states or actions can be compared.
@MainActor
package final class ReplayStore<State, Action> {
  /// What an action did.
  package struct Step {
    package let before: State
    package let after: State
    /// What kind of effect the reducer returned.
    package let effect: EffectKind
  }

  /// An action that an effect has sent.
  package struct Arrival {
    package let action: Action
    /// The number of the action that started the effect, from 0 on.
    package let origin: Int
    /// How many were sent before it.
    package let number: Int
    fileprivate let deliver: () -> Void
  }

  private let log = ReplayLog<State, Action>()
  private let root: RootStore<State, Action>
  private let runsEffects: Bool

  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - runsEffects: Whether effects run, rather than being dropped.
  ///   - prepareDependencies: Overrides dependencies of the feature.
  ///   - reducer: Makes the feature.
  package init(
    initialState: State, runsEffects: Bool,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    reducer: () -> PreparedReducer<State, Action>
  ) {
    var dependencies = DependencyValues.current
    dependencies.update(prepareDependencies)
    self.runsEffects = runsEffects
    root = dependencies.provide { [log] in
      let reducer = reducer()
      func replaying(_ logic: ReducerLogic) -> ReducerLogic {
        ReducerLogic { log.run(logic, $0, $1, runsEffects: runsEffects) }
      }
      let root = RootStore(
        initialState: initialState,
        reducer: PreparedReducer<State, Action>(
          replaying(reducer.logic), bare: reducer.bareLogic.map(replaying)),
        isolation: MainActor.shared)
      root.startsWorkOffIsolation = true
      return root
    }
    if runsEffects { MainSerialExecutor.begin() }
  }

  deinit {
    if runsEffects { MainSerialExecutor.end() }
  }

  package var state: State { root.statePointer.pointee }

  /// What effects have sent and has not been processed, in the order in which it was sent.
  package var arrivals: [Arrival] { log.arrivals }

  /// Processes an action that comes from outside.
  package func send(_ action: Action) -> Step? {
    log.step = nil
    withUnsafePointer(to: action) { _ = root.send($0) }
    return log.step
  }

  /// Processes an action that an effect has sent.
  ///
  /// - Parameter index: Which of the ``arrivals`` it is.
  package func process(_ index: Int) -> Step? {
    log.step = nil
    log.arrivals.remove(at: index).deliver()
    return log.step
  }

  /// Whether an effect runs that an action has started, or one that led to it.
  package func hasEffects(of origin: Int) -> Bool {
    log.groups[origin].map { !$0.isIdle } ?? false
  }

  /// Whether any effect runs.
  package var hasEffects: Bool { log.groups.values.contains { !$0.isIdle } }

  /// What an action is called.
  package nonisolated static func name(of action: Action) -> String { ActionName.text(of: action) }
}

/// What has happened in a replay.
///
/// Unchecked: only touched on the main actor, by the reducer and by what effects deliver there.
private final class ReplayLog<State, Action>: @unchecked Sendable {
  var step: ReplayStore<State, Action>.Step?
  var arrivals: [ReplayStore<State, Action>.Arrival] = []
  var groups: [Int: EffectGroup] = [:]
  var arrivalCount = 0
  private var count = 0

  func run(
    _ logic: ReducerLogic, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    runsEffects: Bool
  ) -> AnyEffectNode? {
    let current = state.assumingMemoryBound(to: State.self)
    let before = current.pointee
    let effect = logic.function(state, action)
    step = ReplayStore.Step(
      before: before, after: current.pointee, effect: effect?.kind ?? .none)
    defer { count += 1 }
    guard runsEffects, let node = Effect<Action>(erased: effect).node else { return nil }
    return ReplayNode(node, self, origin: count)
  }
}

/// The effects of one action in a replay: what they send waits.
private final class ReplayNode<State, Action>: EffectNode<Action>, @unchecked Sendable {
  private let base: EffectNode<Action>
  private let log: ReplayLog<State, Action>
  private let origin: Int

  init(_ base: EffectNode<Action>, _ log: ReplayLog<State, Action>, origin: Int) {
    self.base = base
    self.log = log
    self.origin = origin
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }

  override func start(in context: EffectContext<Action>) {
    log.groups[origin] = context.group
    base.start(
      in: context.forwarding { [log, origin, outlet = context.outlet] action, effect, group in
        log.arrivals.append(
          ReplayStore.Arrival(action: action, origin: origin, number: log.arrivalCount) {
            outlet(action, effect, group)
          })
        log.arrivalCount += 1
      })
  }
}
