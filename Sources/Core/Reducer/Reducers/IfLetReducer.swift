import IssueReporting

extension Reducer {
  /// Runs a child feature while its optional state is not `nil`.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by setting
  /// the state to `nil`. When the state becomes `nil`, or is replaced by one with another identity
  /// (the id of an `Identifiable` state, the case of an enum), the child's effects are cancelled.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     switch action {
  ///     case .detailButtonTapped: state.detail = Counter.State()
  ///     case .closeButtonTapped: state.detail = nil
  ///     default: break
  ///     }
  ///     return .none
  ///   }
  ///   .ifLet(\.detail, action: \.detail) { Counter() }
  /// }
  /// ```
  ///
  /// A child's action that arrives while the state is `nil` is reported as an issue and ignored.
  /// The usual cause is a reducer beside this one that removes the child before the child has seen
  /// the action. Remove the child in the reducer that `ifLet` is attached to, as above: the child
  /// runs first, and its effects are cancelled at once.
  ///
  /// - Parameters:
  ///   - toChildState: The optional child state.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable
  public func ifLet<
    ChildState: _OptionalChildState, ChildAction: CasePathable,
    Child: Reducer<ChildState._ChildState, ChildAction._ChildAction>
  >(
    _ toChildState: WritableKeyPath<State, ChildState>,
    action toChildAction: CaseKeyPath<Action, ChildAction>,
    @ReducerBuilder<ChildState._ChildState, ChildAction._ChildAction> then child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Action: CasePathable, ChildState._StateKind == ChildAction._ChildKind {
    ChildState._reducer(
      parent: self, toChildState, AnyCasePath(toChildAction), child: child(),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs a child feature while its optional state is not `nil`. Its actions need not be
  /// ``CasePathable``.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: The case of the parent's action that holds the child's.
  ///   - wrapped: The child's reducer.
  @_disfavoredOverload
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
      toChildAction: AnyCasePath(toWrappedAction),
      child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension Reducer {
  /// Runs a child feature on optional state, for a parent that has no actions but the child's:
  /// `ifLet(\.detail, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toWrappedState: The optional child state.
  ///   - toWrappedAction: `\.self`.
  ///   - wrapped: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<WrappedState, Wrapped: Reducer<WrappedState, Action>>(
    _ toWrappedState: WritableKeyPath<State, WrappedState?>,
    action toWrappedAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<WrappedState, Action> then wrapped: () -> Wrapped,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _IfLetReducer(
      parent: self,
      toChildState: toWrappedState,
      toChildAction: AnyCasePath<Action, Action>(),
      child: wrapped(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  /// Presents a prompt, such as an alert, which has no logic of its own: each of its actions sets
  /// its state to `nil`.
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

/// The return type of `ifLet(_:action:then:)`.
public struct _IfLetReducer<Parent: Reducer, Child: Reducer>: _PreparedReducer {
  @usableFromInline let parent: Parent
  @usableFromInline let toChildState: WritableKeyPath<Parent.State, Child.State?>
  @usableFromInline let toChildAction: AnyCasePath<Parent.Action, Child.Action>
  @usableFromInline let child: Child
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toChildState: WritableKeyPath<Parent.State, Child.State?>,
    toChildAction: AnyCasePath<Parent.Action, Child.Action>,
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
    let toChildAction = toChildAction
    let toChildState = StateProjection(toChildState)
    let slot = ChildSlot.make(for: self.toChildState)
    let source = source
    let identity = ChildIdentity<Child.State>()
    let ephemeral = EphemeralCheck<Child.State, Child.Action>()
    return PreparedReducer(parent._prepare(), child.preparedAsChild()) { parent, child in
      ReducerLogic(
        Self.access(parent, toChildState, toChildAction, slot, identity, ephemeral),
        child: child, next: parent
      ) { address, action in
        let state = address.assumingMemoryBound(to: Parent.State.self)
        let isOccupied = slot.isOccupied
        let found = isOccupied ? Self.sighting(in: state, toChildState, identity) : .nothing
        var isOver = false
        let childEffect = withTemporary(Child.Action.self) { childAction -> Effect<Child.Action> in
          guard toChildAction.extraction(action, childAction) else { return .none }
          defer { childAction.deinitialize(count: 1) }
          guard toChildState.read(state, { $0 != nil }) else {
            source.reportMissingChild(
              action: action.assumingMemoryBound(to: Parent.Action.self).pointee, of: "ifLet",
              missing: "its state was 'nil'")
            return .none
          }
          if ephemeral.isNeeded {
            isOver = toChildState.withPointer(state) { ephemeral($0, childAction) }
          }
          return toChildState.modify(state) { childState in
            withUnsafeMutablePointer(to: &childState.pointee!) { child.run($0, childAction) }
          }
        }
        // No effect to cancel or to start.
        if !isOccupied, !isOver, childEffect.isNone { return parent.run(address, action).node }
        return Self.finish(
          childEffect, found: isOccupied ? found : nil, isOver: isOver, parent, state, action,
          toChildState, toChildAction, slot: slot, identity: identity)
      }
    }
  }

  /// The path of most actions to the child.
  @inlinable
  static func access(
    _ parent: PreparedReducer<Parent.State, Parent.Action>,
    _ toChildState: StateProjection<Parent.State, Child.State?>,
    _ toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    _ slot: ChildSlot, _ identity: ChildIdentity<Child.State>,
    _ ephemeral: EphemeralCheck<Child.State, Child.Action>
  ) -> ChildAccess {
    let entry = OptionalEntry(
      state: toChildState, extraction: toChildAction.extraction, slot: slot, ephemeral: ephemeral)
    // The only capture is this object: each more is loaded for every action.
    return ChildAccess(destroyAction: destruction(of: Child.Action.self)) {
      address, action, childAction, _ in
      entry.reach(address, action, childAction)
    } complete: { effect, address, action, _ in
      Self.finish(
        Effect(erased: effect), found: nil, isOver: false, parent,
        address.assumingMemoryBound(to: Parent.State.self), action, toChildState, toChildAction,
        slot: slot, identity: identity)
    }
  }

  /// The current identity in the slot of the child.
  @inlinable
  @inline(never)
  static func sighting(
    in state: UnsafeMutablePointer<Parent.State>,
    _ toChildState: StateProjection<Parent.State, Child.State?>,
    _ identity: ChildIdentity<Child.State>
  ) -> ChildSighting {
    ChildSighting(toChildState.withPointer(state) { identity(ofOptionalAt: $0) })
  }

  /// Runs the parent after the child, and cancels the effects of a child that no longer exists.
  ///
  /// Separate, to keep the path of an action without effects short.
  @inlinable
  @inline(never)
  static func finish(
    _ childEffect: Effect<Child.Action>, found: ChildSighting?, isOver: Bool,
    _ parent: PreparedReducer<Parent.State, Parent.Action>,
    _ state: UnsafeMutablePointer<Parent.State>, _ action: UnsafeRawPointer,
    _ toChildState: StateProjection<Parent.State, Child.State?>,
    _ toChildAction: AnyCasePath<Parent.Action, Child.Action>,
    slot: ChildSlot, identity: ChildIdentity<Child.State>
  ) -> AnyEffectNode? {
    // The child's identity after it ran: a child may change its own identity without being
    // replaced.
    let left = sighting(in: state, toChildState, identity)
    // The prompt is dismissed before the parent reacts, which may show another one.
    if isOver { toChildState.modify(state) { $0.pointee = nil } }
    let parentEffect = parent.run(UnsafeMutableRawPointer(state), action)
    let now = sighting(in: state, toChildState, identity)
    let effect =
      childEffect.within(slot, now, isOrphan: now != left)
      .embedded(by: toChildAction).merge(with: parentEffect)
    guard let found else { return effect.node }
    return slot.cancelling(found: found, wasReplaced: now != left, now: now)
      .merge(with: effect).node
  }
}

/// Finds an optional child and its action.
@usableFromInline
final class OptionalEntry<State, ChildState, ChildAction> {
  @usableFromInline let state: StateProjection<State, ChildState?>
  @usableFromInline let extraction: CaseExtraction
  @usableFromInline let slot: ChildSlot
  @usableFromInline let ephemeral: EphemeralCheck<ChildState, ChildAction>

  @inlinable
  init(
    state: StateProjection<State, ChildState?>, extraction: @escaping CaseExtraction,
    slot: ChildSlot, ephemeral: EphemeralCheck<ChildState, ChildAction>
  ) {
    self.state = state
    self.extraction = extraction
    self.slot = slot
    self.ephemeral = ephemeral
  }

  @inlinable
  @inline(__always)
  func reach(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied else { return .unusual }
    guard extraction(action, childAction) else { return .none }
    let root = address.assumingMemoryBound(to: State.self)
    if let childState = state.address(in: root), !state.isObserved(in: root),
      let child = Optional.address(ofPayloadAt: childState),
      !ephemeral.isNeeded || !ephemeral(child, childAction)
    {
      return .child(UnsafeMutableRawPointer(child), needsLeaving: false)
    }
    childAction.assumingMemoryBound(to: ChildAction.self).deinitialize(count: 1)
    return .unusual
  }
}
