import ComposableCore

/// The state after some deliveries, and the effects that they have started and cancelled.
@MainActor
struct DeliveryResult<State> {
  let state: State
  /// The effects that the last two deliveries have started, by the number of the delivery: where
  /// they were created.
  let started: [Int: [String]]
  /// The effects that the last two deliveries have cancelled, with the numbers that deliveries have
  /// in the session. All others are the same in both orders.
  let cancelled: Set<HeldEffect>

  /// - Parameters:
  ///   - last: The numbers of the last two deliveries, in the order they came in.
  ///   - position: The position of the first of them in the store.
  ///   - cancelled: The effects that they have cancelled, by the positions of deliveries.
  init<Action>(
    _ store: HeldStore<State, Action>, last: [Int], at position: Int, cancelled: [HeldEffect]
  ) {
    state = store.state
    started = Dictionary(
      uniqueKeysWithValues: last.enumerated().map { index, delivery in
        let position = position + index
        let effects = (0..<store.effectCount(ofDelivery: position)).map {
          store.place(of: HeldEffect(delivery: position, ordinal: $0))
        }
        return (delivery, effects)
      })
    self.cancelled = Set(
      cancelled.map { effect in
        let index = effect.delivery - position
        return last.indices.contains(index)
          ? HeldEffect(delivery: last[index], ordinal: effect.ordinal) : effect
      })
  }

  /// Whether both have started and cancelled the same effects.
  func hasSameEffects(as other: DeliveryResult) -> Bool {
    started == other.started && cancelled == other.cancelled
  }

  /// The effects that only one of two results has started or cancelled.
  ///
  /// - Parameter name: Describes a delivery.
  /// - Returns: A sentence for each.
  func effectDifferences(
    from recorded: DeliveryResult, name: (Int) -> String
  ) -> [String] {
    let starts = started.keys.sorted().compactMap { delivery -> String? in
      let (new, old) = (started[delivery] ?? [], recorded.started[delivery] ?? [])
      guard new != old else { return nil }
      return "\(name(delivery)) starts \(Self.list(new)) instead of \(Self.list(old))."
    }
    func sentences(_ effects: Set<HeldEffect>, _ verb: String) -> [String] {
      Set(effects.map(\.delivery)).sorted().map { "An effect of \(name($0)) is \(verb)." }
    }
    return starts + sentences(cancelled.subtracting(recorded.cancelled), "cancelled")
      + sentences(recorded.cancelled.subtracting(cancelled), "not cancelled")
  }

  private static func list(_ places: [String]) -> String {
    if places.isEmpty { return "no effect" }
    return "the effect\(places.count == 1 ? "" : "s") at "
      + places.joined(separator: ", ")
  }
}
