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
  init<State>(assigning _: State.Type, _ run: @escaping ErasedReducer) {
    switch ReplaceableState.of(State.self) {
    case nil:
      self.init(run)

    case .atOffset(let offset, let didReplace):
      self.init { state, action in
        guard composable_observes() else { return run(state, action) }
        let before = state.load(fromByteOffset: offset, as: UInt64.self)
        let mark = composable_make_id()
        let place = state + offset + MemoryLayout<UInt64>.size
        let outerMark = place.load(as: UInt64.self)
        place.storeBytes(of: mark, as: UInt64.self)
        let effect = run(state, action)
        if place.load(as: UInt64.self) == mark {
          place.storeBytes(of: outerMark, as: UInt64.self)
        } else {
          didReplace(before, state)
        }
        return effect
      }

    case .parts(let reduce):
      self.init { state, action in
        guard composable_observes() else { return run(state, action) }
        return reduce(run, state, action)
      }
    }
  }
}

/// Detects whether an observable state was replaced.
@usableFromInline
enum ReplaceableState {
  /// The mark of a struct, next to its id, and the function to call if it has changed: with the
  /// previous id, and the state.
  case atOffset(Int, didReplace: (UInt64, UnsafeMutableRawPointer) -> Void)
  /// The parts of an enum, of a collection, or of a struct that is no state.
  case parts(
    (ErasedReducer, UnsafeMutableRawPointer, UnsafeRawPointer) -> AnyEffectNode?)

  /// Returns `nil` if the values of a type contain no observable states.
  @usableFromInline
  static func of(_ type: Any.Type) -> Self? { ObservableRoot.of(type)?.replaceable }

  fileprivate static func state<State: ObservableState>(_: State.Type) -> Self? {
    State._$idOffset.map { offset in
      .atOffset(offset) { before, state in
        let id = state.load(fromByteOffset: offset, as: UInt64.self)
        if id != before {
          ObservedFields.noteReplacement(of: before, State.self)
          // It may be a copy of another state.
          State._$separate(at: state.assumingMemoryBound(to: State.self))
        }
        State._$noteReplacement(at: state.assumingMemoryBound(to: State.self))
      }
    }
  }

  fileprivate static func parts<State: _ObservedParts>(_: State.Type) -> Self {
    .parts { run, state, action in
      let end = beginAccess(to: State.self, at: state)
      defer { end() }
      return run(state, action)
    }
  }

  /// A struct that is no state and contains some.
  fileprivate static func fields(
    _ fields: [(offset: Int, type: any _ObservedParts.Type)]
  ) -> Self {
    .parts { run, state, action in
      let ends = fields.map { offset, type in beginAccess(to: type, at: state + offset) }
      defer { for end in ends { end() } }
      return run(state, action)
    }
  }

  /// Begins a change in place.
  ///
  /// - Returns: A function that ends it, and records replaced states.
  private static func beginAccess<Parts: _ObservedParts>(
    to _: Parts.Type, at address: UnsafeMutableRawPointer
  ) -> () -> Void {
    let value = address.assumingMemoryBound(to: Parts.self)
    // An enum that changes its case may keep the identity of its payload.
    let id = (value.pointee as? any ObservableState)?._$id
    let access = _PartsAccess(&value.pointee)
    return {
      guard access.end(&value.pointee), let id else { return }
      ObservedFields.noteReplacement(of: ObservedFields.location(of: id, Parts.self), Parts.self)
      ObservedFields.noteCase(of: Parts.self)
    }
  }
}

/// The observable contents of a type of states, for stores and reducers.
///
/// Made once for each type. Every store needs it, as does each of its reducers, and to look for
/// conformances takes as long as all else that a store needs.
///
/// Unchecked: its functions capture nothing but types and layouts.
final class ObservableRoot: @unchecked Sendable {
  fileprivate let replaceable: ReplaceableState
  /// Gives the states in a value new identities, which their originals do not have.
  let separate: (UnsafeMutableRawPointer) -> Void

  private static let known = ForkSafeLocked<[ObjectIdentifier: ObservableRoot?]>([:])

  /// Returns `nil` if the values of the type contain no observable states.
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
    _ replaceable: ReplaceableState, separate: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    self.replaceable = replaceable
    self.separate = separate
  }

  private static func make(_ type: Any.Type) -> ObservableRoot? {
    func parts<Parts: _ObservedParts>(_: Parts.Type) -> ObservableRoot {
      ObservableRoot(.parts(Parts.self)) {
        Parts._$separate(at: $0.assumingMemoryBound(to: Parts.self))
      }
    }
    func state<State: ObservableState>(_: State.Type) -> ObservableRoot {
      let separate = ObservedLayout.of(State.self).states?.separate
      return ObservableRoot(.state(State.self) ?? .parts(State.self)) { separate?($0) }
    }
    if let type = type as? any ObservableState.Type { return state(type) }
    if let type = type as? any _ObservedParts.Type { return parts(type) }
    let fields = ObservedLayout.parts(within: type)
    guard !fields.isEmpty, let separate = ObservedLayout.of(any: type).states?.separate else {
      return nil
    }
    return ObservableRoot(.fields(fields), separate: separate)
  }
}
