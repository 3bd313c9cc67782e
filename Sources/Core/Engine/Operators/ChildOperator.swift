import CompanionSupport

/// The part of an action that concerns an operator's child.
@usableFromInline
enum ChildMessage<Place> {
  /// The action is the parent's alone.
  case none
  /// The action is for the child at a place, and the child's is in the memory that was provided.
  case child(Place)
  /// The action removes the child at a place, such as a dismissal.
  case removal(Place)
}

/// An operator that runs a child before its parent and ends the effects of a child that is gone:
/// `ifLet`, `ifCaseLet` and `forEach`, for plain and for presented children.
///
/// The steps for an action are the same for all, and are here. An operator says where its child is,
/// and which one it is. Operators are objects, as the functions that run with wrappers and
/// without share them.
@usableFromInline
protocol ChildOperator<State, Action>: AnyObject {
  associatedtype State
  associatedtype Action
  associatedtype ChildState
  associatedtype ChildAction
  /// Distinguishes the children that an action may be for: the id of an element, nothing for an
  /// only child.
  associatedtype Place
  /// The contents of the slot before an action, to find the removed child afterwards.
  associatedtype Contents

  var slot: ChildSlot { get }
  var source: SourcePlace { get }
  /// The operator's name in messages.
  var name: String { get }
  /// Whether the child is presented: it finds its presentation, its dismissal comes after its
  /// parent, and it is the child that was there before the action. An enum that changes its own
  /// case is another child from then on; a child that is not presented may change its identity
  /// without being replaced.
  var isPresented: Bool { get }
  /// Whether effects end with the child.
  var endsEffects: Bool { get }

  // MARK: The path of most actions

  /// How most actions get to the child.
  ///
  /// Made by each type for itself, and with the operator as the only capture: the functions run for
  /// every action.
  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess
  /// Moves the note out of its memory: the place of the child and, if it is presented, the contents
  /// of the slot before the action.
  func takeNote(_ note: UnsafeMutableRawPointer) -> (place: Place, owner: ChildSighting?)

  // MARK: Every action

  /// Takes the child's action out of an action. A child that the action adds is added now, so that
  /// its parent finds it.
  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<Place>
  /// Runs the child, if it is there.
  ///
  /// - Returns: Its effect, and whether it is a prompt that the action dismisses.
  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at place: Place,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)?
  func contains(_ place: Place, in state: UnsafeMutablePointer<State>) -> Bool
  /// Why there is no child at a place, to complete "received a child action, but …".
  func absence(of place: Place, in state: UnsafeMutablePointer<State>) -> String
  /// Removes a child that is known to be the one that the action was for.
  func remove(_ place: Place, in state: UnsafeMutablePointer<State>)

  // MARK: Effects

  func sighting(in state: UnsafeMutablePointer<State>) -> ChildSighting
  /// Whether the child that an effect is of is no longer there.
  ///
  /// - Parameters:
  ///   - owner: The contents before the parent's reducer; if presented, before the child's.
  ///   - now: The contents after the parent's reducer.
  func isGone(
    _ place: Place, owner: ChildSighting, now: ChildSighting, in state: UnsafeMutablePointer<State>
  ) -> Bool
  /// The child's effect, with the parent's actions.
  func embed(_ effect: Effect<ChildAction>, of place: Place) -> Effect<Action>
  /// The id of a child among the children of the slot.
  func id(of place: Place) -> AnyHashableSendable?
  /// The action by which an effect of a presented child dismisses it.
  func dismissal(of place: Place) -> Action?
  func contents(in state: UnsafeMutablePointer<State>) -> Contents
  /// Cancels the effects of earlier actions whose child is gone.
  func cancelling(
    _ found: Contents, owner: ChildSighting, now: ChildSighting,
    in state: UnsafeMutablePointer<State>
  ) -> Effect<Action>
}

extension ChildOperator {
  @inlinable var isPresented: Bool { false }
  @inlinable var endsEffects: Bool { true }
  @inlinable
  func dismissal(of place: Place) -> Action? { nil }

  /// The parent with its child.
  @inlinable
  @inline(__always)
  func logic(
    _ parent: PreparedReducer<State, Action>, _ child: PreparedReducer<ChildState, ChildAction>
  ) -> ReducerLogic {
    let access = access { effect, address, action, note in
      let (place, owner) = self.takeNote(note)
      return self.finish(
        (place, Effect(erased: effect)), owner: owner, removing: nil, found: nil,
        address.assumingMemoryBound(to: State.self), action, parent)
    }
    return ReducerLogic(access, child: child, next: parent) { self.reduce($0, $1, parent, child) }
  }

