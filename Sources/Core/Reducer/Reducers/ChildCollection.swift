/// State that holds the states of elements: an ``IdentifiedArray``, or a ``StackState``.
///
/// One function `forEach` takes both, for the reason that ``_OptionalChildState`` gives.
public protocol _ChildCollection<ElementState> {
  /// The state of an element.
  associatedtype ElementState
  /// The id of an element.
  associatedtype ElementID: Hashable
  /// The kind of action that goes with it.
  associatedtype ActionKind

  /// The operator for the elements.
  static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Element: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Element,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Element.State == ElementState, Element.Action == SlotAction.ElementAction,
    SlotAction.ElementID == ElementID, SlotAction.ActionKind == ActionKind
}

/// The actions of elements: ``IdentifiedAction``, or ``StackAction``.
public protocol _ChildCollectionAction<ElementAction> {
  /// The action of an element.
  associatedtype ElementAction
  /// The id of an element.
  associatedtype ElementID: Hashable & Sendable
  /// The kind of action, which the kind of collection implies.
  associatedtype ActionKind
}

/// The kind of ``IdentifiedAction``.
public enum _IdentifiedElements {}

/// The kind of ``StackAction``.
public enum _StackElements<State> {}

extension IdentifiedAction: _ChildCollectionAction {
  public typealias ElementID = ID
  public typealias ElementAction = Action
  public typealias ActionKind = _IdentifiedElements
}

extension StackAction: _ChildCollectionAction {
  public typealias ElementID = StackElementID
  public typealias ElementAction = Action
  public typealias ActionKind = _StackElements<State>
}

extension IdentifiedArray: _ChildCollection {
  public typealias ElementID = ID
  public typealias ElementState = Element
  public typealias ActionKind = _IdentifiedElements

  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Row: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Row,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Row.State == Element, Row.Action == SlotAction.ElementAction,
    SlotAction.ElementID == ID, SlotAction.ActionKind == _IdentifiedElements
  {
    Reduce(
      _ForEachReducer(
        parent: parent, toElementsState: toElements, toElementAction: toSlotAction.typed(),
        element: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension StackState: _ChildCollection {
  public typealias ElementID = StackElementID
  public typealias ElementState = Element
  public typealias ActionKind = _StackElements<Element>

  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Screen: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Screen,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Screen.State == Element, Screen.Action == SlotAction.ElementAction,
    SlotAction.ElementID == StackElementID, SlotAction.ActionKind == _StackElements<Element>
  {
    Reduce(
      _StackReducer(
        base: parent, toStackState: toElements, toStackAction: toSlotAction.typed(),
        destination: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}
