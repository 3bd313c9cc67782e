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
    let layer = layer()
    return PreparedReducer(inPlace: { state, action in layer.reduce(state, action) })
  }

  /// Prepares the child and what runs after it as one function.
  @inlinable
  public func _prepare(
    before next: PreparedReducer<ParentState, ParentAction>
  ) -> PreparedReducer<ParentState, ParentAction> {
    let layer = layer(before: next)
    return PreparedReducer(inPlace: { state, action in
      layer.reduce(state, action).merge(with: layer.next.run(state, action))
    })
  }

  @inlinable
  func layer(
    before next: PreparedReducer<ParentState, ParentAction> = .init(inPlace: { _, _ in .none })
  ) -> ScopeLayer<ParentState, ParentAction, Child.State, Child.Action> {
    ScopeLayer(
      state: StateProjection(toChildState),
      action: ParentAction.allCasePaths[keyPath: toChildAction],
      child: child._prepare(),
      next: next)
  }
}

/// What a prepared ``Scope`` captures, as one object: a function's only capture is at hand in it,
/// several have to be fetched one by one for each action. What is rare is in methods of its own,
/// which keeps the common path short.
@usableFromInline
final class ScopeLayer<ParentState, ParentAction, ChildState, ChildAction> {
  @usableFromInline let state: StateProjection<ParentState, ChildState>
  @usableFromInline let action: AnyCasePath<ParentAction, ChildAction>
  @usableFromInline let child: PreparedReducer<ChildState, ChildAction>
  @usableFromInline let next: PreparedReducer<ParentState, ParentAction>

  @inlinable
  init(
    state: StateProjection<ParentState, ChildState>,
    action: AnyCasePath<ParentAction, ChildAction>,
    child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<ParentState, ParentAction>
  ) {
    self.state = state
    self.action = action
    self.child = child
    self.next = next
  }

  @inlinable
  @inline(__always)
  func reduce(
    _ state: UnsafeMutablePointer<ParentState>, _ action: UnsafePointer<ParentAction>
  ) -> Effect<ParentAction> {
    withTemporary(ChildAction.self) { childAction in
      guard self.action.extraction(action, childAction) else { return .none }
      defer { childAction.deinitialize(count: 1) }
      let effect =
        if let childState = self.state.address(in: state) {
          child.run(childState, childAction)
        } else {
          reduceThroughKeyPath(state, childAction)
        }
      return effect.isNone ? .none : embed(effect)
    }
  }

  @inline(never)
  @usableFromInline
  func reduceThroughKeyPath(
    _ state: UnsafeMutablePointer<ParentState>, _ childAction: UnsafePointer<ChildAction>
  ) -> Effect<ChildAction> {
    self.state.modify(state) { child.run($0, childAction) }
  }

  @inline(never)
  @usableFromInline
  func embed(_ effect: Effect<ChildAction>) -> Effect<ParentAction> {
    effect.embedded(by: action)
  }
}
