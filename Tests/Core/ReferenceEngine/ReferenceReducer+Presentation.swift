extension ReferenceReducer {
  /// `ifLet` of a presented child.
  public func ifLet<ChildState, ChildAction>(
    presented toChild: WritableKeyPath<State, ChildState?>,
    action: ReferenceCase<Action, ReferencePresentationAction<ChildAction>>,
    slot: String, identity: @escaping (ChildState) -> [Int], report: @escaping ReferenceReport,
    _ child: @escaping () -> ReferenceReducer<ChildState, ChildAction>
  ) -> Self {
    let id = { (state: State) in
      state[keyPath: toChild].map { ReferenceChild(slot: slot, identity: identity($0)) }
    }
    return Self { state, parentAction in
      let before = id(state)
      var childEffect = ReferenceEffect<Action>.none
      let presentationAction = action.extract(parentAction)
      if presentationAction != nil, before == nil { report(.missingPresented) }
      if case .presented(let childAction)? = presentationAction,
        var childState = state[keyPath: toChild], let before
      {
        childEffect = .presented(
          before,
          child().reduce(&childState, childAction).map { action.embed(.presented($0)) },
          dismissal: action.embed(.dismiss))
        state[keyPath: toChild] = childState
      }
      let effect = reduce(&state, parentAction)
      // The parent may have dismissed the child, or presented another, by itself.
      if case .dismiss? = presentationAction, id(state) == before { state[keyPath: toChild] = nil }
      return .merge(
        [.found(slot: slot, [before].compactMap(\.self)), childEffect, effect]
          + Self.removal(of: before, unlessIn: [id(state)]))
    } children: { state in
      children(state)
        + Self.paths(of: state[keyPath: toChild], id(state)) { child().children($0) }
    }
  }

  /// `ifLet` of an alert, which ends with its first action.
  public func ifLet<Prompt, ButtonAction>(
    prompt toPrompt: WritableKeyPath<State, Prompt?>,
    action: ReferenceCase<Action, ReferencePresentationAction<ButtonAction>>,
    identity: @escaping (Prompt) -> Int, report: @escaping ReferenceReport
  ) -> Self {
    let id = { (state: State) in state[keyPath: toPrompt].map(identity) }
    return Self { state, parentAction in
      let before = id(state)
      let isItsAction = action.extract(parentAction) != nil
      if isItsAction, before == nil { report(.missingPresented) }
      let effect = reduce(&state, parentAction)
      // The parent may have shown another one.
      if isItsAction, id(state) == before { state[keyPath: toPrompt] = nil }
      return effect
    } children: { state in
      children(state)
    }
  }

  /// `forEach` of a navigation stack.
  public func forEach<ElementState, ElementAction>(
    stack toStack: WritableKeyPath<State, ReferenceList<ElementState>>,
    action: ReferenceCase<Action, ReferenceStackAction<ElementAction>>,
    slot: String, report: @escaping ReferenceReport,
    _ element: @escaping () -> ReferenceReducer<ElementState, ElementAction>
  ) -> Self {
    let child = { (id: Int) in ReferenceChild(slot: slot, identity: [id]) }
    return Self { state, parentAction in
      let before = state[keyPath: toStack].ids.map(child)
      var childEffect = ReferenceEffect<Action>.none
      var popped: Int?
      switch action.extract(parentAction) {
      case .element(let id, let elementAction)?:
        if var elementState = state[keyPath: toStack][id] {
          childEffect = .presented(
            child(id),
            element().reduce(&elementState, elementAction)
              .map { action.embed(.element(id: id, action: $0)) },
            dismissal: action.embed(.popFrom(id: id)))
          state[keyPath: toStack][id] = elementState
        } else {
          report(.missingScreen)
        }
      case .popFrom(let id)?:
        if state[keyPath: toStack].ids.contains(id) {
          popped = id
        } else {
          report(.missingScreen)
        }
      case nil: break
      }
      let effect = reduce(&state, parentAction)
      if let popped { state[keyPath: toStack].removeAll(from: popped) }
      let after = state[keyPath: toStack].ids.map(child)
      return .merge(
        [.found(slot: slot, before), childEffect, effect]
          + before.flatMap { Self.removal(of: $0, unlessIn: after) })
    } children: { state in
      children(state)
        + state[keyPath: toStack].ids.flatMap { id in
          Self.paths(of: state[keyPath: toStack][id], child(id)) { element().children($0) }
        }
    }
  }
}
