public import CCore

extension ReducerLogic {
  /// What a reducer does that may assign all of the state.
  ///
  /// Those who observe an ``ObservableState`` are told when the reducer replaces it as a whole.
  /// Everything else that it does to it goes through the accessors of its properties.
  @inlinable
  @inline(__always)
  init<State>(assigning _: State.Type, _ run: @escaping Function) {
    switch ReplaceableState(State.self) {
    case nil:
      self.init(run)

    case .atOffset(let offset):
      self.init { state, action in
        guard composable_observes() else { return run(state, action) }
        let before = state.load(fromByteOffset: offset, as: UInt64.self)
        let effect = run(state, action)
        if state.load(fromByteOffset: offset, as: UInt64.self) != before {
          ObservedFields.noteReplacement(of: before)
        }
        return effect
      }

    case .computed(let id):
      self.init { state, action in
        guard composable_observes() else { return run(state, action) }
        // An enum that becomes another case may keep what identifies its payload.
        let before = id(state)
        let effect = run(state, action)
        if id(state) != before { ObservedFields.noteReplacement(of: before.location) }
        return effect
      }
    }
  }
}

/// What tells whether a state that can be observed was replaced: its id.
@usableFromInline
enum ReplaceableState {
  /// That of a struct, which has a place of its own.
  case atOffset(Int)
  /// That of an enum.
  case computed((UnsafeRawPointer) -> ObservableStateID)

  @usableFromInline
  init?(_ type: Any.Type) {
    guard let type = type as? any ObservableState.Type else { return nil }
    self.init(known: type)
  }

  private init<State: ObservableState>(known _: State.Type) {
    if let offset = State._$idOffset {
      self = .atOffset(offset)
    } else {
      self = .computed { $0.assumingMemoryBound(to: State.self).pointee._$id }
    }
  }
}
