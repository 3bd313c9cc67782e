import CompanionSupport

/// State that holds the states of elements: an ``IdentifiedArray``, or a ``StackState``.
///
/// One function `forEach` takes both, for the reason that ``_OptionalChildState`` gives.
public protocol _ChildCollection<_ElementState> {
  /// The state of an element.
  associatedtype _ElementState
  /// The id of an element.
  associatedtype _ElementID: Hashable
  /// The kind of action that goes with it.
  associatedtype _ActionKind

  /// The operator for the elements.
  static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Element: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Element,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Element.State == _ElementState, Element.Action == SlotAction._ElementAction,
    SlotAction._ElementID == _ElementID, SlotAction._ActionKind == _ActionKind
}

/// The actions of elements: ``IdentifiedAction``, or ``StackAction``.
public protocol _ChildCollectionAction<_ElementAction> {
  /// The action of an element.
  associatedtype _ElementAction
  /// The id of an element.
  associatedtype _ElementID: Hashable & Sendable
  /// The kind of action, which the kind of collection implies.
  associatedtype _ActionKind
}

/// The kind of ``IdentifiedAction``.
public enum _IdentifiedElements {}

/// The kind of ``StackAction``.
public enum _StackElements<State> {}

extension IdentifiedAction: _ChildCollectionAction {
  /// The id of an element.
  public typealias _ElementID = ID
  /// The action of an element.
  public typealias _ElementAction = Action
  /// The kind of action that goes with the collection.
  public typealias _ActionKind = _IdentifiedElements
}

extension StackAction: _ChildCollectionAction {
  /// The id of an element.
  public typealias _ElementID = StackElementID
  /// The action of an element.
  public typealias _ElementAction = Action
  /// The kind of action that goes with the collection.
  public typealias _ActionKind = _StackElements<State>
}

extension IdentifiedArray: _ChildCollection {
  /// The id of an element.
  public typealias _ElementID = ID
  /// The state of an element.
  public typealias _ElementState = Element
  /// The kind of action that goes with the collection.
  public typealias _ActionKind = _IdentifiedElements

  /// The operator for it.
  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Row: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Row,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Row.State == Element, Row.Action == SlotAction._ElementAction,
    SlotAction._ElementID == ID, SlotAction._ActionKind == _IdentifiedElements
  {
    Reduce(
      _ForEachReducer(
        parent: parent, toElementsState: toElements, toElementAction: toSlotAction.typed(),
        element: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

extension StackState: _ChildCollection {
  /// The id of an element.
  public typealias _ElementID = StackElementID
  /// The state of an element.
  public typealias _ElementState = Element
  /// The kind of action that goes with the collection.
  public typealias _ActionKind = _StackElements<Element>

  /// The operator for it.
  @inlinable
  public static func _reducer<Parent: Reducer, SlotAction: _ChildCollectionAction, Screen: Reducer>(
    parent: Parent, _ toElements: WritableKeyPath<Parent.State, Self>,
    _ toSlotAction: AnyCasePath<Parent.Action, SlotAction>, element: Screen,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) -> Reduce<Parent.State, Parent.Action>
  where
    Screen.State == Element, Screen.Action == SlotAction._ElementAction,
    SlotAction._ElementID == StackElementID, SlotAction._ActionKind == _StackElements<Element>
  {
    Reduce(
      _StackReducer(
        base: parent, toStackState: toElements, toStackAction: toSlotAction.typed(),
        destination: element,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}
