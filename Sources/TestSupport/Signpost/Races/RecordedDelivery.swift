/// An action of a session that came from outside or from the work of an effect, with the actions
/// that were processed with it at once, as those of `Effect.send` are.
struct RecordedDelivery {
  /// The index of the action in the session.
  let action: Int
  /// The effect that sent it; `nil` if it came from outside.
  let effect: RecordedEffectOrigin?
  /// When it was processed, in nanoseconds since the first action.
  let at: Int64
  /// The number of the id of the next element of a stack, before it.
  let nextElement: Int

  /// Whether it can only come after another one, whichever order the tasks of the program run in.
  ///
  /// - Parameters:
  ///   - earlier: One that came before it.
  ///   - index: The number of that one.
  func needs(_ earlier: RecordedDelivery, at index: Int) -> Bool {
    switch (effect, earlier.effect) {
    case (nil, nil): true
    case (nil, .some): false
    case (.some(let effect), let other): effect.delivery == index || effect.number == other?.number
    }
  }
}

/// The effect that sent an action.
struct RecordedEffectOrigin {
  /// The number of the effect in the session.
  let number: Int
  /// The delivery that started it; `nil` if that was before the session.
  let delivery: Int?
  /// Which of that delivery's effects it is; `nil` if that cannot be told.
  let ordinal: Int?
}
