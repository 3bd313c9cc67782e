extension Reducer {
  /// Runs a child feature while the state, an enum, is of one case.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by changing
  /// the case. When the state changes to another case, the child's effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifCaseLet(\.loggedIn, action: \.loggedIn) { LoggedIn() }
  ///   .ifCaseLet(\.loggedOut, action: \.loggedOut) { LoggedOut() }
  /// ```
  ///
  /// A child's action that arrives while the state is of another case is reported as an issue.
  ///
  /// - Parameters:
  ///   - toCaseState: The case of the state that holds the child's.
  ///   - toCaseAction: The case of the parent's action that holds the child's.
  ///   - case: The child's reducer.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer>(
    _ toCaseState: CaseKeyPath<State, CaseState>,
    action toCaseAction: CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> _IfCaseLetReducer<Self, Case>
  where
    State: CasePathable, Action: CasePathable, CaseState == Case.State, CaseAction == Case.Action
  {
    _IfCaseLetReducer(
      parent: self,
      toChildState: AnyCasePath(toCaseState),
      toChildAction: AnyCasePath(toCaseAction),
      child: `case`(),
      slotKey: toCaseState,
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `ifCaseLet(_:action:then:)`.
public struct _IfCaseLetReducer<Parent: Reducer, Child: Reducer>: _PreparedReducer {
  @usableFromInline let parent: Parent
  @usableFromInline let toChildState: AnyCasePath<Parent.State, Child.State>
  @usableFromInline let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let child: Child
  /// Distinguishes the component of the child from others.
  @usableFromInline let slotKey: AnyKeyPath
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toChildState: AnyCasePath<Parent.State, Child.State>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    child: Child,
    slotKey: AnyKeyPath,
    source: SourcePlace
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.slotKey = slotKey
    self.source = source
  }

  /// Prepares the parent and the child.
  public func _prepare() -> PreparedReducer<Parent.State, Parent.Action> {
    let toChildAction = toChildAction
    let state = CaseProjection(toChildState)
    let identity = ChildIdentity<Child.State>()
    let slot = ChildSlot.make(for: slotKey)
    let source = source
    return PreparedReducer(parent._prepare(), child.preparedAsChild()) { parent, child in
      let completing = Self.completing(parent, toChildAction, state, slot, identity)
      return ReducerLogic(
        ChildAccess(
          of: state, toChildAction, in: slot,
          complete: { effect, address, action, _ in
            completing(Effect(erased: effect), nil, address, action)
          }),
        child: child, next: parent
      ) { address, action in
        let root = address.assumingMemoryBound(to: Parent.State.self)
        let found = slot.isOccupied ? ChildSighting(state.read(root) { identity($0) }) : nil
        let childEffect = withTemporary(Child.Action.self) { childAction -> Effect<Child.Action> in
          guard toChildAction.extraction(action, childAction) else { return .none }
          defer { childAction.deinitialize(count: 1) }
          let effect = state.modify(root) { child.run($0, childAction) }
          guard let effect else {
            source.reportMissingChild(
              action: action.assumingMemoryBound(to: Parent.Action.self).pointee, of: "ifCaseLet",
              missing: "its state was '\(ActionName.caseName(of: root.pointee))'")
            return .none
          }
          return effect
        }
        guard found != nil || !childEffect.isNone else { return parent.run(address, action).node }
        return completing(childEffect, found, address, action)
      }
    }
  }

  /// Runs the parent after the child, if the child has returned an effect or has running effects.
  ///
  /// The arguments are the child's effect, the identity in the slot before the child ran if it is
  /// occupied, the parent's state and its action.
  private static func completing(
    _ parent: PreparedReducer<Parent.State, Parent.Action>,
    _ toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    _ state: CaseProjection<Parent.State, Child.State>, _ slot: ChildSlot,
    _ identity: ChildIdentity<Child.State>
  ) -> (
    Effect<Child.Action>, ChildSighting?, UnsafeMutableRawPointer, UnsafeRawPointer
  ) -> AnyEffectNode? {
    { childEffect, found, address, action in
      let root = address.assumingMemoryBound(to: Parent.State.self)
      // The child's identity after it ran: a child may change its own identity without being
      // replaced.
      let left = ChildSighting(state.read(root) { identity($0) })
      let parentEffect = parent.run(address, action)
      let sighting = ChildSighting(state.read(root) { identity($0) })
      let effect =
        childEffect.within(slot, sighting, isOrphan: sighting != left)
        .embedded(by: toChildAction).merge(with: parentEffect)
      guard let found else { return effect.node }
      return slot.cancelling(found: found, wasReplaced: sighting != left, now: sighting)
        .merge(with: effect).node
    }
  }
}

extension ChildAccess {
  /// The path of most actions to the payload of a case.
  ///
  /// - Parameter slot: The place of the child, if effects of a child that is gone are cancelled.
  init<State, Action, ChildState, ChildAction>(
    of state: CaseProjection<State, ChildState>, _ toChildAction: AnyCasePath<Action, ChildAction>,
    in slot: ChildSlot?, complete: @escaping Completing
  ) {
    let entry = CaseEntry(
      extraction: toChildAction.extraction, state: state, slot: slot,
      destruction: destruction(of: ChildAction.self))
    // The only capture is one object: each more is loaded for every action.
    self.init(
      destroyAction: entry.destruction,
      enter: { address, action, childAction, _ in entry.reach(address, action, childAction) },
      leave: { address, _, _ in state.inject(into: address) },
      complete: complete)
  }
}

/// Finds the payload of a case and its action.
private final class CaseEntry<State, ChildState> {
  private let extraction: CaseExtraction
  private let state: CaseProjection<State, ChildState>
  private let slot: ChildSlot?
  let destruction: Destruction

  init(
    extraction: @escaping CaseExtraction, state: CaseProjection<State, ChildState>,
    slot: ChildSlot?, destruction: @escaping Destruction
  ) {
    self.extraction = extraction
    self.state = state
    self.slot = slot
    self.destruction = destruction
  }

  @inline(__always)
  func reach(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    if let slot, slot.isOccupied { return .unusual }
    guard extraction(action, childAction) else { return .none }
    guard !state.project(address) else {
      return .child(address, needsLeaving: true)
    }
    destruction(childAction)
    return .unusual
  }
}
