public import CCore
import CompanionSupport

extension ReducerLogic {
  /// The logic of a reducer that may assign the whole state.
  ///
  /// Observers of an ``ObservableState`` are notified when the reducer replaces it as a whole, be
  /// it by an earlier copy of itself: of all fields, as the state before is gone by then. All other
  /// changes go through the accessors of its properties.
  @inlinable
  @inline(__always)
  init<State>(assigning _: State.Type, _ run: @escaping Function) {
    guard let runReplacing = ObservableRoot.of(State.self)?.runReplacing else {
      self.init(run)
      return
    }
    self.init { state, action in
      composable_observes() ? runReplacing(run, state, action) : run(state, action)
    }
  }
}

/// The observable contents of a type of states, for stores and reducers.
///
/// Made once for each type. Every store needs it, as does each of its reducers, and to look for
/// conformances takes as long as all else that a store needs.
///
/// Unchecked: its functions capture nothing but types and layouts.
@usableFromInline
final class ObservableRoot: @unchecked Sendable {
  /// Runs a reducer, and notifies the observers of a state that it replaces as a whole.
  @usableFromInline typealias Replacing = (
    _ run: ReducerLogic.Function, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode?

  @usableFromInline let runReplacing: Replacing
  /// Gives the states in a value identities of their own, different from those of the states they
  /// are copies of.
  let separate: (UnsafeMutableRawPointer) -> Void

  private static let known = ForkSafeLocked<[ObjectIdentifier: ObservableRoot?]>([:])

  /// Returns `nil` if the values of the type contain no observable states.
  @usableFromInline
  static func of(_ type: Any.Type) -> ObservableRoot? {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let root = make(type)
    return known.withLock { known in
      if let other = known[id] { return other }
      known.updateValue(root, forKey: id)
      return root
    }
  }

  private init(
    separate: @escaping (UnsafeMutableRawPointer) -> Void, runReplacing: @escaping Replacing
  ) {
    self.separate = separate
    self.runReplacing = runReplacing
  }

  private static func make(_ type: Any.Type) -> ObservableRoot? {
    func parts<Parts: _ObservedParts>(_: Parts.Type) -> ObservableRoot {
      ObservableRoot(
        separate: { Parts._$separate(at: $0.assumingMemoryBound(to: Parts.self)) },
        runReplacing: replacingParts(Parts.self))
    }
    func state<State: ObservableState>(_: State.Type) -> ObservableRoot {
      let separate = ObservedLayout.of(State.self).states?.separate
      return ObservableRoot(
        separate: { separate?($0) },
        runReplacing: State._$idOffset.map { replacing(State.self, idOffset: $0) }
          ?? replacingParts(State.self))
    }
    if let type = type as? any ObservableState.Type { return state(type) }
    return (type as? any _ObservedParts.Type).map { parts($0) }
  }

  /// For a struct, which has a mark next to its id.
  private static func replacing<State: ObservableState>(
    _: State.Type, idOffset: Int
  ) -> Replacing {
    { run, state, action in
      let id = (state + idOffset).assumingMemoryBound(to: UInt64.self)
      let mark = (state + idOffset + ObservationStateRegistrar.markOffset)
        .assumingMemoryBound(to: UInt64.self)
      let before = id.pointee
      let access = _ObservedAccess(&mark.pointee)
      let effect = run(state, action)
      if access.end(&mark.pointee) {
        let state = state.assumingMemoryBound(to: State.self)
        if id.pointee != before {
          ObservedFields.noteReplacement(of: before, State.self)
          // It may be a copy of another state.
          State._$separate(at: state)
        }
        State._$noteReplacement(at: state)
      }
      return effect
    }
  }

  /// For an enum or a collection.
  private static func replacingParts<Parts: _ObservedParts>(_: Parts.Type) -> Replacing {
    { run, state, action in
      let value = state.assumingMemoryBound(to: Parts.self)
      // An enum that changes its case may keep the identity of its payload.
      let id = (value.pointee as? any ObservableState)?._$id
      let access = _PartsAccess(&value.pointee)
      let effect = run(state, action)
      if access.end(&value.pointee), let id {
        ObservedFields.noteReplacement(
          of: ObservedFields.location(of: id, Parts.self), Parts.self)
      }
      return effect
    }
  }
}
