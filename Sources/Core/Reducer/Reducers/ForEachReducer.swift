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
    let logic = ForEachLogic<Parent.State, Parent.Action, ID, Element.State, Element.Action>(
      elements: StateProjection(toElementsState), action: toElementAction,
      slot: .make(for: toElementsState), source: source)
    return PreparedReducer(parent._prepare(), element.preparedAsElement()) { parent, element in
      ReducerLogic(logic.access(parent), child: element, next: parent) {
        logic.reduce($0, $1, parent, element)
      }
    }
  }
}

/// The work of `forEach` for each action. An object, as the functions that run with wrappers and
/// without share it.
@usableFromInline
final class ForEachLogic<State, Action, ID: Hashable & Sendable, ElementState, ElementAction> {
  @usableFromInline typealias Parent = PreparedReducer<State, Action>

  @usableFromInline let elements: StateProjection<State, IdentifiedArray<ID, ElementState>>
  @usableFromInline let action: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>
  @usableFromInline let slot: ChildSlot
  @usableFromInline let place = ElementPlace()
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    elements: StateProjection<State, IdentifiedArray<ID, ElementState>>,
    action: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    slot: ChildSlot,
    source: SourcePlace
  ) {
    self.elements = elements
    self.action = action
    self.slot = slot
    self.source = source
  }

  /// How most actions get to their element.
  @inlinable
  func access(_ parent: Parent) -> ChildAccess {
    typealias Note = ElementNote<ID, ElementState>
    // The only capture is this object: each more is loaded for every action.
    return ChildAccess(
      noteSize: MemoryLayout<Note>.size, destroyAction: destruction(of: ElementAction.self)
    ) {
      self.reachElement($0, $1, $2, $3)
    } leave: { address, note, hasEffect in
      let note = note.assumingMemoryBound(to: Note.self)
      if let array = self.elements.address(in: address.assumingMemoryBound(to: State.self)),
        array.pointee.elementID(note.pointee.element.pointee) != note.pointee.id
      {
        self.renameElement(note.pointee.id, in: &array.pointee)
      }
      if !hasEffect { note.deinitialize(count: 1) }
    } complete: { effect, address, action, note in
      let id = note.assumingMemoryBound(to: Note.self).move().id
      return self.complete(Effect(erased: effect), of: id, address, action, parent)
    }
  }

  /// Finds the element and its action.
  @inlinable
  @inline(__always)
  func reachElement(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied, ElementNote<ID, ElementState>.isStorable else { return .unusual }
    let childAction = childAction.assumingMemoryBound(to: ElementAction.self)
    guard let id = extract(childAction, from: action) else { return .none }
    let state = address.assumingMemoryBound(to: State.self)
    guard let array = elements.unobservedAddress(in: state),
      let element = array.pointee.mutableAddress(ofElement: id, place)
    else {
      childAction.deinitialize(count: 1)
      return .unusual
    }
    note.assumingMemoryBound(to: ElementNote<ID, ElementState>.self)
      .initialize(to: ElementNote(id: id, element: element))
    return .child(element, needsLeaving: true)
  }

  /// Takes the action of an element out of an action, if it has one, and returns the element's id.
  @inlinable
  @inline(__always)
  func extract(
    _ childAction: UnsafeMutablePointer<ElementAction>, from action: UnsafeRawPointer
  ) -> ID? {
    withTemporary(IdentifiedAction<ID, ElementAction>.self) { identifiedAction -> ID? in
      guard self.action.extraction(action, identifiedAction) else { return nil }
      switch identifiedAction.move() {
      case .element(let id, let elementAction):
        childAction.initialize(to: elementAction)
        return id
      }
    }
  }

  /// Runs the parent after an element that has returned an effect, while no other effects of
  /// elements run.
  @inlinable
  func complete(
    _ elementEffect: Effect<ElementAction>, of id: ID, _ address: UnsafeMutableRawPointer,
    _ action: UnsafeRawPointer, _ parent: Parent
  ) -> AnyEffectNode? {
    let effect = parent.run(address, action)
    return embed(elementEffect, of: id, in: address.assumingMemoryBound(to: State.self))
      .merge(with: effect).node
  }

  /// An element's effect as the parent's.
  @inlinable
  func embed(
    _ effect: Effect<ElementAction>, of id: ID, in state: UnsafeMutablePointer<State>
  ) -> Effect<Action> {
    let (structure, isGone) = elements.read(state) { ($0.structure, $0.index(id: id) == nil) }
    guard let node = effect.within(slot, id: id, structure, isOrphan: isGone).node else {
      return .none
    }
    return Effect(mapping: node) { [action] in action.embed(.element(id: id, action: $0)) }
  }

  /// Reports an element that has changed its id, and stores it under the new one.
  @usableFromInline
  @inline(never)
  func renameElement(_ id: ID, in elements: inout IdentifiedArray<ID, ElementState>) {
    guard let position = elements.index(id: id) else { return }
    let newID = elements.elementID(elements[unchecked: position])
    let hasReplaced = elements.move(elementAt: position, to: newID)
    source.report(
      """
      'forEach' at \(source.fileID):\(source.line) ran an element that changed its own id.

        Old: \(id)
        New: \(newID)

      The element has its new id in the collection, too\
      \(hasReplaced ? ", and the other element with that id was removed" : ""). Its effects are \
      cancelled, as their actions would not find it. Declare the id with 'let'. For another element \
      in the same place, replace the element in the parent's reducer.
      """)
  }

  @inlinable
  func reduce(
    _ address: UnsafeMutableRawPointer, _ actionAddress: UnsafeRawPointer, _ parent: Parent,
    _ element: PreparedReducer<ElementState, ElementAction>
  ) -> AnyEffectNode? {
    let state = address.assumingMemoryBound(to: State.self)
    let structure = elements.read(state) { $0.structure }
    let found = slot.mayHaveLost(structure) ? elements.read(state) { ChildElements($0) } : nil
    var elementEffect: (id: ID, effect: Effect<ElementAction>)?
    let parentAction = actionAddress.assumingMemoryBound(to: Action.self)
    if case .element(let id, let elementAction)? = action.extract(from: parentAction.pointee) {
      let effect = elements.modify(state) { elements -> Effect<ElementAction>? in
        guard let index = elements.pointee.index(id: id) else { return nil }
        let effect = element(&elements.pointee[unchecked: index], elementAction)
        if elements.pointee.elementID(elements.pointee[unchecked: index]) != id {
          renameElement(id, in: &elements.pointee)
        }
        return effect
      }
      if let effect {
        if !effect.isNone { elementEffect = (id, effect) }
      } else {
        source.reportMissingChild(
          action: parentAction.pointee, of: "forEach",
          missing: "the collection has no element with that id")
      }
    }
    var effect = parent.run(address, actionAddress)
    let isChanged = elements.read(state) { $0.structure } != structure
    if let (id, elementEffect) = elementEffect {
      effect = embed(elementEffect, of: id, in: state).merge(with: effect)
    }
    guard slot.isOccupied, isChanged || found != nil else { return effect.node }
    let now = isChanged ? elements.read(state) { ChildElements($0) } : nil
    return slot.cancelling(found: found, now: now).merge(with: effect).node
  }
}

/// Bookkeeping for one element during an action.
@usableFromInline
struct ElementNote<ID, Element> {
  @usableFromInline let id: ID
  /// Stays where it is: nothing else changes the collection meanwhile.
  @usableFromInline let element: UnsafeMutablePointer<Element>

  @inlinable
  init(id: ID, element: UnsafeMutablePointer<Element>) {
    self.id = id
    self.element = element
  }

  /// Whether a note may be kept with the actions on their way.
  @inlinable
  @inline(__always)
  static var isStorable: Bool { MemoryLayout<Self>.alignment <= 16 }
}

/// The position of the element that had the last action: often the next action is for the same.
@usableFromInline
final class ElementPlace {
  // Touched in the isolation of the store only, as all that reducers consist of.
  @exclusivity(unchecked) @usableFromInline var position = 0

  @usableFromInline
  init() {}
}
