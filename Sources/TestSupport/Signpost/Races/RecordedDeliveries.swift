import ByteBuffers
import ComposableCore
import ReplayFile
import Signpost

/// The deliveries of a session, and the results of each in the recorded order.
@MainActor
struct RecordedDeliveries<State, Action> {
  private(set) var deliveries: [RecordedDelivery] = []
  /// By delivery: the result, if the one before could have come after it, of as many as are asked
  /// for.
  private(set) var results: [Int: DeliveryResult<State>] = [:]
  /// The first action that the feature does not repeat, if there is one.
  private(set) var mismatch: ReplayAction?

  /// By the number of an action in the session: the delivery that it belongs to.
  private var deliveryOfAction: [Int: Int] = [:]
  /// The actions that were processed with others, by their indices.
  private var processed: Set<Int> = []
  /// The effects that have sent these.
  private var actionsAtOnce: Set<Int> = []
  /// By the number of an action: the effects that it started.
  private let effectsOfAction: [Int: [ReplayEffect]]
  /// By delivery: the numbers of its actions.
  private var actionsOfDelivery: [[Int]] = []

  /// - Parameters:
  ///   - only: The number of the only action whose result is asked for; all if `nil`.
  ///   - limit: The number of results.
  init(
    _ recording: ReplayRecording, _ actions: [Action], in store: HeldStore<State, Action>,
    within gap: Duration, only: Int?, limit: Int
  ) {
    defer { store.endEffects() }
    let digest = recording.header.hasDigests ? ComparableState<State>.digest : nil
    effectsOfAction = Dictionary(
      grouping: recording.effects.filter { $0.of != nil }, by: { $0.of! })
    var cancelledBefore: [HeldEffect] = []
    // Earlier versions of the schema do not have it; afterwards, it is not recorded while it is 0.
    var nextElement = recording.header.schema < 7 ? nil : 0
    for (index, recorded) in recording.actions.enumerated() {
      nextElement = recorded.nextElement ?? nextElement
      guard !processed.contains(index) else { continue }
      let delivery = RecordedDelivery(
        action: index, effect: origin(of: recorded, in: store), at: recorded.at,
        nextElement: nextElement)
      let before = store.state
      let names = store.deliver(
        actions[index], nextElement: nextElement.map { StackElementID(generation: $0) })
      let processed = take(names, from: index, of: recording)
      let number = deliveries.count
      deliveries.append(delivery)
      if results.count < limit {
        let cancelled = store.takeCancelled()
        if number > 0, only == nil || only == index + 1,
          deliveries[number].canPrecede(deliveries[number - 1], at: number - 1, within: gap)
        {
          results[number] = DeliveryResult(
            store, last: [number - 1, number], at: number - 1,
            cancelled: cancelledBefore + cancelled)
        }
        cancelledBefore = cancelled
      }
      guard repeats(processed, of: names.count, recording, digest, before, store.state) else {
        mismatch = processed.last
        return
      }
    }
  }

  /// Whether a delivery has the recorded results, as far as the session has them.
  private func repeats(
    _ actions: [ReplayAction], of count: Int, _ recording: ReplayRecording,
    _ digest: ((State) -> UInt64?)?, _ before: State, _ after: State
  ) -> Bool {
    // The session ends before the last of them.
    guard actions.count == count, let last = actions.last else { return true }
    if let expected = last.digest, let actual = digest?(after) {
      return String(hexadecimal: actual) == expected
    }
    guard recording.header.hasChanges, count == 1 else { return true }
    return ChangedProperties.recorded(from: before, to: after) == last.changed ?? []
  }

  /// Finds the actions of a delivery in the session.
  ///
  /// - Returns: The actions, without those that follow the end of the session.
  private mutating func take(
    _ names: [String], from index: Int, of recording: ReplayRecording
  ) -> [ReplayAction] {
    let delivery = deliveries.count
    deliveryOfAction[index + 1] = delivery
    actionsOfDelivery.append([index + 1])
    var actions = [recording.actions[index]]
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
      actionsOfDelivery[delivery].append(next + 1)
      actions.append(recording.actions[next])
    }
    return actions
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

  /// The number of effects that a delivery started before an effect of the session; `nil` if it is
  /// unknown. A session names no place of an effect, so that the order counts, as long as both have
  /// the same number of effects.
  private func ordinal(of effect: Int, from delivery: Int, among count: Int) -> Int? {
    if count == 1 { return 0 }
    let effects = actionsOfDelivery[delivery].flatMap { effectsOfAction[$0] ?? [] }
      .map(\.effect).filter { !actionsAtOnce.contains($0) }.sorted()
    return effects.count == count ? effects.firstIndex(of: effect) : nil
  }
}
