import CompanionSupport

/// The operator of the elements of a collection.
@usableFromInline
final class CollectionOperator<
  State, Action, ID: Hashable & Sendable, ChildState, ChildAction
>: ElementOperator {
  @usableFromInline typealias Note = ElementNote<ID, ChildState>

  @usableFromInline let state: StateProjection<State, IdentifiedArray<ID, ChildState>>
  @usableFromInline let action: AnyCasePath<Action, IdentifiedAction<ID, ChildAction>>
  @usableFromInline let slot: ChildSlot
  @usableFromInline let source: SourcePlace
  @usableFromInline let place = ElementPlace()
  @usableFromInline let layout = ObservedLayout.ofElements(ChildState.self)

  @inlinable
  init(
    _ state: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
    _ action: AnyCasePath<Action, IdentifiedAction<ID, ChildAction>>, _ source: SourcePlace
  ) {
    self.state = StateProjection(state)
    self.action = action
    self.source = source
    slot = .make(for: state)
  }

  @inlinable var name: String { "forEach" }
  @inlinable
  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess {
    ChildAccess(
      noteSize: MemoryLayout<Note>.size, destroyAction: destruction(of: ChildAction.self),
      enter: { self.enter($0, $1, $2, $3) },
      leave: { self.leave($0, $1, hasEffect: $2) },
      complete: complete)
  }

  @inlinable
  @inline(__always)
  func enter(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied, Note.isStorable else { return .unusual }
    let childAction = childAction.assumingMemoryBound(to: ChildAction.self)
    let state = address.assumingMemoryBound(to: State.self)
    guard case .child(let id) = take(childAction, from: action, in: state) else { return .none }
    guard let array = self.state.unobservedAddress(in: state),
      let element = array.pointee.mutableAddress(ofElement: id, place)
    else {
      childAction.deinitialize(count: 1)
      return .unusual
    }
    note.assumingMemoryBound(to: Note.self).initialize(to: Note(id: id, element: element))
    return .child(element, needsLeaving: true)
  }

  @inlinable
  func leave(
    _ address: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    let note = note.assumingMemoryBound(to: Note.self)
    if let array = state.address(in: address.assumingMemoryBound(to: State.self)),
      array.pointee.elementID(note.pointee.element.pointee) != note.pointee.id
    {
      renameElement(note.pointee.id, in: &array.pointee)
    }
    if !hasEffect { note.deinitialize(count: 1) }
  }

  @inlinable
  func takeNote(_ note: UnsafeMutableRawPointer) -> (place: ID, owner: ChildSighting?) {
    (note.assumingMemoryBound(to: Note.self).move().id, nil)
  }

  @inlinable
  @inline(__always)
  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<ID> {
    withTemporary(IdentifiedAction<ID, ChildAction>.self) { identifiedAction in
      guard self.action.extraction(action, identifiedAction) else { return .none }
      switch identifiedAction.move() {
      case .element(let id, let elementAction):
        childAction.initialize(to: elementAction)
        return .child(id)
      }
    }
  }

  @inlinable
  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at id: ID,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)? {
    self.state.modify(state) { elements -> (effect: Effect<ChildAction>, isOver: Bool)? in
      guard let index = elements.pointee.index(id: id) else { return nil }
      let effect = elements.pointee.reduce(at: index, layout) { child.run($0, childAction) }
      if elements.pointee.elementID(elements.pointee[unchecked: index]) != id {
        renameElement(id, in: &elements.pointee)
      }
      return (effect, false)
    }
  }

  /// Reports an element that has changed its id, and stores it under the new one.
  @usableFromInline
  @inline(never)
  func renameElement(_ id: ID, in elements: inout IdentifiedArray<ID, ChildState>) {
    guard let position = elements.index(id: id) else { return }
    let newID = elements.elementID(elements[unchecked: position])
    let hasReplaced = elements.move(elementAt: position, to: newID)
    source.report(
      """
      'forEach' at \(source.fileAndLine) ran an element that changed its own id.

        Old: \(id)
        New: \(newID)

      The element has its new id in the collection, too\
      \(hasReplaced ? ", and the other element with that id was removed" : ""). Its effects are \
      cancelled, as their actions would not find it. Declare the id with 'let'. For another element \
      in the same place, replace the element in the parent's reducer.
      """)
  }

  @inlinable
  func contains(_ id: ID, in state: UnsafeMutablePointer<State>) -> Bool {
    self.state.read(state) { $0.index(id: id) != nil }
  }

  @inlinable
  func absence(of id: ID, in state: UnsafeMutablePointer<State>) -> String {
    "the collection has no element with that id"
  }

  /// Elements are not removed by their actions.
  @inlinable
  func remove(_ id: ID, in state: UnsafeMutablePointer<State>) {}

  @inlinable
  func embed(_ effect: Effect<ChildAction>, of id: ID) -> Effect<Action> {
    guard let node = effect.node else { return .none }
    return Effect(mapping: node) { [action] in action.embed(.element(id: id, action: $0)) }
  }

  @inlinable
  func structure(in state: UnsafeMutablePointer<State>) -> UInt64 {
    self.state.read(state) { $0.structure }
  }

  @inlinable
  func elements(in state: UnsafeMutablePointer<State>) -> ChildElements {
    self.state.read(state) { ChildElements($0) }
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
