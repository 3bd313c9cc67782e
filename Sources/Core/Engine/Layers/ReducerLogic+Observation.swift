public import CCore

extension ReducerLogic {
  /// What a reducer does that may assign all of the state.
  ///
  /// Those who observe an ``ObservableState`` are told when the reducer replaces it as a whole: of
  /// all of it when it is another state, and of what differs when it is an earlier copy of itself.
  /// Everything else that it does to it goes through the accessors of its properties.
  @inlinable
  @inline(__always)
  init<State>(assigning _: State.Type, _ run: @escaping Function) {
    switch ReplaceableState(State.self) {
    case nil:
      self.init(run)

    case .atOffset(let offset, let didReplace):
      self.init { state, action in
        guard composable_observes() else { return run(state, action) }
        let before = state.load(fromByteOffset: offset, as: UInt64.self)
        let mark = composable_make_id()
        let place = state + offset + MemoryLayout<UInt64>.size
        place.storeBytes(of: mark, as: UInt64.self)
        let effect = run(state, action)
        if place.load(as: UInt64.self) != mark { didReplace(before, state) }
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

/// What tells whether a state that can be observed was replaced.
@usableFromInline
enum ReplaceableState {
  /// The mark of a struct, next to its id, and what to do when it is another: with the id before,
  /// and the state.
  case atOffset(Int, didReplace: (UInt64, UnsafeMutableRawPointer) -> Void)
  /// What an enum or a collection consists of.
  case parts(
    (ReducerLogic.Function, UnsafeMutableRawPointer, UnsafeRawPointer) -> AnyEffectNode?)

  @usableFromInline
  init?(_ type: Any.Type) {
    guard let type = type as? any _ObservedParts.Type else { return nil }
    if let type = type as? any ObservableState.Type, let state = Self.state(type) {
      self = state
    } else {
      self = Self.parts(type)
    }
  }

  private static func state<State: ObservableState>(_: State.Type) -> Self? {
    State._$idOffset.map { offset in
      .atOffset(offset) { before, state in
        let id = state.load(fromByteOffset: offset, as: UInt64.self)
        if id != before {
          ObservedFields.noteReplacement(of: before)
          // It may be a copy of a state that is elsewhere.
          State._$separate(at: state.assumingMemoryBound(to: State.self))
        }
        State._$noteDifferences(at: state.assumingMemoryBound(to: State.self))
      }
    }
  }

  private static func parts<State: _ObservedParts>(_: State.Type) -> Self {
    .parts { run, state, action in
      let value = state.assumingMemoryBound(to: State.self)
      // An enum that becomes another case may keep what identifies its payload.
      let id = (value.pointee as? any ObservableState)?._$id
      let access = value.pointee._$beginAccess()
      let effect = run(state, action)
      guard value.pointee._$mayBeReplaced(since: access) else { return effect }
      if let id, (value.pointee as? any ObservableState)?._$id != id {
        ObservedFields.noteReplacement(of: ObservedFields.location(of: id, State.self))
        State._$separate(at: value)
      }
      State._$noteDifferences(at: value)
      return effect
    }
  }
}
