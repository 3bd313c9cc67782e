import CCore
import IssueReporting

extension Reducer {
  /// Runs the features on a navigation stack.
  ///
  /// The element that an action addresses runs before the parent. A popped element is removed after
  /// the parent, which can still read it; a pushed element exists when the parent runs. The effects
  /// of removed elements are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// An action for a missing element is reported as an issue.
  ///
  /// - Parameters:
  ///   - toStackState: The stack within the parent's state.
  ///   - toStackAction: The case of the parent's action that holds the stack's.
  ///   - destination: The reducer of the elements.
  @_disfavoredOverload
  @inlinable
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: CaseKeyPath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _StackReducer(
      base: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath(toStackAction),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer {
  /// Runs the features on a navigation stack, for a parent that has no actions but the stack's:
  /// `forEach(\.path, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toStackState: The stack within the parent's state.
  ///   - toStackAction: `\.self`.
  ///   - destination: The reducer of the elements.
  @_disfavoredOverload
  @inlinable
  public func forEach<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where Action == StackAction<DestinationState, DestinationAction> {
    _StackReducer(
      base: self,
      toStackState: toStackState,
      toStackAction: AnyCasePath<Action, Action>(),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `forEach(_:action:destination:)`.
public struct _StackReducer<Base: Reducer, Destination: Reducer>: _PreparedReducer {
  @usableFromInline let base: Base
  @usableFromInline
  let toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>
  @usableFromInline
  let toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>
  @usableFromInline let destination: Destination
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    base: Base,
    toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>,
    toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>,
    destination: Destination,
    source: SourcePlace
  ) {
    self.base = base
    self.toStackState = toStackState
    self.toStackAction = toStackAction
    self.destination = destination
    self.source = source
  }

  /// Prepares the parent and the elements' reducer.
  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let logic = StackLogic<Base.State, Base.Action, Destination.State, Destination.Action>(
      stack: StateProjection(toStackState),
      action: toStackAction,
      slot: .make(for: toStackState),
      source: source)
    return PreparedReducer(base._prepare(), destination.preparedAsElement()) { base, destination in
      ReducerLogic(logic.access(base), child: destination, next: base) {
        logic.reduce($0, $1, base, destination)
      }
    }
  }
}

/// The work of a stack for each action. An object, as the functions that run with wrappers and
/// without share it.
@usableFromInline
final class StackLogic<State, Action, ElementState, ElementAction> {
  @usableFromInline typealias Stack = StackState<ElementState>

  @usableFromInline let stack: StateProjection<State, Stack>
  @usableFromInline let action: AnyCasePath<Action, StackAction<ElementState, ElementAction>>
  private let source: SourcePlace
  @usableFromInline let slot: ChildSlot
  @usableFromInline let isEphemeral = EphemeralCheck<ElementState, ElementAction>()
  @usableFromInline let place = ElementPlace()

  @usableFromInline
  init(
    stack: StateProjection<State, Stack>,
    action: AnyCasePath<Action, StackAction<ElementState, ElementAction>>,
    slot: ChildSlot,
    source: SourcePlace
  ) {
    self.stack = stack
    self.action = action
    self.slot = slot
    self.source = source
  }

  /// How most actions get to their element.
  @inlinable
  func access(_ base: PreparedReducer<State, Action>) -> ChildAccess {
    // The only capture is this object: each more is loaded for every action.
    ChildAccess(
      noteSize: MemoryLayout<StackNote>.size,
      destroyAction: destruction(of: ElementAction.self)
    ) {
      self.reachElement($0, $1, $2, $3)
    } leave: { _, note, _ in
      note.assumingMemoryBound(to: StackNote.self).pointee.presentation.leave()
    } complete: { effect, address, action, note in
      let id = note.assumingMemoryBound(to: StackNote.self).pointee.id
      return self.complete(Effect(erased: effect), of: id, address, action, base)
    }
  }

  /// Finds the element and its action.
  @inlinable
  @inline(__always)
  func reachElement(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied else { return .unusual }
    let childAction = childAction.assumingMemoryBound(to: ElementAction.self)
    guard let extracted = extract(childAction, from: action) else { return .none }
    // Pushes and pops take the slow path.
    guard let id = extracted else { return .unusual }
    if let stackState = stack.unobservedAddress(in: address.assumingMemoryBound(to: State.self)),
      let element = stackState.pointee.storage.mutableAddress(ofElement: id, place),
      !isEphemeral.isNeeded
        || !isEphemeral(element, UnsafeRawPointer(childAction))
    {
      let noted = StackNote(id)
      note.assumingMemoryBound(to: StackNote.self).initialize(to: noted)
      return .child(element, needsLeaving: noted.presentation.isMark)
    }
    childAction.deinitialize(count: 1)
    return .unusual
  }

  /// Takes the action of an element out of an action, if it has one.
  ///
  /// - Returns: The id of the element, in an optional that is `nil` if the action pushes or pops;
  ///   `nil` if the action is not the stack's.
  @inlinable
  @inline(__always)
  func extract(
    _ childAction: UnsafeMutablePointer<ElementAction>, from action: UnsafeRawPointer
  ) -> StackElementID?? {
    withTemporary(StackAction<ElementState, ElementAction>.self) {
      stackAction -> StackElementID?? in
      guard self.action.extraction(action, stackAction) else { return .none }
      guard case .element(let id, let elementAction) = stackAction.move() else {
        return .some(nil)
      }
      childAction.initialize(to: elementAction)
      return id
    }
  }

  /// Runs the parent after an element that has returned an effect, while no other effects of
  /// elements run.
  @usableFromInline
  func complete(
    _ elementEffect: Effect<ElementAction>, of id: StackElementID,
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ base: PreparedReducer<State, Action>
  ) -> AnyEffectNode? {
    let effect = base.run(address, action)
    return embed(elementEffect, of: id, in: address.assumingMemoryBound(to: State.self))
      .merge(with: effect).node
  }

  @usableFromInline
  func reduce(
    _ address: UnsafeMutableRawPointer, _ actionAddress: UnsafeRawPointer,
    _ base: PreparedReducer<State, Action>, _ child: PreparedReducer<ElementState, ElementAction>
  ) -> AnyEffectNode? {
    let root = address.assumingMemoryBound(to: State.self)
    let structure = stack.read(root) { $0.storage.structure }
    let found =
      slot.mayHaveLost(structure) ? stack.read(root) { ChildElements($0.storage) } : nil
    var element: (id: StackElementID, effect: Effect<ElementAction>)?
    var effect = withTemporary(StackAction<ElementState, ElementAction>.self) { stackAction in
      guard action.extraction(actionAddress, stackAction) else {
        return base.run(address, actionAddress)
      }
      defer { stackAction.deinitialize(count: 1) }
      switch stackAction.pointee {
      case .element(let id, let elementAction):
        guard let (elementEffect, isOver) = reduce(root, id, elementAction, child) else {
          report(actionAddress, missing: id)
          return base.run(address, actionAddress)
        }
        element = (id, elementEffect)
        let effect = base.run(address, actionAddress)
        if isOver { pop(from: id, in: root) }
        return effect
      case .popFrom(let id):
        guard stack.read(root, { $0.storage.index(id: id) != nil }) else {
          report(actionAddress, missing: id)
          return base.run(address, actionAddress)
        }
        let effect = base.run(address, actionAddress)
        pop(from: id, in: root)
        return effect
      case .push(let id, let element):
        push(element, id: id, in: root, actionAddress)
        return base.run(address, actionAddress)
      }
    }
    let isChanged = stack.read(root) { $0.storage.structure } != structure
    if let element, !element.effect.isNone {
      effect = embed(element.effect, of: element.id, in: root).merge(with: effect)
    }
    guard slot.isOccupied, isChanged || found != nil else { return effect.node }
    let elements = isChanged ? stack.read(root) { ChildElements($0.storage) } : nil
    return slot.cancelling(found: found, now: elements).merge(with: effect).node
  }

  /// Runs the element with the given id, if it exists.
  ///
  /// - Returns: Its effect, and whether it is a prompt that the action has dismissed.
  private func reduce(
    _ root: UnsafeMutablePointer<State>, _ id: StackElementID, _ elementAction: ElementAction,
    _ child: PreparedReducer<ElementState, ElementAction>
  ) -> (Effect<ElementAction>, isOver: Bool)? {
    stack.modify(root) { stack in
      guard let index = stack.pointee.storage.index(id: id) else { return nil }
      return withUnsafeMutablePointer(to: &stack.pointee.storage[unchecked: index]) { element in
        withUnsafePointer(to: elementAction) { elementAction in
          let isOver = isEphemeral(element, elementAction)
          return (
            Effect(erased: Presentation.reduce { child.logic.function(element, elementAction) }),
            isOver
          )
        }
      }
    }
  }

  /// An element's effect as the parent's.
  private func embed(
    _ effect: Effect<ElementAction>, of id: StackElementID, in root: UnsafeMutablePointer<State>
  ) -> Effect<Action> {
    let (structure, isGone) = stack.read(root) {
      ($0.storage.structure, $0.storage.index(id: id) == nil)
    }
    return
      effect
      .embedded(
        by: action.appending(StackAction<ElementState, ElementAction>.allCasePaths[id: id])
      )
      .presented(
        slot, id: id, .elements(structure: structure), isOrphan: isGone,
        dismissal: action.embed(.popFrom(id: id)))
  }

  /// Removes an element and all above it, unless the parent has done so.
  private func pop(from id: StackElementID, in root: UnsafeMutablePointer<State>) {
    stack.modify(root) { stack in
      guard let index = stack.pointee.storage.index(id: id) else { return }
      stack.pointee.storage.removeSubrange(index...)
    }
  }

  private func push(
    _ element: ElementState, id: StackElementID, in root: UnsafeMutablePointer<State>,
    _ action: UnsafeRawPointer
  ) {
    let name = { ActionName.text(of: action.assumingMemoryBound(to: Action.self).pointee) }
    guard stack.read(root, { $0.storage.index(id: id) == nil }) else {
      source.report(
        """
        'forEach' at \(source.fileID):\(source.line) received a 'push' action with the id of an \
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
        'forEach' at \(source.fileID):\(source.line) received a 'push' action with an id that is \
        not the next one.

          Action: \(name())
              Id: \(id.debugDescription)
            Next: \(ids.peek().debugDescription)

        Elements get their ids in order, beginning with #0 in each test.
        """)
    }
    ids.skip(id)
    stack.modify(root) { $0.pointee.push(element, id: id) }
  }

  private func report(_ action: UnsafeRawPointer, missing id: StackElementID) {
    source.reportMissingChild(
      action: action.assumingMemoryBound(to: Action.self).pointee, of: "forEach",
      missing: "the stack has no element with the id \(id.debugDescription)")
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
