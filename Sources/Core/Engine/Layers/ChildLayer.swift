/// The result of looking for the child that an action may be for.
@usableFromInline
enum ChildEntrance {
  /// The action is not for the child.
  case none
  /// An exceptional case: the child is absent or observed, has running effects, is a prompt, …
  case unusual
  /// The address of the child's state. Its action is in the memory that the layer has provided.
  ///
  /// - Parameter needsLeaving: Whether ``ChildAccess/leave`` has work to do after this action.
  case child(UnsafeMutableRawPointer, needsLeaving: Bool)
}

/// The access of a ``ChildLayer`` to its child: functions specialized for the types of the feature.
@usableFromInline
struct ChildAccess {
  /// Extracts the child's action from the parent's, and finds the child.
  ///
  /// If it finds one, it has initialized the note, and the memory of the child's action. Otherwise
  /// nothing is initialized, and nothing was changed.
  @usableFromInline typealias Entering = (
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance

  /// Undoes the projection of the parent's state, and deinitializes the note unless there is an
  /// effect. Called if the entrance needs it.
  @usableFromInline typealias Leaving = (
    _ state: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, _ hasEffect: Bool
  ) -> Void

  /// Runs the reducers after the child, merges their effects with the child's, and deinitializes
  /// the note.
  @usableFromInline typealias Completing = (
    _ effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ note: UnsafeMutableRawPointer
  ) -> AnyEffectNode?

  /// The size of the note that the projection writes.
  let noteSize: Int
  /// Ends the life of the child's action.
  let destroyAction: Destruction
  let enter: Entering
  let leave: Leaving
  let complete: Completing

  @usableFromInline
  init(
    noteSize: Int = 0, destroyAction: @escaping Destruction, enter: @escaping Entering,
    leave: @escaping Leaving = { _, _, _ in }, complete: @escaping Completing
  ) {
    self.noteSize = noteSize
    self.destroyAction = destroyAction
    self.enter = enter
    self.leave = leave
    self.complete = complete
  }
}

/// The layer of an optional child: the wrapped value of an optional, the payload of a case, or a
/// presented feature.
///
/// The child runs before its parent, like the child of a ``Scope``, so that both share one path.
/// The common case is here: the child is present, none of its effects run, and it returns none. In
/// all other cases the operator's own function runs, for this layer and the layers below.
private final class ChildLayer: ScopeLayer {
  private let access: ChildAccess
  private let all: ErasedReducer

  init(
    _ access: ChildAccess, childAction: TemporaryLayout, child: ReducerLogic, next: ReducerLogic,
    all: @escaping ErasedReducer
  ) {
    self.access = access
    self.all = all
    super.init(access, childAction: childAction, child: child, next: next)
  }

  override func leave(
    _ state: UnsafeMutableRawPointer, note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    access.leave(state, note, hasEffect)
  }

  override func reduceNext(
    afterChild effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    note: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    access.complete(effect, state, action, note)
  }

  override func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    all(state, action)
  }
}

extension ReducerLogic {
  /// Runs an optional child, and the reducers after it.
  ///
  /// - Parameter all: The slow path: correct in every case, also where ``ChildAccess`` finds an
  ///   exceptional one.
  @usableFromInline
  init<ChildState, ChildAction, State, Action>(
    _ access: ChildAccess, child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<State, Action>, all: @escaping ErasedReducer
  ) {
    self.init(
      ChildLayer(
        access, childAction: TemporaryLayout(of: ChildAction.self), child: child.logic,
        next: next.logic, all: all))
  }
}
