import OrderedCollections

extension Reducer {
  /// Runs a child feature on the element of a collection that an action addresses.
  ///
  /// The element runs before the parent, so that the parent may react to an element's action by
  /// removing it. When an element is removed, its effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.rows, action: \.rows) { Row() }
  /// ```
  ///
  /// An action for an element that is not there is reported as an issue and ignored.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection within the parent's state.
  ///   - toElementAction: The case of the parent's action that holds an element's id and action.
  ///   - element: The element's reducer.
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Action: CasePathable, Element.State == ElementState, Element.Action == ElementAction {
    _ForEachReducer(
      parent: self,
      toElementsState: toElementsState,
      toElementAction: AnyCasePath(toElementAction),
      element: element(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

extension Reducer {
  /// Runs a child feature on the element of a collection, where all actions are those of elements:
  /// `forEach(\.self, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toElementsState: The collection within the parent's state.
  ///   - toElementAction: `\.self`.
  ///   - element: The element's reducer.
  @_disfavoredOverload
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: KeyPath<Action, Action>,
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
      toElementAction: AnyCasePath(identity: toElementAction),
      element: element(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}

/// What `forEach(_:action:element:)` returns.
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
    let toElementAction = toElementAction
    let toElements = StateProjection(toElementsState)
    let slot = ChildSlot.make(for: toElementsState)
    let source = source
    let stamp = ElementStamp<Element.State>()
    return PreparedReducer(parent._prepare(), element.preparedAsElement()) { parent, element in
      ReducerLogic { state, action in
        let state = state.assumingMemoryBound(to: Parent.State.self)
        let action = action.assumingMemoryBound(to: Parent.Action.self)
        let structure = toElements.read(state) { $0.structure }
        let found =
          slot.mayHaveLost(structure) ? toElements.read(state) { ChildElements($0) } : nil
        var elementEffect: (id: ID, effect: Effect<Element.Action>)?
        if case .element(let id, let elementAction)? = toElementAction.extract(from: action.pointee)
        {
          let effect = toElements.modify(state) { elements -> Effect<Element.Action>? in
            guard let index = elements.pointee.index(id: id) else { return nil }
            return elements.pointee.reduce(at: index, stamp) { element(&$0.pointee, elementAction) }
          }
          if let effect {
            if !effect.isNone { elementEffect = (id, effect) }
          } else {
            source.reportMissingChild(
              action: action.pointee, of: "forEach",
              missing: "the collection has no element with that id")
          }
        }
        var effect = parent.run(state, action)
        let isChanged = toElements.read(state) { $0.structure } != structure
        if let (id, childEffect) = elementEffect {
          let (structure, isGone) = toElements.read(state) { elements in
            (elements.structure, isChanged && elements.index(id: id) == nil)
          }
          let node = childEffect.within(slot, id: id, structure, isOrphan: isGone).node
          if let node {
            effect = Effect(mapping: node) { toElementAction.embed(.element(id: id, action: $0)) }
              .merge(with: effect)
          }
        }
        guard slot.isOccupied, isChanged || found != nil else { return effect.node }
        let elements = isChanged ? toElements.read(state) { ChildElements($0) } : nil
        return slot.cancelling(found: found, now: elements).merge(with: effect).node
      }
    }
  }
}