  /// Runs the child and its parent, whatever is the case.
  @inlinable
  func reduce(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ parent: PreparedReducer<State, Action>, _ child: PreparedReducer<ChildState, ChildAction>
  ) -> AnyEffectNode? {
    let state = address.assumingMemoryBound(to: State.self)
    let found = slot.isOccupied ? contents(in: state) : nil
    var owner: ChildSighting?
    var reduced: (place: Place, effect: Effect<ChildAction>)?
    var removed: Place?
    func reportMissing(_ place: Place) {
      source.reportMissingChild(
        action: action.assumingMemoryBound(to: Action.self).pointee, of: name,
        missing: absence(of: place, in: state))
    }
    withTemporary(ChildAction.self) { childAction in
      switch take(childAction, from: action, in: state) {
      case .none: break
      case .removal(let place):
        guard contains(place, in: state) else { return reportMissing(place) }
        removed = place
      case .child(let place):
        defer { childAction.deinitialize(count: 1) }
        if isPresented { owner = sighting(in: state) }
        guard let (effect, isOver) = run(child, at: place, childAction, in: state) else {
          return reportMissing(place)
        }
        if !effect.isNone { reduced = (place, effect) }
        if isOver { removed = place }
      }
    }
    // No effect to cancel or to start.
    if found == nil, reduced == nil, removed == nil { return parent.run(address, action).node }
    return finish(
      reduced, owner: owner, removing: removed, found: found, state, action, parent)
  }

  /// Runs the parent after the child, and cancels the effects of a child that is gone.
  ///
  /// Separate, to keep the path of an action without effects short.
  @inlinable
  @inline(never)
  func finish(
    _ reduced: (place: Place, effect: Effect<ChildAction>)?, owner known: ChildSighting?,
    removing removed: Place?, found: Contents?, _ state: UnsafeMutablePointer<State>,
    _ action: UnsafeRawPointer, _ parent: PreparedReducer<State, Action>
  ) -> AnyEffectNode? {
    let owner = known ?? sighting(in: state)
    // A prompt is dismissed before its parent reacts, which may show another one.
    if let removed, !isPresented { remove(removed, in: state) }
    var effect = parent.run(UnsafeMutableRawPointer(state), action)
    // Its parent may have removed or replaced a presented child already.
    if let removed, isPresented,
      !isGone(removed, owner: owner, now: sighting(in: state), in: state)
    {
      remove(removed, in: state)
    }
    let now = sighting(in: state)
    if let (place, childEffect) = reduced {
      var embedded = embed(childEffect, of: place)
      if endsEffects {
        embedded = embedded.ofChild(
          ChildSlot.Component(
            slot: slot, id: id(of: place),
            isOrphan: isGone(place, owner: owner, now: now, in: state)),
          now, dismissal: dismissal(of: place))
      }
      effect = embedded.merge(with: effect)
    }
    guard let found else { return effect.node }
    return cancelling(found, owner: owner, now: now, in: state).merge(with: effect).node
  }
}

/// An operator whose slot holds one child, or none.
@usableFromInline
protocol OnlyChildOperator: ChildOperator where Place == Void, Contents == ChildSighting {}

extension OnlyChildOperator {
  @inlinable
  func takeNote(_ note: UnsafeMutableRawPointer) -> (place: Void, owner: ChildSighting?) {
    ((), nil)
  }
  @inlinable
  func contains(_ place: Void, in state: UnsafeMutablePointer<State>) -> Bool {
    sighting(in: state) != .nothing
  }
  @inlinable
  func isGone(
    _ place: Void, owner: ChildSighting, now: ChildSighting, in state: UnsafeMutablePointer<State>
  ) -> Bool { now != owner }
  @inlinable
  func id(of place: Void) -> AnyHashableSendable? { nil }
  @inlinable
  func contents(in state: UnsafeMutablePointer<State>) -> ChildSighting { sighting(in: state) }
  @inlinable
  func cancelling(
    _ found: ChildSighting, owner: ChildSighting, now: ChildSighting,
    in state: UnsafeMutablePointer<State>
  ) -> Effect<Action> {
    slot.cancelling(found: found, wasReplaced: now != owner, now: now)
  }
}

/// An operator whose slot holds a collection, which each change of its elements stamps anew.
@usableFromInline
protocol ElementOperator: ChildOperator
where Contents == (structure: UInt64, elements: ChildElements?) {
  associatedtype ID: Hashable & Sendable where Place == ID

  /// The stamp of the collection.
  func structure(in state: UnsafeMutablePointer<State>) -> UInt64
  func elements(in state: UnsafeMutablePointer<State>) -> ChildElements
}

extension ElementOperator {
  @inlinable
  func isGone(
    _ place: ID, owner: ChildSighting, now: ChildSighting, in state: UnsafeMutablePointer<State>
  ) -> Bool { !contains(place, in: state) }
  @inlinable
  func id(of place: ID) -> AnyHashableSendable? { AnyHashableSendable(place) }
  @inlinable
  func sighting(in state: UnsafeMutablePointer<State>) -> ChildSighting {
    .elements(structure: structure(in: state))
  }
  @inlinable
  func contents(in state: UnsafeMutablePointer<State>) -> Contents {
    let structure = structure(in: state)
    return (structure, slot.mayHaveLost(structure) ? elements(in: state) : nil)
  }
  @inlinable
  func cancelling(
    _ found: Contents, owner: ChildSighting, now: ChildSighting,
    in state: UnsafeMutablePointer<State>
  ) -> Effect<Action> {
    let isChanged = now != .elements(structure: found.structure)
    return slot.cancelling(
      found: found.elements, now: isChanged ? elements(in: state) : nil)
  }
}
