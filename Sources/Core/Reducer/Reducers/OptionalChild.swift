import CompanionSupport

/// State that holds the state of a child, or none: an optional, or a ``PresentationState``.
///
/// One function `ifLet` takes both. The compiler does not know the state of
/// `Reduce { state, action in … }` until it has chosen an overload for each operator of the chain
/// that follows, so that a second overload would double the time for each operator.
public protocol _OptionalChildState<_ChildState> {
  /// The state of the child.
  associatedtype _ChildState
  /// The kind of the action that goes with it: see ``CasePathable/_ChildKind``.
  associatedtype _StateKind

  /// The operator for the child.
  static func _reducer<Parent: Reducer, SlotAction: CasePathable, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where Child.State == _ChildState, Child.Action == SlotAction._ChildAction
}

/// The kind of actions that are the child's own.
public enum _PlainChild {}

/// The kind of actions that are wrapped in ``PresentationAction``.
public enum _PresentedChild {}

extension Optional: _OptionalChildState {
  /// The state of the child.
  public typealias _ChildState = Wrapped
  /// The kind of action that goes with it.
  public typealias _StateKind = _PlainChild

  /// The operator for it.
  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: CasePathable, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where Child.State == Wrapped, Child.Action == SlotAction._ChildAction {
    Reduce(
      _IfLetReducer(
        parent: parent, toChildState: toChildState, toChildAction: toSlotAction.typed(),
        child: child,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension PresentationState: _OptionalChildState {
  /// The state of the child.
  public typealias _ChildState = State
  /// The kind of action that goes with it.
  public typealias _StateKind = _PresentedChild

  /// The operator for it.
  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: CasePathable, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where Child.State == State, Child.Action == SlotAction._ChildAction {
    Reduce(
      _PresentationReducer(
        base: parent, toPresentationState: toChildState,
        toPresentationAction: toSlotAction.typed(), destination: child,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension AnyCasePath {
  /// The same case path, whose payload has the type that its kind implies.
  @inlinable
  func typed<Payload>() -> AnyCasePath<Root, Payload> {
    guard let path = self as? AnyCasePath<Root, Payload> else {
      preconditionFailure("The kind of '\(Value.self)' is not the kind of '\(Payload.self)'.")
    }
    return path
  }
}
