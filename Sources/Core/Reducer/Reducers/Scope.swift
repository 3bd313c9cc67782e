import CompanionSupport

/// Runs a child feature on a part of the parent's state, for the child's actions.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(\.counter, action: \.counter) {
///     Counter()
///   }
///   Reduce { state, action in
///     if case .counter(.incrementButtonTapped) = action, state.counter.count == 10 {
///       state.detail = Counter.State()
///     }
///     return .none
///   }
/// }
/// ```
///
/// It is for a child that always exists. For an optional child use `ifLet`, for the elements of a
/// collection `forEach`: both also cancel the effects of a child that is removed.
///
/// The usual mistake is the order. The reducers of a body run from top to bottom: with `Scope`
/// above, the parent sees the state after the child has handled the action, as in the example; with
/// `Scope` below, the state before.
///
/// Where the property is a stored one, the child changes the parent's state in place at a fixed
/// offset; through a computed property its value is read, changed and written back.
public struct Scope<ParentState, ParentAction, Child: Reducer>: _PreparedReducer {
  /// The location of the child's state.
  @usableFromInline
  enum StatePath {
    case property(WritableKeyPath<ParentState, Child.State>)
    /// The parent's state is an enum, and the child's the payload of one of its cases.
    case enumCase(AnyCasePath<ParentState, Child.State>, SourcePlace)
  }

  @usableFromInline let toChildState: StatePath
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  @usableFromInline
  init(
    _ toChildState: StatePath, _ toChildAction: AnyCasePath<ParentAction, Child.Action>,
    _ child: Child
  ) {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child
  }

  /// Embeds a child feature.
  ///
  /// - Parameters:
  ///   - toChildState: The child's state within the parent's.
  ///   - toChildAction: The case of the parent's action that holds the child's.
  ///   - child: The child's reducer.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> _ child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    self.init(.property(toChildState), AnyCasePath(toChildAction), child())
  }

  /// Embeds a child feature; the spelling of earlier versions.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ParentAction: CasePathable, ChildState == Child.State, ChildAction == Child.Action {
    self.init(toChildState, action: toChildAction, child)
  }

  /// Embeds a child feature whose actions are all of the parent's:
  /// `Scope(\.counter, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toChildState: The child's state within the parent's.
  ///   - toChildAction: `\.self`.
  ///   - child: The child's reducer.
  @inlinable
  @_disfavoredOverload
  public init<ChildState>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> _ child: () -> Child
  ) where ChildState == Child.State, ParentAction == Child.Action {
    self.init(.property(toChildState), AnyCasePath(identity: toChildAction), child())
  }

  /// Embeds a child feature in a parent that has no actions but the child's; the spelling of
  /// earlier versions.
  @inlinable
  @_disfavoredOverload
  public init<ChildState>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: KeyPath<ParentAction, ParentAction>,
    @ReducerBuilder<ChildState, ParentAction> child: () -> Child
  ) where ChildState == Child.State, ParentAction == Child.Action {
    self.init(toChildState, action: toChildAction, child)
  }

  /// Prepares the child, and resolves its state and its actions.
  @inlinable
  public func _prepare() -> PreparedReducer<ParentState, ParentAction> {
    let child = child._prepare()
    return PreparedReducer(child, child) { child, _ in logic(of: child, before: nil) }
  }

  /// Prepares the child and the reducer that runs after it as one layer.
  @inlinable
  public func _prepare(
    before next: PreparedReducer<ParentState, ParentAction>
  ) -> PreparedReducer<ParentState, ParentAction> {
    PreparedReducer(child._prepare(), next) { logic(of: $0, before: $1) }
  }

  /// Runs the child for one of its actions.
  @inlinable
  public func reduce(
    into state: inout ParentState, action: ParentAction
  ) -> Effect<ParentAction> {
    guard !isCalledInStore, case .property(let toChildState) = toChildState else {
      return runCalled(into: &state, action: action)
    }
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    return child.reduce(into: &state[keyPath: toChildState], action: childAction)
      .embedded(by: toChildAction)
  }

  @inlinable
  func logic(
    of child: PreparedReducer<Child.State, Child.Action>,
    before next: PreparedReducer<ParentState, ParentAction>?
  ) -> ReducerLogic {
    switch toChildState {
    case .property(let toChildState):
      return ReducerLogic(
        TypedScopeLayer(
          state: StateProjection(toChildState), action: toChildAction,
          destruction: destruction(of: Child.Action.self), child: child, next: next))
    case .enumCase(let toChildState, let source):
      return logic(
        of: child, in: toChildState, source,
        before: next ?? PreparedReducer(ReducerLogic { _, _ in nil }))
    }
  }

  /// The reducer of a child whose state is the payload of an enum's case.
  @usableFromInline
  func logic(
    of child: PreparedReducer<Child.State, Child.Action>,
    in toChildState: AnyCasePath<ParentState, Child.State>, _ source: SourcePlace,
    before next: PreparedReducer<ParentState, ParentAction>
  ) -> ReducerLogic {
    CaseOperator(toChildState, toChildAction, source, slotFor: nil, name: "Scope")
      .logic(next, child)
  }
}
