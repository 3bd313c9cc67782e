import CompanionSupport

/// The operator of a presented child.
@usableFromInline
final class PresentationOperator<State, Action, ChildState, ChildAction>: OnlyChildOperator {
  @usableFromInline let state: PresentationProjection<State, ChildState>
  @usableFromInline let action: AnyCasePath<Action, PresentationAction<ChildAction>>
  private let presentedAction: AnyCasePath<Action, ChildAction>
  @usableFromInline let slot: ChildSlot
  @usableFromInline let source: SourcePlace
  @usableFromInline let identity = ChildIdentity<ChildState>()
  @usableFromInline let isEphemeral = EphemeralCheck<ChildState, ChildAction>()

  @usableFromInline
  init(
    _ state: WritableKeyPath<State, PresentationState<ChildState>>,
    _ action: AnyCasePath<Action, PresentationAction<ChildAction>>, _ source: SourcePlace
  ) {
    self.state = PresentationProjection(state)
    self.action = action
    presentedAction = action.appending(PresentationAction<ChildAction>.allCasePaths.presented)
    self.source = source
    slot = .make(for: state)
  }

  @inlinable var name: String { "ifLet" }
  @inlinable var isPresented: Bool { true }
  @inlinable
  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess {
    ChildAccess(
      noteSize: identity.isNeeded
        ? PresentationNote.sizeWithSighting : MemoryLayout<PresentationNote>.size,
      destroyAction: destruction(of: ChildAction.self),
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
    switch take(childAction, from: action, in: address.assumingMemoryBound(to: State.self)) {
    case .none: return .none
    case .removal: return .unusual
    case .child: break
    }
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

  @inlinable
  func leave(
    _ address: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    note.assumingMemoryBound(to: PresentationNote.self).pointee.leave()
    if identity.isNeeded, !hasEffect { PresentationNote.sighting(in: note).deinitialize(count: 1) }
  }

  @usableFromInline
  func takeNote(_ note: UnsafeMutableRawPointer) -> (place: Void, owner: ChildSighting?) {
    ((), identity.isNeeded ? PresentationNote.sighting(in: note).move() : .onlyChild)
  }

  @inlinable
  @inline(__always)
  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<Void> {
    withTemporary(PresentationAction<ChildAction>.self) { presentationAction in
      guard self.action.extraction(action, presentationAction) else { return .none }
      guard case .presented(let presented) = presentationAction.move() else { return .removal(()) }
      childAction.initialize(to: presented)
      return .child(())
    }
  }

  @usableFromInline
  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at place: Void,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)? {
    guard self.state.read(state, { _ in true }) != nil else { return nil }
    return self.state.modify(state) { presented in
      withUnsafeMutablePointer(to: &presented.pointee.uniqueBox().value!) { childState in
        let isOver = isEphemeral(childState, childAction)
        let presentation = PresentationNote()
        defer { presentation.leave() }
        return (child.run(childState, childAction), isOver)
      }
    }
  }

  @usableFromInline
  func absence(of place: Void, in state: UnsafeMutablePointer<State>) -> String {
    "nothing was presented"
  }

  @usableFromInline
  func remove(_ place: Void, in state: UnsafeMutablePointer<State>) {
    self.state.modify(state) { $0.pointee = PresentationState(box: nil) }
  }

  @usableFromInline
  func embed(_ effect: Effect<ChildAction>, of place: Void) -> Effect<Action> {
    effect.embedded(by: presentedAction)
  }

  @usableFromInline
  func dismissal(of place: Void) -> Action? { action.embed(.dismiss) }

  @usableFromInline
  func sighting(in state: UnsafeMutablePointer<State>) -> ChildSighting {
    ChildSighting(self.state.read(state) { identity($0) })
  }
}
