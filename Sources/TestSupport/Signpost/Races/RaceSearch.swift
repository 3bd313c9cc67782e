import CompanionSupport
import ComposableCore
import IssueReporting
import ReplayFile

/// Looks for pairs of deliveries whose order matters, though nothing in the program determines it.
///
/// Each delivery is moved ahead of the one before it, as long as it does not need that one, and the
/// results of both orders are the same. Results that differ are a race of the two; the delivery is
/// moved no further then, as the deliveries ahead would be compared in another state.
@MainActor
struct RaceSearch<State, Action> {
  let recording: ReplayRecording
  private let actions: [Action]
  let deliveries: [RecordedDelivery]
  private let recordedResults: [Int: DeliveryResult<State>]
  private let areEqual: (State, State) -> Bool

  private(set) var races: [Race] = []
  /// The number of pairs that were tried in the other order, which the program could have taken.
  private(set) var triedCount = 0
  /// The number of orders that were processed, also of those that the program cannot take.
  private var orderCount = 0

  /// Looks for races in a session.
  ///
  /// - Parameters:
  ///   - gap: The longest time between two deliveries whose order may have been chance.
  ///   - pair: The numbers of the only actions to try; all if `nil`.
  ///   - limit: The number of pairs to try.
  ///   - makeStore: Makes a store in the state that the session begins with.
  /// - Returns: The difference, if the feature does not repeat the session.
  static func races(
    in recording: ReplayRecording, _ actions: [Action], within gap: Duration,
    only pair: (Int, Int)?, limit: Int, areEqual: @escaping (State, State) -> Bool,
    makeStore: () -> HeldStore<State, Action>
  ) -> Result<ReplayRaces, UnrepeatedAction> {
    let recorded = RecordedDeliveries(
      recording, actions, in: makeStore(), within: gap, only: pair?.1, limit: limit)
    if let mismatch = recorded.mismatch {
      return .failure(UnrepeatedAction(action: mismatch, recording: recording))
    }
    var search = Self(
      recording: recording, actions: actions, deliveries: recorded.deliveries,
      recordedResults: recorded.results, areEqual: areEqual)
    let isComplete = search.search(within: gap, only: pair, limit: limit, makeStore)
    return .success(
      ReplayRaces(
        races: RaceText.races(of: search), triedCount: search.triedCount, isComplete: isComplete))
  }

  /// Two deliveries in an order that the recording does not have, and the difference it makes.
  struct Race {
    let first: Int
    let second: Int
    let recorded: DeliveryResult<State>
    let swapped: DeliveryResult<State>
    /// The issues that the reducer reports in the other order.
    let issues: [String]
  }

  /// Tries pairs until the number of processed orders reaches a limit.
  ///
  /// - Returns: Whether all have been tried.
  private mutating func search(
    within gap: Duration, only pair: (Int, Int)?, limit: Int,
    _ makeStore: () -> HeldStore<State, Action>
  ) -> Bool {
    for moved in deliveries.indices {
      if let pair, deliveries[moved].action + 1 != pair.1 { continue }
      guard move(moved, within: gap, only: pair?.0, limit: limit, makeStore) else {
        return false
      }
    }
    if let pair { races.removeAll { deliveries[$0.first].action + 1 != pair.0 } }
    return true
  }

  /// Moves a delivery ahead of those before it, one by one.
  ///
  /// - Returns: Whether the limit allowed it.
  private mutating func move(
    _ moved: Int, within gap: Duration, only: Int?, limit: Int,
    _ makeStore: () -> HeldStore<State, Action>
  ) -> Bool {
    // There is no result of a delivery that cannot precede the one before it, or beyond the limit.
    var recorded = recordedResults[moved]
    for other in (0..<moved).reversed() {
      guard deliveries[moved].canPrecede(deliveries[other], at: other, within: gap) else {
        return true
      }
      guard orderCount < limit, let expected = recorded else { return false }
      orderCount += 1
      let store = makeStore()
      defer { store.endEffects() }
      guard let swap = swap(moved, aheadOf: other, in: store) else { return true }
      if only == nil || only == deliveries[other].action + 1 { triedCount += 1 }
      if !swap.issues.isEmpty || isDifferent(swap.both, expected) {
        races.append(
          Race(
            first: other, second: moved, recorded: expected, swapped: swap.both,
            issues: swap.issues))
        return true
      }
      recorded = swap.early
    }
    return true
  }

  /// The results of an order with a delivery ahead of an earlier one.
  private struct Swap {
    /// After the delivery that comes first now.
    let early: DeliveryResult<State>
    /// After both.
    let both: DeliveryResult<State>
    let issues: [String]
  }

  /// Processes the deliveries before a pair, and the pair in the other order.
  ///
  /// - Returns: `nil` if the program cannot take that order: the one that comes first cancels the
  ///   effect of the other, or removes the feature that the other is for.
  private func swap(
    _ moved: Int, aheadOf other: Int, in store: HeldStore<State, Action>
  ) -> Swap? {
    let issues = CollectedIssues()
    return withIssueReporters([issues]) {
      for delivery in 0..<max(0, other - 1) { deliver(delivery, to: store) }
      _ = store.takeCancelled()
      if other > 0 { deliver(other - 1, to: store) }
      let before = store.takeCancelled()
      guard canCome(moved, in: store) else { return nil }
      issues.texts = []
      deliver(moved, to: store)
      let byMoved = store.takeCancelled()
      // The next delivery to swap with is the one before.
      let early = DeliveryResult(
        store, last: other > 0 ? [other - 1, moved] : [moved], at: max(0, other - 1),
        cancelled: before + byMoved)
      guard canCome(other, in: store) else { return nil }
      deliver(other, to: store)
      guard !issues.texts.contains(where: { $0.contains(SourcePlace.missingChild) }) else {
        return nil
      }
      return Swap(
        early: early,
        both: DeliveryResult(
          store, last: [moved, other], at: other, cancelled: byMoved + store.takeCancelled()),
        issues: issues.texts)
    }
  }

  private func deliver(_ delivery: Int, to store: HeldStore<State, Action>) {
    let delivery = deliveries[delivery]
    store.deliver(
      actions[delivery.action],
      nextElement: delivery.nextElement.map { StackElementID(generation: $0) })
  }

  /// Whether the effect that sends the action of a delivery still runs.
  private func canCome(_ delivery: Int, in store: HeldStore<State, Action>) -> Bool {
    guard let effect = deliveries[delivery].effect, let origin = effect.delivery else {
      return true
    }
    let ordinals = effect.ordinal.map { $0..<$0 + 1 } ?? 0..<store.effectCount(ofDelivery: origin)
    return ordinals.isEmpty
      || ordinals.contains { store.isRunning(.init(delivery: origin, ordinal: $0)) }
  }

  private func isDifferent(
    _ result: DeliveryResult<State>, _ other: DeliveryResult<State>
  ) -> Bool {
    !areEqual(result.state, other.state) || !result.hasSameEffects(as: other)
  }
}

/// Collects the texts of issues.
///
/// Unchecked: reducers of one actor report them.
private final class CollectedIssues: IssueReporter, @unchecked Sendable {
  var texts: [String] = []

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    texts.append("\(fileID):\(line): \(message() ?? "an issue")")
  }
}
