/// A store that replays a session: it returns the result of each action, and holds the actions that
/// effects send until the replay processes them.
///
/// Neither states nor actions need to be equatable.
@MainActor
package final class ReplayStore<State, Action> {
  /// The result of an action.
  package struct Step {
    package let before: State
    package let after: State
    /// The kind of effect that the reducer returned.
    package let effect: EffectKind
    /// The actions of the effects `send` among those that it returned, if effects are discarded.
    package let sent: [Action]
  }

  /// An action that an effect has sent.
  package struct Arrival {
    package let action: Action
    /// The number of the action that started the effect, counted from 0.
    package let origin: Int
    /// The number of actions sent before it.
    package let number: Int
    fileprivate let deliver: () -> Void
  }

  private let log = ReplayLog<State, Action>()
  private let root: RootStore<State, Action>
  private let runsEffects: Bool
  private let stackElementIDs: StackElementIDGenerator

  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - runsEffects: Whether effects run, or are discarded.
  ///   - prepareDependencies: Overrides dependencies of the feature.
  ///   - reducer: Creates the feature.
  package init(
    initialState: State, runsEffects: Bool,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    reducer: () -> PreparedReducer<State, Action>
  ) {
    var dependencies = DependencyValues.current
    dependencies.update(prepareDependencies)
    self.runsEffects = runsEffects
    stackElementIDs = dependencies.stackElementID
    root = dependencies.provide { [log] in
      let replaying = reducer().map { logic in
        ReducerLogic { log.run(logic, $0, $1, runsEffects: runsEffects) }
      }
      let root = RootStore(
        initialState: initialState, reducer: replaying, isolation: MainActor.shared)
      root.startsWorkOffIsolation = true
      return root
    }
    if runsEffects { MainSerialExecutor.begin() }
  }

  deinit {
    if runsEffects { MainSerialExecutor.end() }
  }

  package var state: State { root.statePointer.pointee }

  /// The actions that effects have sent and that have not been processed, in the order they were
  /// sent.
  package var arrivals: [Arrival] { log.arrivals }

  /// Lets elements that are appended to stacks get no id before this one.
  package func advanceStackElementIDs(to next: StackElementID) {
    stackElementIDs.advance(to: next)
  }

  /// Processes an action from outside of the feature.
  package func send(_ action: Action) -> Step? {
    log.step = nil
    withUnsafePointer(to: action) { _ = root.send($0) }
    return log.step
  }

  /// Processes an action that an effect has sent.
  ///
  /// - Parameter index: Its index in ``arrivals``.
  package func process(_ index: Int) -> Step? {
    log.step = nil
    log.arrivals.remove(at: index).deliver()
    return log.step
  }

  /// Whether an effect is running that was started by an action, or by one that led to it.
  package func hasEffects(of origin: Int) -> Bool {
    log.groups[origin].map { !$0.isIdle } ?? false
  }

  /// Whether any effect is running.
  package var hasEffects: Bool { log.groups.values.contains { !$0.isIdle } }

  /// The name of an action.
  package nonisolated static func name(of action: Action) -> String { ActionName.text(of: action) }
}

/// The log of a replay.
///
/// Unchecked: accessed on the main actor only, by the reducer and by the delivery of effects'
/// actions.
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
    let node = Effect<Action>(erased: effect).node
    step = ReplayStore.Step(
      before: before, after: current.pointee, effect: effect?.kind ?? .none,
      sent: runsEffects ? [] : node.map(Self.actions) ?? [])
    defer { count += 1 }
    guard runsEffects, let node else { return nil }
    return ReplayNode(node, self, origin: count)
  }
}

extension ReplayLog {
  /// The actions that a node, or nodes that it combines, send at once.
  private static func actions(of node: EffectNode<Action>) -> [Action] {
    var result: [Action] = []
    var waiting = [node]
    while let node = waiting.popLast() {
      if node.isAction {
        node.withAction { result.append($0.pointee) }
      } else if let combining = node as? CombiningNode<Action> {
        waiting += combining.nodes.reversed()
      }
    }
    return result
  }
}

/// The effects of one action in a replay, whose actions are held.
private final class ReplayNode<State, Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  private let log: ReplayLog<State, Action>
  private let origin: Int

  init(_ base: EffectNode<Action>, _ log: ReplayLog<State, Action>, origin: Int) {
    self.log = log
    self.origin = origin
    super.init(base)
  }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    log.groups[origin] = context.settings.group
    // Unretained: the log keeps the actions that have arrived, and each of them its effect.
    context.forwarding { [weak log, origin, outlet = context.outlet] action, effect, group, chain in
      guard let log else { return }
      log.arrivals.append(
        ReplayStore.Arrival(action: action, origin: origin, number: log.arrivalCount) {
          outlet(action, effect, group, chain)
        })
      log.arrivalCount += 1
    }
    .descend(to: base)
  }
}
