import CompanionSupport

/// The operator of an optional child that is not presented.
@usableFromInline
final class OptionalOperator<State, Action, ChildState, ChildAction>: OnlyChildOperator {
  @usableFromInline let state: StateProjection<State, ChildState?>
  @usableFromInline let action: AnyCasePath<Action, ChildAction>
  @usableFromInline let slot: ChildSlot
  @usableFromInline let source: SourcePlace
  @usableFromInline let identity = ChildIdentity<ChildState>()
  /// Whether the child is a prompt, which any action dismisses. A prompt in a case of an enum is
  /// dismissed where it is presented only.
  @usableFromInline let isEphemeral = ChildState.self is any _EphemeralState.Type

  @inlinable
  init(
    _ state: WritableKeyPath<State, ChildState?>, _ action: AnyCasePath<Action, ChildAction>,
    _ source: SourcePlace
  ) {
    self.state = StateProjection(state)
    self.action = action
    self.source = source
    slot = .make(for: state)
  }

  @inlinable var name: String { "ifLet" }
  @inlinable
  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess {
    ChildAccess(
      destroyAction: destruction(of: ChildAction.self),
      enter: { self.enter($0, $1, $2, $3) }, complete: complete)
  }

  @inlinable
  @inline(__always)
  func enter(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied else { return .unusual }
    guard self.action.extraction(action, childAction) else { return .none }
    if let childState = state.unobservedAddress(in: address.assumingMemoryBound(to: State.self)),
      let child = Optional.address(ofPayloadAt: childState), !isEphemeral
    {
      return .child(UnsafeMutableRawPointer(child), needsLeaving: false)
    }
    childAction.assumingMemoryBound(to: ChildAction.self).deinitialize(count: 1)
    return .unusual
  }

  @inlinable
  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<Void> {
    self.action.extraction(action, childAction) ? .child(()) : .none
  }

  @inlinable
  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at place: Void,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)? {
    guard self.state.read(state, { $0 != nil }) else { return nil }
    let effect = self.state.modify(state) { childState in
      withUnsafeMutablePointer(to: &childState.pointee!) { child.run($0, childAction) }
    }
    return (effect, isEphemeral)
  }

  @inlinable
  func absence(of place: Void, in state: UnsafeMutablePointer<State>) -> String {
    "its state was 'nil'"
  }

  @inlinable
  func remove(_ place: Void, in state: UnsafeMutablePointer<State>) {
    self.state.modify(state) { $0.pointee = nil }
  }

  @inlinable
  func embed(_ effect: Effect<ChildAction>, of place: Void) -> Effect<Action> {
    effect.embedded(by: action)
  }

  @inlinable
  func sighting(in state: UnsafeMutablePointer<State>) -> ChildSighting {
    ChildSighting(self.state.withPointer(state) { identity(ofOptionalAt: $0) })
  }
}
