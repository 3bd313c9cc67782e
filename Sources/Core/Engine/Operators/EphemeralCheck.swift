/// Determines whether a presented state is a prompt that an action dismisses: the state itself, or
/// the payload of an enum's case.
@usableFromInline
struct EphemeralCheck<State, Action> {
  private let isOver: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  /// Whether a state of this type can be a prompt.
  @usableFromInline let isNeeded: Bool

  @usableFromInline
  init() {
    isOver = Self.makeCheck()
    isNeeded = isOver != nil
  }

  private static func makeCheck() -> ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)? {
    if State.self is any _EphemeralState.Type { return { _, _ in true } }
    guard RuntimeMetadata.isKnown else { return isOverByReflection }
    guard let states = EnumMetadata(State.self), let actions = EnumMetadata(Action.self) else {
      return nil
    }
    let prompts = (0..<states.caseCount).map { tag in
      states.payload(ofCase: tag).flatMap { payload in
        (payload.type as? any _EphemeralState.Type).map { actionType(of: $0) }
      }
    }
    guard prompts.contains(where: { $0 != nil }) else { return nil }
    let payloads = (0..<actions.caseCount).map { tag in
      actions.payload(ofCase: tag).map { ObjectIdentifier($0.type) }
    }
    return { state, action in
      let tag = states.tag(of: state)
      guard tag < prompts.count, let prompt = prompts[tag] else { return false }
      let actionTag = actions.tag(of: action)
      return actionTag < payloads.count && payloads[actionTag] == prompt
    }
  }

  private static func isOverByReflection(
    _ state: UnsafeRawPointer, _ action: UnsafeRawPointer
  ) -> Bool {
    let state = MirroredCase(state.assumingMemoryBound(to: State.self).pointee)
    let action = MirroredCase(action.assumingMemoryBound(to: Action.self).pointee)
    guard let prompt = state?.payload as? any _EphemeralState, let payload = action?.payload else {
      return false
    }
    func isAction<Prompt: _EphemeralState>(of _: Prompt) -> Bool {
      type(of: payload) == Prompt.Action.self
    }
    return isAction(of: prompt)
  }

  /// Whether `action` dismisses the prompt in `state`.
  @usableFromInline
  func callAsFunction(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) -> Bool {
    isOver?(state, action) ?? false
  }

  private static func actionType<Prompt: _EphemeralState>(of _: Prompt.Type) -> ObjectIdentifier {
    ObjectIdentifier(Prompt.Action.self)
  }
}
