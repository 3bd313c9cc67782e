import ComposableCore

/// The state after some deliveries, and the effects that they have left.
@MainActor
struct DeliveryResult<State> {
  let state: State
  /// By delivery: the effects that it started.
  let effects: [Int: [Effect]]

  struct Effect: Equatable {
    let place: String?
    let isRunning: Bool
  }

  /// - Parameter deliveries: The numbers of the deliveries, in the order they came in.
  init<Action>(_ store: HeldStore<State, Action>, _ deliveries: some Sequence<Int>) {
    state = store.state
    var effects: [Int: [Effect]] = [:]
    for (position, delivery) in deliveries.enumerated() {
      let count = store.effectCount(ofDelivery: position)
      guard count > 0 else { continue }
      effects[delivery] = (0..<count).map {
        let effect = HeldStore<State, Action>.Effect(delivery: position, ordinal: $0)
        return Effect(place: store.place(of: effect), isRunning: store.isRunning(effect))
      }
    }
    self.effects = effects
  }

  /// The effects that are not in another result, or are cancelled there, or the reverse.
  ///
  /// - Returns: A sentence for each.
  func effectDifferences(
    from recorded: DeliveryResult, name: (Int) -> String
  ) -> [String] {
    Set(effects.keys).union(recorded.effects.keys).sorted().flatMap { delivery in
      let ours = effects[delivery] ?? []
      let theirs = recorded.effects[delivery] ?? []
      return (0..<max(ours.count, theirs.count)).compactMap { index -> String? in
        let our = ours.indices.contains(index) ? ours[index] : nil
        let their = theirs.indices.contains(index) ? theirs[index] : nil
        guard our != their, let either = our ?? their else { return nil }
        let effect =
          "The effect of \(name(delivery))\(either.place.map { " at \($0)" } ?? "")"
        guard let our else { return "\(effect) is not started." }
        guard their != nil else { return "\(effect) is started, which it was not." }
        return our.isRunning ? "\(effect) is not cancelled." : "\(effect) is cancelled."
      }
    }
  }
}
