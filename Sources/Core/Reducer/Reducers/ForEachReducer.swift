import CompanionSupport
import OrderedCollections

extension Reducer {
  /// Runs a child feature on elements of a collection, each addressed by the id in an action.
  ///
  /// The element runs before the parent, so that the parent may react to an element's action by
  /// removing it. When an element is removed, its effects are cancelled.
  ///
  /// ```swift
  /// var body: some ReducerOf<Self> {
  ///   Reduce { state, action in
  ///     if case .rows(.element(let id, .deleteButtonTapped)) = action {
  ///       state.rows.remove(id: id)
  ///     }
  ///     return .none
  ///   }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// }
  /// ```
  ///
  /// Actions address an element by its id, so that an effect of an element reaches it after others
  /// were moved or removed. An action costs the same among ten elements and among a million.
  ///
  /// An action for an element that is not there is reported as an issue and ignored. The usual
  /// cause is a reducer beside this one that removes the element first, or an effect of the parent
  /// that sends to an element later. Remove elements in the reducer that `forEach` is attached to,
  /// and return effects of an element from the element's reducer, where they end with it.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection within the parent's state.
  ///   - toElementAction: The case of the parent's action that holds an element's id and action.
  ///   - element: The element's reducer.
  @inlinable
  public func forEach<
    Elements: _ChildCollection, ElementAction: _ChildCollectionAction,
    Element: Reducer<Elements._ElementState, ElementAction._ElementAction>
  >(
    _ toElementsState: WritableKeyPath<State, Elements>,
    action toElementAction: CaseKeyPath<Action, ElementAction>,
    @ReducerBuilder<Elements._ElementState, ElementAction._ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Action: CasePathable, Elements._ElementID == ElementAction._ElementID,
    Elements._ActionKind == ElementAction._ActionKind
  {
    Elements._reducer(
      parent: self, toElementsState, AnyCasePath(toElementAction), element: element(),
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Reducer {
  /// Runs a child feature on elements of a collection, for a parent whose only actions are the
  /// actions of elements: `forEach(\.self, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection within the parent's state.
  ///   - toElementAction: `\.self`.
  ///   - element: The element's reducer.
  @_disfavoredOverload
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Action == IdentifiedAction<ID, ElementAction>, Element.State == ElementState,
    Element.Action == ElementAction
  {
    _ForEachReducer(
      parent: self,
      toElementsState: toElementsState,
      toElementAction: AnyCasePath<Action, Action>(),
      element: element(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// The return type of `forEach(_:action:element:)`.
public struct _ForEachReducer<Parent: Reducer, ID: Hashable & Sendable, Element: Reducer>:
  _PreparedReducer
{
  @usableFromInline
  let toElementsState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>
  @usableFromInline
  let toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>
  @usableFromInline let parent: Parent
  @usableFromInline let element: Element
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    parent: Parent,
    toElementsState: WritableKeyPath<Parent.State, IdentifiedArray<ID, Element.State>>,
    toElementAction: AnyCasePath<Parent.Action, IdentifiedAction<ID, Element.Action>>,
    element: Element,
    source: SourcePlace
  ) {
    self.parent = parent
    self.toElementsState = toElementsState
    self.toElementAction = toElementAction
    self.element = element
    self.source = source
  }

  /// Prepares the parent and the element.
  @inlinable
  public func _prepare() -> PreparedReducer<Parent.State, Parent.Action> {
    let elements = CollectionOperator(toElementsState, toElementAction, source)
    return PreparedReducer(parent._prepare(), element.preparedAsElement()) {
      elements.logic($0, $1)
    }
  }
}
