/// An action of a session that came from outside or from the work of an effect, with the actions
/// that were processed with it at once, such as an `Effect.send`.
struct RecordedDelivery {
  /// The index of the action in the session.
  let action: Int
  /// The effect that sent it; `nil` if it came from outside.
  let effect: RecordedEffectOrigin?
  /// When it was processed, in nanoseconds since the first action.
  let at: Int64
  /// The number of the id of the next element of a stack, before it; `nil` if it is unknown.
  let nextElement: Int?

  /// Whether it could have come before the delivery ahead of it.
  ///
  /// - Parameters:
  ///   - index: The number of that one.
  ///   - gap: The longest time between two deliveries whose order may have been chance.
  func canPrecede(_ earlier: RecordedDelivery, at index: Int, within gap: Duration) -> Bool {
    .nanoseconds(at - earlier.at) <= gap && !needs(earlier, at: index)
  }

  /// Whether it can only come after another one, whichever order the tasks of the program run in.
  ///
  /// - Parameters:
  ///   - earlier: One that came before it.
  ///   - index: The number of that one.
  private func needs(_ earlier: RecordedDelivery, at index: Int) -> Bool {
    switch (effect, earlier.effect) {
    case (nil, nil): true
    case (nil, .some): false
    case (.some(let effect), let other):
      effect.delivery == index || other.map(effect.isSameSender) == true
    }
  }
}

/// The effect that sent an action.
struct RecordedEffectOrigin {
  /// The number of the effect in the session.
  let number: Int
  /// The delivery that started it; `nil` if that was before the session.
  let delivery: Int?
  /// The number of effects that the delivery started before; `nil` if it is unknown.
  let ordinal: Int?

  /// Whether two actions of effects come one after the other: from one effect, or from parts of a
  /// concatenation, which a session has as effects of their own.
  func isSameSender(_ other: RecordedEffectOrigin) -> Bool {
    if number == other.number { return true }
    guard let delivery, delivery == other.delivery else { return false }
    return ordinal == nil || ordinal == other.ordinal
  }
}
