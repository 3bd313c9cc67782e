import ByteBuffers
import ComposableCore
import ReplayFile

/// The deliveries of a session, and the results of each in the recorded order.
@MainActor
struct RecordedDeliveries<State, Action> {
  private(set) var deliveries: [RecordedDelivery] = []
  private(set) var results: [DeliveryResult<State>] = []
  /// The first action that the feature does not repeat, if there is one.
  private(set) var mismatch: ReplayAction?

  /// By the number of an action in the session: the delivery that it belongs to.
  private var deliveryOfAction: [Int: Int] = [:]
  /// The actions that were processed with others, by their indices.
  private var processed: Set<Int> = []
  /// The effects that have sent these.
  private var actionsAtOnce: Set<Int> = []
  private let recordedEffects: [ReplayEffect]

  init(
    _ recording: ReplayRecording, _ actions: [Action], in store: HeldStore<State, Action>
  ) {
    let digest = recording.header.hasDigests ? ComparableState<State>.digest : nil
    recordedEffects = recording.effects.sorted { $0.effect < $1.effect }
    var nextElement = 0
    for (index, recorded) in recording.actions.enumerated() {
      nextElement = recorded.nextElement ?? nextElement
      guard !processed.contains(index) else { continue }
      let delivery = RecordedDelivery(
        action: index, effect: origin(of: recorded, in: store), at: recorded.at,
        nextElement: nextElement)
      let names = store.deliver(
        actions[index], nextElement: StackElementID(generation: nextElement))
      let last = take(names, from: index, of: recording)
      deliveries.append(delivery)
      results.append(DeliveryResult(store, deliveries.indices))
      if let expected = last.digest, let actual = digest?(store.state),
        String(hexadecimal: actual) != expected
      {
        mismatch = last
        return
      }
    }
  }

  /// Finds the actions of a delivery in the session.
  ///
  /// - Returns: The last of them.
  private mutating func take(
    _ names: [String], from index: Int, of recording: ReplayRecording
  ) -> ReplayAction {
    let delivery = deliveries.count
    deliveryOfAction[index + 1] = delivery
    var last = recording.actions[index]
    for name in names.dropFirst() {
      let next = recording.actions.indices.dropFirst(index + 1).first {
        !processed.contains($0) && recording.actions[$0].name == name
          && recording.actions[$0].cause?.action.map { deliveryOfAction[$0] == delivery } == true
      }
      // The session may end before it.
      guard let next else { break }
      processed.insert(next)
      if let effect = recording.actions[next].cause?.effect { actionsAtOnce.insert(effect) }
      deliveryOfAction[next + 1] = delivery
      last = recording.actions[next]
    }
    return last
  }

  // MARK: Effects

  private func origin(
    of action: ReplayAction, in store: HeldStore<State, Action>
  ) -> RecordedEffectOrigin? {
    guard let cause = action.cause else { return nil }
    let delivery = cause.action.flatMap { deliveryOfAction[$0] }
    return RecordedEffectOrigin(
      number: cause.effect, delivery: delivery,
      ordinal: delivery.flatMap {
        ordinal(of: cause.effect, from: $0, among: store.effectCount(ofDelivery: $0))
      })
  }

  /// Which of a delivery's effects one of the session is. A session names no place of an effect, so
  /// that the order counts, as long as both have the same number of effects.
  private func ordinal(of effect: Int, from delivery: Int, among count: Int) -> Int? {
    if count == 1 { return 0 }
    let effects = recordedEffects.filter {
      $0.of.flatMap { deliveryOfAction[$0] } == delivery && !actionsAtOnce.contains($0.effect)
    }
    return effects.count == count ? effects.firstIndex { $0.effect == effect } : nil
  }
}
