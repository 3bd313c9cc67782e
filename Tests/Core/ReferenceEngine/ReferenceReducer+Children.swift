// Every operator follows one rule: the child runs, then the parent, and a child that was there
// before and is not there afterwards is removed. An only child may change its own identity, which
// does not make it another one.

extension ReferenceReducer {
  /// `ifLet`.
  public func ifLet<ChildState, ChildAction>(
    _ toChild: WritableKeyPath<State, ChildState?>, action: ReferenceCase<Action, ChildAction>,
    slot: String, identity: @escaping (ChildState) -> [Int], report: @escaping ReferenceReport,
    _ child: @escaping () -> ReferenceReducer<ChildState, ChildAction>
  ) -> Self {
    let id = { (state: State) in
      state[keyPath: toChild].map { ReferenceChild(slot: slot, identity: identity($0)) }
    }
    return Self { state, parentAction in
      let before = id(state)
      var childEffect = ReferenceEffect<Action>.none
      if let childAction = action.extract(parentAction) {
        if var childState = state[keyPath: toChild], let before {
          let effect = child().reduce(&childState, childAction).map(action.embed)
          state[keyPath: toChild] = childState
          childEffect = Self.effect(effect, of: before, named: id(state))
        } else {
          report(.missingOptional)
        }
      }
      let left = id(state)
      let effect = reduce(&state, parentAction)
      return .merge(
        [.found(slot: slot, [before].compactMap(\.self)), childEffect, effect]
          + Self.removal(of: left, unlessIn: [id(state)]))
    } children: { state in
      children(state)
        + Self.paths(of: state[keyPath: toChild], id(state)) { child().children($0) }
    }
  }

  /// `ifCaseLet`.
  public func ifCaseLet<ChildState, ChildAction>(
    _ toChild: ReferenceCase<State, ChildState>, action: ReferenceCase<Action, ChildAction>,
    slot: String, identity: @escaping (ChildState) -> [Int], report: @escaping ReferenceReport,
    _ child: @escaping () -> ReferenceReducer<ChildState, ChildAction>
  ) -> Self {
    let id = { (state: State) in
      toChild.extract(state).map { ReferenceChild(slot: slot, identity: identity($0)) }
    }
    return Self { state, parentAction in
      let before = id(state)
      var childEffect = ReferenceEffect<Action>.none
      if let childAction = action.extract(parentAction) {
        if var childState = toChild.extract(state), let before {
          let effect = child().reduce(&childState, childAction).map(action.embed)
          state = toChild.embed(childState)
          childEffect = Self.effect(effect, of: before, named: id(state))
        } else {
          report(.missingCase)
        }
      }
      let left = id(state)
      let effect = reduce(&state, parentAction)
      return .merge(
        [.found(slot: slot, [before].compactMap(\.self)), childEffect, effect]
          + Self.removal(of: left, unlessIn: [id(state)]))
    } children: { state in
      children(state)
        + Self.paths(of: toChild.extract(state), id(state)) { child().children($0) }
    }
  }

  /// `forEach` of a collection.
  public func forEach<ElementState, ElementAction>(
    _ toElements: WritableKeyPath<State, ReferenceList<ElementState>>,
    action: ReferenceCase<Action, ReferenceElementAction<ElementAction>>,
    slot: String, ownID: @escaping (ElementState) -> Int, report: @escaping ReferenceReport,
    _ element: @escaping () -> ReferenceReducer<ElementState, ElementAction>
  ) -> Self {
    let ids = { (state: State) in
      state[keyPath: toElements].ids.map { ReferenceChild(slot: slot, identity: [$0]) }
    }
    return Self { state, parentAction in
      let before = ids(state)
      var childEffect = ReferenceEffect<Action>.none
      if let elementAction = action.extract(parentAction) {
        let id = elementAction.id
        if var elementState = state[keyPath: toElements][id] {
          childEffect = .of(
            ReferenceChild(slot: slot, identity: [id]),
            element().reduce(&elementState, elementAction.action)
              .map { action.embed(ReferenceElementAction(id: id, action: $0)) })
          state[keyPath: toElements][id] = elementState
          let newID = ownID(elementState)
          if newID != id {
            report(.changedID)
            state[keyPath: toElements].rename(id, to: newID)
          }
        } else {
          report(.missingRow)
        }
      }
      let effect = reduce(&state, parentAction)
      let after = ids(state)
      return .merge(
        [.found(slot: slot, before), childEffect, effect]
          + before.flatMap { Self.removal(of: $0, unlessIn: after) })
    } children: { state in
      children(state)
        + ids(state).flatMap { child in
          Self.paths(of: state[keyPath: toElements][child.identity[0]], child) {
            element().children($0)
          }
        }
    }
  }

  /// The effect of an only child, which may have another identity by now.
  private static func effect(
    _ effect: ReferenceEffect<Action>, of child: ReferenceChild, named newName: ReferenceChild?
  ) -> ReferenceEffect<Action> {
    guard let newName, newName != child else { return .of(child, effect) }
    return .merge([.renamed(child, newName), .of(newName, effect)])
  }

  /// The removal of a child, unless the child is still there.
  static func removal(
    of child: ReferenceChild?, unlessIn after: [ReferenceChild?]
  ) -> [ReferenceEffect<Action>] {
    guard let child, !after.contains(child) else { return [] }
    return [.removed(child)]
  }

  /// The paths of a child and of its own children.
  static func paths<Child>(
    of child: Child?, _ id: ReferenceChild?, _ children: (Child) -> [ReferencePath]
  ) -> [ReferencePath] {
    guard let child, let id else { return [] }
    return [[id]] + children(child).map { [id] + $0 }
  }
}
