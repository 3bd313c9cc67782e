import CCore

extension PreparedReducer {
  /// The reducer of a store, run on a copy of the state, so that the state from before the action
  /// can be read meanwhile: `DependencyValues.isStateReadableInReducers`.
  var keepingStateReadable: Self {
    map { $0.keepingStateReadable(State.self) }
  }
}

extension ReducerLogic {
  fileprivate func keepingStateReadable<State>(_: State.Type) -> Self {
    let function = function
    return Self { state, action in
      let state = state.assumingMemoryBound(to: State.self)
      return withTemporary(State.self) { new in
        withTemporary(State.self) { old in
          new.initialize(to: state.pointee)
          // The frame of the store, as only the reducer of a store is made so.
          let frame = composable_get_frame()
          frame?.pointee.phase = composable_is_at_rest
          let effect = function(UnsafeMutableRawPointer(new), action)
          // The old one ends last, as its objects may read the store when they end.
          old.moveInitialize(from: state, count: 1)
          state.moveInitialize(from: new, count: 1)
          // Addresses that reads have found meanwhile are in the old one.
          frame?.pointee.generation &+= 1
          old.deinitialize(count: 1)
          return effect
        }
      }
    }
  }
}
