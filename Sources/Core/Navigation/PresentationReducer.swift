extension Reducer {
  /// Runs a feature while it is presented.
  ///
  /// The child runs before the parent, so that the parent may react to a child's action by
  /// dismissing it. After a `dismiss` action the parent runs first and may still look at the
  /// child's state, which then becomes `nil`. When the child is dismissed, or replaced by one with
  /// another identity (the id of an `Identifiable` state, the case of an enum), its effects are
  /// cancelled.
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

  /// Presents a prompt, such as an alert, which has no logic of its own: after any of its actions
  /// it is dismissed.
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
  /// Runs a feature while it is presented, where all actions are those of the presentation:
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
    action toPresentationAction: KeyPath<Action, Action>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Action == PresentationAction<DestinationAction> {
    _PresentationReducer(
      base: self,
      toPresentationState: toPresentationState,
      toPresentationAction: AnyCasePath(identity: toPresentationAction),
      destination: destination(),
      source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// What `ifLet(_:action:destination:)` returns.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: _PreparedReducer {
  let base: Base
  let toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  let destination: Destination
  let source: SourcePlace

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
  public func _prepare() -> PreparedReducer<Base.State, Base.Action> {
    let presentation = PresentationLogic<
      Base.State, Base.Action, Destination.State, Destination.Action
    >(
      state: PresentationProjection(toPresentationState),
      action: toPresentationAction,
      slot: .make(for: toPresentationState),
      source: source)
    return PreparedReducer(base._prepare(), destination.preparedAsChild()) { base, destination in
      ReducerLogic { presentation.reduce($0, $1, base, destination) }
    }
  }
}

/// What a presentation does for each action. An object, as the functions that run with wrappers and
/// without share it.
private final class PresentationLogic<State, Action, ChildState, ChildAction> {
  typealias Child = PreparedReducer<ChildState, ChildAction>

  private let state: PresentationProjection<State, ChildState>
  private let action: AnyCasePath<Action, PresentationAction<ChildAction>>
  private let presentedAction: AnyCasePath<Action, ChildAction>
  private let source: SourcePlace
  private let slot: ChildSlot
  private let identity = ChildIdentity<ChildState>()
  private let isEphemeral = EphemeralCheck<ChildState, ChildAction>()

  init(
    state: PresentationProjection<State, ChildState>,
    action: AnyCasePath<Action, PresentationAction<ChildAction>>,
    slot: ChildSlot,
    source: SourcePlace
  ) {
    self.state = state
    self.action = action
    self.slot = slot
    presentedAction = action.appending(PresentationAction<ChildAction>.allCasePaths.presented)
    self.source = source
  }

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
      effect = result.effect.embedded(by: presentedAction)
        .presented(
          slot, sighting, isOrphan: sighting != result.found,
          dismissal: self.action.embed(.dismiss)
        )
        .merge(with: baseEffect)
    }
    guard let found else { return effect.node }
    return slot.cancelling(found: found, wasReplaced: sighting != found, now: sighting)
      .merge(with: effect).node
  }

  /// What the child made of an action.
  private struct ChildResult {
    let effect: Effect<ChildAction>
    /// The child before the action, which is the one that the effect is of: an enum that changes
    /// its own case is another child from then on.
    let found: ChildSighting
    /// Whether it is a prompt that is over now.
    let isOver: Bool
  }

  /// Runs the child.
  private func reduce(
    _ root: UnsafeMutablePointer<State>, _ childAction: ChildAction, _ child: Child,
    found: ChildSighting
  ) -> ChildResult {
    let (effect, isOver) = state.modify(root) { presented in
      let box = presented.pointee.uniqueBox()
      // There is a child: the caller has looked.
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

  /// What is presented.
  private func sighting(in root: UnsafeMutablePointer<State>) -> ChildSighting {
    ChildSighting(state.read(root) { identity($0) })
  }

  /// Dismisses the child, unless the parent has done so, or presents another by now.
  private func dismiss(_ child: ChildSighting, in root: UnsafeMutablePointer<State>) {
    guard sighting(in: root) == child else { return }
    state.modify(root) { $0.pointee = PresentationState(box: nil) }
  }
}
