import IssueReporting

extension Reducer {
  /// Runs a child feature while the optional state holds one.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by setting
  /// the state to `nil`. When the state becomes `nil`, or is replaced by one with another identity (the
  /// id of an `Identifiable` state, the case of an enum), the child's effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.detail, action: \.detail) { Detail() }
  /// ```
  ///
  /// A child's action that arrives while the state is `nil` is reported as an issue and ignored.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: The case of the parent's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @inlinable
  public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _IfLetReducer(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: toWrappedAction,
      child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension Reducer {
  /// Presents a prompt, such as an alert, which has no logic of its own: after any of its actions its
  /// state becomes `nil`.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional state of the prompt.
  ///   - toWrappedAction: The case of the parent's action that holds the prompt's.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState: _EphemeralState, WrappedAction>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    ifLet(
      toWrappedState, action: toWrappedAction,
      then: { EmptyReducer<WrappedState, WrappedAction>() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// What ``Reducer/ifLet(_:action:then:fileID:filePath:line:column:)`` returns.
public struct _IfLetReducer<Parent: Reducer, Child: Reducer>: _PreparedReducer
where Parent.Action: CasePathable {
  @usableFromInline let parent: Parent
  @usableFromInline let toChildState: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let toChildAction: CaseKeyPath<Parent.Action, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Child.State?>,
    toChildAction: CaseKeyPath<Parent.Action, Child.Action>,
    child: Child,
    source: SourcePlace
  ) {
    self.parent = parent
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
    self.source = source
  }

  /// Prepares the parent and the child.
  @inlinable
  public func _prepare() -> PreparedReducer<Parent.State, Parent.Action> {
    let toChildAction = Parent.Action.allCasePaths[keyPath: toChildAction]
    let toChildState = StateProjection(toChildState)
    let slot = ChildSlot()
    let source = source
    let identity = ChildIdentity<Child.State>()
    let ephemeral = EphemeralCheck<Child.State, Child.Action>()
    return PreparedReducer(parent._prepare(), child.preparedAsChild()) { parent, child in
      let logic = Self.running(
        child, before: parent, toChildState, toChildAction, slot: slot, source: source)
      guard identity.isNeeded || ephemeral.isNeeded else { return logic }
      return Self.watching(
        logic, toChildState, toChildAction, slot: slot, identity: identity, ephemeral: ephemeral)
    }
  }

  /// Runs the child if there is one, then the parent, and cancels the child's effects if it is gone
  /// then.
  @inlinable
  static func running(
    _ child: PreparedReducer<Child.State, Child.Action>,
    before parent: PreparedReducer<Parent.State, Parent.Action>,
    _ toChildState: StateProjection<Parent.State, Child.State?>,
    _ toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    slot: ChildSlot,
    source: SourcePlace
  ) -> ReducerLogic {
    ReducerLogic { state, action in
      let state = state.assumingMemoryBound(to: Parent.State.self)
      let childWasPresent = toChildState.read(state) { $0 != nil }
      let childEffect = withTemporary(Child.Action.self) { childAction -> Effect<Parent.Action> in
        guard toChildAction.extraction(action, childAction) else { return .none }
        defer { childAction.deinitialize(count: 1) }
        guard childWasPresent else {
          source.reportMissingChild(
            action: action.assumingMemoryBound(to: Parent.Action.self).pointee, of: "ifLet",
            missing: "its state was 'nil'")
          return .none
        }
        let effect = toChildState.modify(state) { childState in
          withUnsafeMutablePointer(to: &childState.pointee!) { child.run($0, childAction) }
        }
        return effect.isNone ? .none : effect.within(slot.component).embedded(by: toChildAction)
      }
      let effect = childEffect.merge(with: parent.run(state, action))
      guard childWasPresent, toChildState.read(state, { $0 == nil }) else { return effect.node }
      return effect.merge(with: .cancelChild(slot.component)).node
    }
  }

  /// Notices that an action put another child in the place of the one that was there, or ended a
  /// prompt, and cancels the effects of that.
  @inlinable
  static func watching(
    _ logic: ReducerLogic,
    _ toChildState: StateProjection<Parent.State, Child.State?>,
    _ toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    slot: ChildSlot,
    identity: ChildIdentity<Child.State>,
    ephemeral: EphemeralCheck<Child.State, Child.Action>
  ) -> ReducerLogic {
    let function = logic.function
    return ReducerLogic { state, action in
      let parentState = state.assumingMemoryBound(to: Parent.State.self)
      guard let idBefore = toChildState.withPointer(parentState, { identity(of: $0) }) else {
        return function(state, action)
      }
      let isOver =
        ephemeral.isNeeded
        && withTemporary(Child.Action.self) { childAction in
          guard toChildAction.extraction(action, childAction) else { return false }
          defer { childAction.deinitialize(count: 1) }
          return toChildState.withPointer(parentState) { ephemeral($0, childAction) }
        }
      let effect = Effect<Parent.Action>(erased: function(state, action))
      guard let idAfter = toChildState.withPointer(parentState, { identity(of: $0) }) else {
        return effect.node
      }
      if idAfter == idBefore {
        guard isOver else { return effect.node }
        toChildState.modify(parentState) { $0.pointee = nil }
      }
      return effect.merge(with: .cancelChild(slot.component)).node
    }
  }
}
