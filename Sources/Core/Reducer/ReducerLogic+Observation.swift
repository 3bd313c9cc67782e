import CCore

extension ReducerLogic {
  /// The same, which tells those who observe a state when it is replaced as a whole.
  ///
  /// Everything else that reducers written by users do to an ``ObservableState`` goes through the
  /// accessors of its properties.
  @usableFromInline
  func noticingReplacement<State>(of _: State.Type) -> Self {
    guard let type = State.self as? any ObservableState.Type else { return self }
    return noticingReplacement(ofObservable: type)
  }

  private func noticingReplacement<State: ObservableState>(
    ofObservable _: State.Type
  ) -> Self {
    let function = function
    guard let offset = State._$idOffset else {
      return Self { state, action in
        guard composable_observes() else { return function(state, action) }
        let state = state.assumingMemoryBound(to: State.self)
        // An enum that becomes another case may keep what identifies its payload.
        let before = state.pointee._$id
        let effect = function(state, action)
        if state.pointee._$id != before { ObservedFields.noteReplacement(of: before.location) }
        return effect
      }
    }
    return Self { state, action in
      guard composable_observes() else { return function(state, action) }
      let before = state.load(fromByteOffset: offset, as: UInt64.self)
      let effect = function(state, action)
      if state.load(fromByteOffset: offset, as: UInt64.self) != before {
        ObservedFields.noteReplacement(of: before)
      }
      return effect
    }
  }
}
