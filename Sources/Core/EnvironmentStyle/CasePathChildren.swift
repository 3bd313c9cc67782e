import CompanionSupport

/// State that holds the state of a child, or none, for operators that are given a case path.
///
/// One overload takes every kind: while the compiler looks for the types of a chain of operators,
/// each further one multiplies the time for each operator.
public protocol _CasePathChildState: _OptionalChildState {
  /// The operator for the child.
  static func _reducer<Parent: Reducer, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toChildAction: any _CasePath, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Child.State == _ChildState
}

extension Optional: _CasePathChildState {
  /// The operator for an optional child.
  public static func _reducer<Parent: Reducer, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toChildAction: any _CasePath, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Child.State == Wrapped {
    Reduce(
      _IfLetReducer(
        parent: parent, toChildState: toChildState,
        toChildAction: toChildAction.typed(file: filePath, line: line), child: child,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension PresentationState: _CasePathChildState {
  /// The operator for a presented child.
  public static func _reducer<Parent: Reducer, Child: Reducer>(
    parent: Parent, _ toChildState: WritableKeyPath<Parent.State, Self>,
    _ toChildAction: any _CasePath, child: Child,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Child.State == State {
    Reduce(
      _PresentationReducer(
        base: parent, toPresentationState: toChildState,
        toPresentationAction: toChildAction.typed(file: filePath, line: line), destination: child,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

/// State that holds the states of elements, for operators that are given a case path.
public protocol _CasePathChildCollection {
  /// The state of an element.
  associatedtype _RowState
  /// The id of an element.
  associatedtype _RowID

  /// The operator for the elements.
  static func _rows<Parent: Reducer, Row: Reducer, IDs: _SendableIDs>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toElementAction: any _CasePath, element: Row, ids: IDs.Type,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Row.State == _RowState, IDs.ID == _RowID
}

/// The ids of elements. A requirement of a protocol cannot itself require that an associated type
/// is `Sendable`.
public protocol _SendableIDs {
  /// The type of an id.
  associatedtype ID: Hashable & Sendable
}

/// The ids of elements.
public enum _IDs<ID: Hashable & Sendable>: _SendableIDs {}

extension IdentifiedArray: _CasePathChildCollection {
  /// The state of an element.
  public typealias _RowState = Element
  /// The id of an element.
  public typealias _RowID = ID

  /// The operator for the elements of a collection.
  public static func _rows<Parent: Reducer, Row: Reducer, IDs: _SendableIDs>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toElementAction: any _CasePath, element: Row, ids: IDs.Type,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Row.State == Element, IDs.ID == ID {
    let path: AnyCasePath<Parent.Action, IdentifiedAction<ID, Row.Action>>
    if let toPair = toElementAction as? AnyCasePath<Parent.Action, (ID, Row.Action)> {
      path = AnyCasePath(
        embed: { identified in
          switch identified {
          case .element(let id, let action): toPair.embed((id, action))
          }
        },
        extract: { toPair.extract(from: $0).map { .element(id: $0.0, action: $0.1) } })
    } else {
      path = toElementAction.typed(file: filePath, line: line)
    }
    return Reduce(
      _ForEachReducer(
        parent: parent, toElementsState: toElements, toElementAction: path, element: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension StackState: _CasePathChildCollection {
  /// The state of an element.
  public typealias _RowState = Element
  /// The id of an element.
  public typealias _RowID = StackElementID

  /// The operator for the elements of a navigation stack.
  public static func _rows<Parent: Reducer, Screen: Reducer, IDs: _SendableIDs>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toElementAction: any _CasePath, element: Screen, ids: IDs.Type,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action> where Screen.State == Element, IDs.ID == StackElementID {
    Reduce(
      _StackReducer(
        base: parent, toStackState: toElements,
        toStackAction: toElementAction.typed(file: filePath, line: line), destination: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}
