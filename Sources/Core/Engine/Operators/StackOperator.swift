import CompanionSupport
import IssueReporting

/// The operator of the elements of a navigation stack.
@usableFromInline
final class StackOperator<State, Action, ChildState, ChildAction>: ElementOperator {
  @usableFromInline typealias ID = StackElementID

  @usableFromInline let state: StateProjection<State, StackState<ChildState>>
  @usableFromInline let action: AnyCasePath<Action, StackAction<ChildState, ChildAction>>
  @usableFromInline let slot: ChildSlot
  @usableFromInline let source: SourcePlace
  @usableFromInline let isEphemeral = EphemeralCheck<ChildState, ChildAction>()
  @usableFromInline let place = ElementPlace()
  @usableFromInline let layout = ObservedLayout.ofElements(ChildState.self)

  @inlinable
  init(
    _ state: WritableKeyPath<State, StackState<ChildState>>,
    _ action: AnyCasePath<Action, StackAction<ChildState, ChildAction>>, _ source: SourcePlace
  ) {
    self.state = StateProjection(state)
    self.action = action
    self.source = source
    slot = .make(for: state)
  }

  @inlinable var name: String { "forEach" }
  @inlinable var isPresented: Bool { true }
  @inlinable
  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess {
    ChildAccess(
      noteSize: MemoryLayout<StackNote>.size, destroyAction: destruction(of: ChildAction.self),
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
    guard !slot.isOccupied else { return .unusual }
    let childAction = childAction.assumingMemoryBound(to: ChildAction.self)
    guard let id = elementID(childAction, from: action) else { return .none }
    // Pushes and pops take the slow path.
    guard let id else { return .unusual }
    if let stack = state.unobservedAddress(in: address.assumingMemoryBound(to: State.self)),
      let element = stack.pointee.storage.mutableAddress(ofElement: id, place),
      !isEphemeral.isNeeded || !isEphemeral(element, UnsafeRawPointer(childAction))
    {
      let noted = StackNote(id)
      note.assumingMemoryBound(to: StackNote.self).initialize(to: noted)
      return .child(element, needsLeaving: noted.presentation.isMark)
    }
    childAction.deinitialize(count: 1)
    return .unusual
  }

  @inlinable
  func leave(
    _ address: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    note.assumingMemoryBound(to: StackNote.self).pointee.presentation.leave()
  }

  @inlinable
  func takeNote(
    _ note: UnsafeMutableRawPointer
  ) -> (place: StackElementID, owner: ChildSighting?) {
    (note.assumingMemoryBound(to: StackNote.self).pointee.id, nil)
  }

  /// Takes the action of an element out of an action, if it has one.
  ///
  /// - Returns: The id of the element, in an optional that is `nil` if the action pushes or pops;
  ///   `nil` if the action is not the stack's.
  @inlinable
  @inline(__always)
  func elementID(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer
  ) -> StackElementID?? {
    withTemporary(StackAction<ChildState, ChildAction>.self) { stackAction -> StackElementID?? in
      guard self.action.extraction(action, stackAction) else { return .none }
      guard case .element(let id, let elementAction) = stackAction.move() else {
        return .some(nil)
      }
      childAction.initialize(to: elementAction)
      return id
    }
  }

  @usableFromInline
  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<StackElementID> {
    withTemporary(StackAction<ChildState, ChildAction>.self) { stackAction in
      guard self.action.extraction(action, stackAction) else { return .none }
      switch stackAction.move() {
      case .element(let id, let elementAction):
        childAction.initialize(to: elementAction)
        return .child(id)
      case .popFrom(let id): return .removal(id)
      case .push(let id, let element):
        push(element, id: id, in: state, action)
        return .none
      }
    }
  }

  @usableFromInline
  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at id: StackElementID,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)? {
    self.state.modify(state) { stack -> (effect: Effect<ChildAction>, isOver: Bool)? in
      guard let index = stack.pointee.storage.index(id: id) else { return nil }
      return stack.pointee.storage.reduce(at: index, layout) { element in
        let isOver = isEphemeral(element, childAction)
        let presentation = PresentationNote()
        defer { presentation.leave() }
        return (child.run(element, childAction), isOver)
      }
    }
  }

  private func push(
    _ element: ChildState, id: StackElementID, in root: UnsafeMutablePointer<State>,
    _ action: UnsafeRawPointer
  ) {
    let name = { ActionName.text(of: action.assumingMemoryBound(to: Action.self).pointee) }
    guard self.state.read(root, { $0.storage.index(id: id) == nil }) else {
      source.report(
        """
        'forEach' at \(source.fileAndLine) received a 'push' action with the id of an \
        element that is on the stack already.

          Action: \(name())
              Id: \(id.debugDescription)

        The stack was left as it is. Every element needs an id of its own: append to the stack in a \
        reducer, which draws one, or send 'push' with an id that was not used.
        """)
      return
    }
    let ids = StackElementIDGenerator.current
    if isTesting, id.generation > ids.peek().generation {
      source.report(
        """
        'forEach' at \(source.fileAndLine) received a 'push' action with an id that is \
        not the next one.

          Action: \(name())
              Id: \(id.debugDescription)
            Next: \(ids.peek().debugDescription)

        Elements get their ids in order, beginning with #0 in each test.
        """)
    }
    ids.skip(id)
    self.state.modify(root) { $0.pointee.push(element, id: id) }
  }

  @usableFromInline
  func contains(_ id: StackElementID, in state: UnsafeMutablePointer<State>) -> Bool {
    self.state.read(state) { $0.storage.index(id: id) != nil }
  }

  @usableFromInline
  func absence(of id: StackElementID, in state: UnsafeMutablePointer<State>) -> String {
    "the stack has no element with the id \(id.debugDescription)"
  }

  /// Removes an element and all above it, unless the parent has done so.
  @usableFromInline
  func remove(_ id: StackElementID, in state: UnsafeMutablePointer<State>) {
    self.state.modify(state) { stack in
      guard let index = stack.pointee.storage.index(id: id) else { return }
      stack.pointee.storage.removeSubrange(index...)
    }
  }

  @usableFromInline
  func embed(_ effect: Effect<ChildAction>, of id: StackElementID) -> Effect<Action> {
    effect.embedded(
      by: action.appending(StackAction<ChildState, ChildAction>.allCasePaths[id: id]))
  }

  @usableFromInline
  func dismissal(of id: StackElementID) -> Action? { action.embed(.popFrom(id: id)) }

  @usableFromInline
  func structure(in state: UnsafeMutablePointer<State>) -> UInt64 {
    self.state.read(state) { $0.storage.structure }
  }

  @usableFromInline
  func elements(in state: UnsafeMutablePointer<State>) -> ChildElements {
    self.state.read(state) { ChildElements($0.storage) }
  }
}

/// Bookkeeping for one element of a stack during an action. Trivially destructible.
@usableFromInline
struct StackNote {
  @usableFromInline let id: StackElementID
  /// The presentation whose observers are notified.
  @usableFromInline let presentation: PresentationNote

  @inlinable
  init(_ id: StackElementID) {
    self.id = id
    presentation = PresentationNote()
  }
}
