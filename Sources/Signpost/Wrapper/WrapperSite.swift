import ComposableCore

/// One wrapper in one store: runs the wrapped reducer and calls the listener.
///
/// It has the feature's types only as metadata and accesses values through pointers, because
/// unspecialized generic code looks up metadata for every action, which costs more than the
/// tracepoints do. It is specialized for each listener, as these are all in this module.
final class WrapperSite<Listener: ActionListener> {
  private let listener: Listener
  private let comparison: StateComparison
  /// Attaches a listener to an effect.
  private let track: (AnyEffectNode, EffectListener) -> AnyEffectNode?

  /// - Parameter types: The feature's state and action.
  init<State, Action>(
    _ listener: Listener, _ identity: WrapperIdentity, of types: (State.Type, Action.Type)
  ) {
    self.listener = listener
    comparison = StateComparison(of: State.self)
    track = Self.track(identity.names, Action.self)
  }

  /// The site of a wrapper with a prefix.
  ///
  /// - Parameters:
  ///   - types: The feature's state and action.
  ///   - listener: Creates the listener, from the names of the wrapper.
  convenience init<State, Action>(
    prefix: String, of types: (State.Type, Action.Type), listener: (WrapperIdentity) -> Listener
  ) {
    let identity = WrapperIdentity(prefix: prefix, Action.self)
    self.init(listener(identity), identity, of: types)
  }

  private static func track<Action>(
    _ names: ActionName, _: Action.Type
  ) -> (AnyEffectNode, EffectListener) -> AnyEffectNode? {
    { effect, tracker in
      Effect<Action>(erased: effect).tracked(by: tracker) { effect, action in
        tracker.effectWillSend(effect) {
          withUnsafePointer(to: action) { names(ofValueAt: $0) }
        }
      }.erased
    }
  }

  /// The wrapped reducer. Created here, outside of generic code: a closure created in generic code
  /// carries the types with it, and so do all calls in it.
  func wrap(_ base: @escaping ErasedReducer) -> ErasedReducer {
    { state, action in self.run(state, action, base) }
  }

  /// Runs the wrapped reducer, and calls the listener if the action is recorded.
  @inline(__always)
  func run(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer, _ base: ErasedReducer
  ) -> AnyEffectNode? {
    guard var interval = listener.begin(action) else {
      return listener.reduceUnrecorded { base(state, action) }
    }
    listener.willReduce(state, in: &interval)
    let effect: AnyEffectNode?
    let change: StateChange
    if Listener.comparesStates {
      (effect, change) = comparison.change(of: state) {
        listener.reduce(in: interval) { base(state, action) }
      }
    } else {
      effect = listener.reduce(in: interval) { base(state, action) }
      change = .unknown
    }
    listener.end(interval, change: change, effect: effect?.kind ?? .none)
    listener.didReduce(state, in: interval)
    guard let effect, !effect.isTracked(by: listener.kind) else { return effect }
    return track(effect, listener.tracker(of: interval))
  }

  /// Runs a reducer that is known only now.
  func run<State, Action>(
    _ state: inout State, _ action: Action, _ base: (inout State, Action) -> Effect<Action>
  ) -> Effect<Action> {
    withUnsafeMutablePointer(to: &state) { state in
      withUnsafePointer(to: action) { action in
        withoutActuallyEscaping(base) { base in
          Effect(
            erased: run(state, action) { _, _ in base(&state.pointee, action.pointee).erased })
        }
      }
    }
  }
}
