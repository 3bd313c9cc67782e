/// Runs a child feature on a part of the parent's state, for the actions that are the child's.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(\.counter, action: \.counter) {
///     Counter()
///   }
///   Reduce { state, action in … }
/// }
/// ```
///
/// Where the property is a stored one, the child changes the parent's state in place at a fixed
/// offset; through a computed property its value is read, changed and written back.
public struct Scope<ParentState, ParentAction: CasePathable, Child: Reducer>: _PreparedReducer {
  @usableFromInline let toChildState: WritableKeyPath<ParentState, Child.State>
  @usableFromInline let toChildAction: CaseKeyPath<ParentAction, Child.Action>
  @usableFromInline let child: Child

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
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.child = child()
  }

  /// Embeds a child feature; the spelling of earlier versions.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(toChildState, action: toChildAction, child)
  }

  /// Prepares the child, and finds out how to reach its state and its actions.
  @inlinable
  public func _prepare() -> PreparedReducer<ParentState, ParentAction> {
    let child = child._prepare()
    return PreparedReducer(child, child) { child, _ in layer(of: child, before: nil) }
  }

  /// Prepares the child and what runs after it as one layer.
  @inlinable
  public func _prepare(
    before next: PreparedReducer<ParentState, ParentAction>
  ) -> PreparedReducer<ParentState, ParentAction> {
    PreparedReducer(child._prepare(), next) { layer(of: $0, before: $1) }
  }

  @inlinable
  func layer(
    of child: PreparedReducer<Child.State, Child.Action>,
    before next: PreparedReducer<ParentState, ParentAction>?
  ) -> ReducerLogic {
    ReducerLogic(
      TypedScopeLayer(
        state: StateProjection(toChildState),
        action: ParentAction.allCasePaths[keyPath: toChildAction],
        child: child,
        next: next))
  }
}
