public import CCore

extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by
  /// dismissing it. For a `dismiss` action the parent runs first and can still read the child's
  /// state, which then becomes `nil`. When the child is dismissed, or replaced by one with another
  /// identity (the id of an `Identifiable` state, the case of an enum), its effects are cancelled.
  ///
  /// ```swift
  /// Reduce { state, action in … }
  ///   .ifLet(\.$destination, action: \.destination) { Destination() }
  /// ```
  ///
  /// An action for a child that is not presented is reported as an issue.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: The case of the parent's action that holds the presentation's.
  ///   - destination: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(toPresentationAction),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Presents a prompt, such as an alert, which has no logic of its own: each of its actions
  /// dismisses it.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: The case of the parent's action that holds the presentation's.
  @_disfavoredOverload
  @inlinable
  public func ifLet<DestinationState: _EphemeralState, DestinationAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: CaseKeyPath<Action, PresentationAction<DestinationAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action: CasePathable {
    ifLet(
      toPresentationState, action: toPresentationAction, destination: { EmptyReducer() },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension Reducer {
  /// Runs a feature while it is presented, for a parent that has no actions but the presentation's:
  /// `ifLet(\.$child, action: \.self)`.
  ///
  /// - Parameters:
  ///   - toPresentationState: The projected value of the parent's `@PresentationState` property.
  ///   - toPresentationAction: `\.self`.
  ///   - destination: The child's reducer.
  @_disfavoredOverload
  @inlinable
  public func ifLet<
    DestinationState, DestinationAction,
    Destination: Reducer<DestinationState, DestinationAction>
  >(
    _ toPresentationState: WritableKeyPath<State, PresentationState<DestinationState>>,
    action toPresentationAction: KeyPath<_WholeAction, _WholeAction>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action == PresentationAction<DestinationAction> {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath<Action, Action>(),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// The return type of `ifLet(_:action:destination:)`.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: _PreparedReducer {
  @usableFromInline let base: Base
  @usableFromInline
  let toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  @usableFromInline
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  @usableFromInline let destination: Destination
  @usableFromInline let source: SourcePlace

  @usableFromInline
  init(
    base: Base,
    toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>,
    toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>,
    destination: Destination,
    source: SourcePlace
  ) {
    self.base = base
    self.toPresentationState = toPresentationState
    self.toPresentationAction = toPresentationAction
    self.destination = destination
    self.source = source
  }

  /// Prepares the parent and the child.
  @inlinable
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let presentation = PresentationLogic<
      Base.State, Base.Action, Destination.State, Destination.Action
    >(
      state: toPresentationState, action: toPresentationAction,
      presentedAction: toPresentationAction.appending(
        PresentationAction<Destination.Action>.allCasePaths.presented),
      source: source)
    return PreparedReducer(base._prepare(), destination.preparedAsChild()) { base, destination in
      ReducerLogic(presentation.access(base), child: destination, next: base) {
        presentation.reduce($0, $1, base, destination)
      }
    }
  }
}

/// The processing of an action by a presentation. An object, because the functions with and without
/// instrumentation share it.
@usableFromInline
final class PresentationLogic<State, Action, ChildState, ChildAction> {
  @usableFromInline typealias Child = PreparedReducer<ChildState, ChildAction>

  @usableFromInline let state: PresentationProjection<State, ChildState>
  @usableFromInline let action: AnyCasePath<Action, PresentationAction<ChildAction>>
  private let presentedAction: AnyCasePath<Action, ChildAction>
  private let source: SourcePlace
  @usableFromInline let slot: ChildSlot
  @usableFromInline let identity = ChildIdentity<ChildState>()
  @usableFromInline let isEphemeral = EphemeralCheck<ChildState, ChildAction>()

  @usableFromInline
  init(
    state: WritableKeyPath<State, PresentationState<ChildState>>,
    action: AnyCasePath<Action, PresentationAction<ChildAction>>,
    presentedAction: AnyCasePath<Action, ChildAction>,
    source: SourcePlace
  ) {
    self.state = PresentationProjection(state)
    self.action = action
    slot = .make(for: state)
    self.presentedAction = presentedAction
    self.source = source
  }

  /// The path of most actions to the child.
  @inlinable
  func access(_ base: PreparedReducer<State, Action>) -> ChildAccess {
    let noteSize =
      identity.isNeeded ? PresentationNote.sizeWithSighting : MemoryLayout<PresentationNote>.size
    // The only capture is this object: each more is loaded for every action.
    return ChildAccess(noteSize: noteSize, destroyAction: destruction(of: ChildAction.self)) {
      self.reachChild($0, $1, $2, $3)
    } leave: { _, note, hasEffect in
      note.assumingMemoryBound(to: PresentationNote.self).pointee.leave()
      if self.identity.isNeeded, !hasEffect {
        PresentationNote.sighting(in: note).deinitialize(count: 1)
      }
    } complete: { effect, address, action, note in
      self.complete(
        Effect(erased: effect), address, action, base,
        found: self.identity.isNeeded ? PresentationNote.sighting(in: note).move() : .onlyChild)
    }
  }

  /// Finds the child and its action.
  @inlinable
  @inline(__always)
  func reachChild(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied else { return .unusual }
    let childAction = childAction.assumingMemoryBound(to: ChildAction.self)
    guard let isDismissal = extract(childAction, from: action) else { return .none }
    guard !isDismissal else { return .unusual }
    if let childState = state.unobservedState(in: address.assumingMemoryBound(to: State.self)),
      !isEphemeral.isNeeded || !isEphemeral(childState, UnsafeRawPointer(childAction))
    {
      if identity.isNeeded {
        PresentationNote.sighting(in: note)
          .initialize(to: ChildSighting(.some(identity(childState))))
      }
      let presentation = PresentationNote()
      note.assumingMemoryBound(to: PresentationNote.self).initialize(to: presentation)
      return .child(
        UnsafeMutableRawPointer(childState),
        needsLeaving: presentation.isMark || identity.isNeeded)
    }
    childAction.deinitialize(count: 1)
    return .unusual
  }

  /// Takes the child's action out of an action, if it has one.
  ///
  /// - Returns: Whether the action dismisses the child, or `nil` if it is not the presentation's.
  @inlinable
  @inline(__always)
  func extract(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer
  ) -> Bool? {
    withTemporary(PresentationAction<ChildAction>.self) {
      presentationAction -> Bool? in
      guard self.action.extraction(action, presentationAction) else { return nil }
      guard case .presented(let presented) = presentationAction.move() else { return true }
      childAction.initialize(to: presented)
      return false
    }
  }

  /// Runs the parent after a child that has returned an effect, while no other effects of the child
  /// run.
  @usableFromInline
  func complete(
    _ childEffect: Effect<ChildAction>, _ address: UnsafeMutableRawPointer,
    _ action: UnsafeRawPointer, _ base: PreparedReducer<State, Action>, found: ChildSighting
  ) -> AnyEffectNode? {
    let baseEffect = base.run(address, action)
    let sighting = sighting(in: address.assumingMemoryBound(to: State.self))
    return embed(childEffect, found: found, now: sighting).merge(with: baseEffect).node
  }

  /// The child's effect as the parent's.
  private func embed(
    _ effect: Effect<ChildAction>, found: ChildSighting, now sighting: ChildSighting
  ) -> Effect<Action> {
    effect.embedded(by: presentedAction)
      .presented(
        slot, sighting, isOrphan: sighting != found, dismissal: self.action.embed(.dismiss))
  }

  @usableFromInline
  func reduce(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ base: PreparedReducer<State, Action>, _ child: Child
  ) -> AnyEffectNode? {
    let root = address.assumingMemoryBound(to: State.self)
    let found = slot.isOccupied ? sighting(in: root) : nil
    let (result, baseEffect) = withTemporary(PresentationAction<ChildAction>.self) {
      presentationAction -> (ChildResult?, Effect<Action>) in
      guard self.action.extraction(action, presentationAction) else {
        return (nil, base.run(address, action))
      }
      defer { presentationAction.deinitialize(count: 1) }
      let before = self.sighting(in: root)
      guard before != .nothing else {
        source.reportMissingChild(
          action: action.assumingMemoryBound(to: Action.self).pointee, of: "ifLet",
          missing: "nothing was presented")
        return (nil, base.run(address, action))
      }
      switch presentationAction.pointee {
      case .dismiss:
        let effect = base.run(address, action)
        dismiss(before, in: root)
        return (nil, effect)
      case .presented(let childAction):
        let result = reduce(root, childAction, child, found: before)
        let effect = base.run(address, action)
        if result.isOver { dismiss(before, in: root) }
        return (result, effect)
      }
    }
    guard found != nil || result?.effect.isNone == false else { return baseEffect.node }
    let sighting = self.sighting(in: root)
    var effect = baseEffect
    if let result {
      effect = embed(result.effect, found: result.found, now: sighting).merge(with: baseEffect)
    }
    guard let found else { return effect.node }
    return slot.cancelling(found: found, wasReplaced: sighting != found, now: sighting)
      .merge(with: effect).node
  }

  /// The result of the child's processing of an action.
  private struct ChildResult {
    let effect: Effect<ChildAction>
    /// The child before the action. The effect belongs to it: an enum that changes its own case is
    /// another child from then on.
    let found: ChildSighting
    /// Whether the child is a prompt that the action has dismissed.
    let isOver: Bool
  }

  /// Runs the child.
  private func reduce(
    _ root: UnsafeMutablePointer<State>, _ childAction: ChildAction, _ child: Child,
    found: ChildSighting
  ) -> ChildResult {
    let (effect, isOver) = state.modify(root) { presented in
      let box = presented.pointee.uniqueBox()
      // The caller has checked that there is a child.
      return withUnsafeMutablePointer(to: &box.value!) { childState in
        return withUnsafePointer(to: childAction) { childAction in
          let isOver = isEphemeral(childState, childAction)
          let effect = Effect<ChildAction>(
            erased: Presentation.reduce { child.logic.function(childState, childAction) })
          return (effect, isOver)
        }
      }
    }
    return ChildResult(effect: effect, found: found, isOver: isOver)
  }

  /// The presented child.
  private func sighting(in root: UnsafeMutablePointer<State>) -> ChildSighting {
    ChildSighting(state.read(root) { identity($0) })
  }

  /// Dismisses the child, unless the parent has already dismissed or replaced it.
  private func dismiss(_ child: ChildSighting, in root: UnsafeMutablePointer<State>) {
    guard sighting(in: root) == child else { return }
    state.modify(root) { $0.pointee = PresentationState(box: nil) }
  }
}

/// Marks a presented feature while it reduces an action, so that its code finds its presentation.
/// If the identity of the child can change, its identity before the action follows in memory.
@usableFromInline
struct PresentationNote {
  /// The frame that has the mark, if it is this note's: not if a feature around this one is
  /// presented as well.
  @usableFromInline let frame: UnsafeMutablePointer<composable_frame>?

  /// Marks the code that runs from now on as presented.
  @inlinable
  init() {
    guard let frame = composable_get_frame(), !frame.pointee.is_presented else {
      self.frame = nil
      return
    }
    frame.pointee.is_presented = true
    self.frame = frame
  }

  /// Whether there is a mark to remove.
  @inlinable var isMark: Bool { frame != nil }

  /// Removes the mark.
  @inlinable
  func leave() {
    frame?.pointee.is_presented = false
  }

  @usableFromInline static var sizeWithSighting: Int {
    MemoryLayout<Self>.stride + MemoryLayout<ChildSighting>.size
  }

  @usableFromInline
  static func sighting(in note: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ChildSighting> {
    (note + MemoryLayout<Self>.stride).assumingMemoryBound(to: ChildSighting.self)
  }
}
