import CompanionSupport

/// The operator of a child whose state is the payload of a case of its parent's.
final class CaseOperator<State, Action, ChildState, ChildAction>: OnlyChildOperator {
  private let state: CaseProjection<State, ChildState>
  private let action: AnyCasePath<Action, ChildAction>
  let slot: ChildSlot
  let source: SourcePlace
  let name: String
  let endsEffects: Bool
  private let identity = ChildIdentity<ChildState>()

  /// - Parameters:
  ///   - keyPath: Distinguishes the child's place from others. Without one, as in a `Scope`,
  ///     effects do not end with the child.
  ///   - name: The operator's name in messages.
  init(
    _ state: AnyCasePath<State, ChildState>, _ action: AnyCasePath<Action, ChildAction>,
    _ source: SourcePlace, slotFor keyPath: AnyKeyPath?, name: String
  ) {
    self.state = CaseProjection(state)
    self.action = action
    self.source = source
    self.name = name
    slot = keyPath.map { .make(for: $0) } ?? .unused
    endsEffects = keyPath != nil
  }

  func access(complete: @escaping ChildAccess.Completing) -> ChildAccess {
    ChildAccess(
      destroyAction: destruction(of: ChildAction.self),
      enter: { self.enter($0, $1, $2, $3) },
      leave: { self.leave($0, $1, hasEffect: $2) },
      complete: complete)
  }

  @inline(__always)
  func enter(
    _ address: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer
  ) -> ChildEntrance {
    guard !slot.isOccupied else { return .unusual }
    guard self.action.extraction(action, childAction) else { return .none }
    guard !state.project(address) else { return .child(address, needsLeaving: true) }
    destroy(childAction)
    return .unusual
  }

  // Not inlined: a function looks up all types it needs when it is entered.
  @inline(never)
  private func destroy(_ childAction: UnsafeMutableRawPointer) {
    childAction.assumingMemoryBound(to: ChildAction.self).deinitialize(count: 1)
  }

  func leave(
    _ address: UnsafeMutableRawPointer, _ note: UnsafeMutableRawPointer, hasEffect: Bool
  ) {
    state.inject(into: address)
  }

  func take(
    _ childAction: UnsafeMutablePointer<ChildAction>, from action: UnsafeRawPointer,
    in state: UnsafeMutablePointer<State>
  ) -> ChildMessage<Void> {
    self.action.extraction(action, childAction) ? .child(()) : .none
  }

  func run(
    _ child: PreparedReducer<ChildState, ChildAction>, at place: Void,
    _ childAction: UnsafeMutablePointer<ChildAction>, in state: UnsafeMutablePointer<State>
  ) -> (effect: Effect<ChildAction>, isOver: Bool)? {
    self.state.modify(state) { child.run($0, childAction) }.map { ($0, false) }
  }

  func absence(of place: Void, in state: UnsafeMutablePointer<State>) -> String {
    "its state was '\(ActionName.caseName(of: state.pointee))'"
  }

  /// Only a prompt is removed by its actions, and `ifCaseLet` presents none.
  func remove(_ place: Void, in state: UnsafeMutablePointer<State>) {}

  func embed(_ effect: Effect<ChildAction>, of place: Void) -> Effect<Action> {
    effect.embedded(by: action)
  }

  func sighting(in state: UnsafeMutablePointer<State>) -> ChildSighting {
    guard endsEffects else { return .nothing }
    return ChildSighting(self.state.read(state) { identity($0) })
  }
}
