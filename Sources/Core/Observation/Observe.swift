import CCore
import Observation

/// Runs `apply` now, and again after each change of the state it read.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// let token = observe {
///   print("count: \(store.count)")
/// }
/// ```
///
/// It takes the place of a view: `apply` shows the state that it reads. A change of state that it
/// has not read does not run it. Several changes in a row may be answered by one run.
///
/// The usual mistake is to drop the token, which ends the observation. Keep it in the object that
/// shows the state, and refer to that object weakly:
///
/// ```swift
/// @MainActor final class Screen {
///   let store: StoreOf<Counter>
///   private var token: ObserveToken?
///
///   init(store: StoreOf<Counter>) {
///     self.store = store
///     token = observe { [weak self] in
///       guard let self else { return }
///       print("count: \(self.store.count)")
///     }
///   }
/// }
/// ```
///
/// - Parameters:
///   - budget: How long a reaction may take. One that takes longer emits the event
///     `budget_exceeded`, and continues.
///   - apply: Reads stores and shows the values.
/// - Returns: A token that ends the observation when it is cancelled or goes away.
@preconcurrency @MainActor
public func observe(
  budget: Duration? = nil,
  _ apply: @escaping @MainActor @Sendable () -> Void,
  fileID: StaticString = #fileID,
  line: UInt = #line
) -> ObserveToken {
  let observation = RepeatedObservation(
    ObserverIdentity(fileID: fileID, line: line, budget: budget?.nanosecondsOfBudget ?? 0), apply)
  observation.run()
  return ObserveToken { withExtendedLifetime(observation) {} }
}

/// A closure that runs again after each change of a value it read.
///
/// An observable keeps the closures that wait for its change until it changes. They must not hold
/// this object, as it keeps the observables.
@MainActor
private final class RepeatedObservation {
  private let identity: ObserverIdentity
  private let apply: @MainActor @Sendable () -> Void
  private let explored = ExploredRun.current?.makeObserver()

  init(_ identity: ObserverIdentity, _ apply: @escaping @MainActor @Sendable () -> Void) {
    self.identity = identity
    self.apply = apply
  }

  func run() {
    if composable_instruments_observers() { return runInstrumented() }
    withObservationTracking(apply) { [weak self, explored] in
      // Taken during the notification: the change is unknown afterwards.
      let reaction = PendingReaction.begin(having: nil)
      explored?.willReact()
      Task { @MainActor in self?.react(reaction) }
    }
  }

  @inline(never)
  private func runInstrumented() {
    let reads = ObservedReads()
    withObservationTracking {
      reads.collect(apply)
    } onChange: { [weak self, explored] in
      let reaction = PendingReaction.begin(having: reads)
      explored?.willReact()
      Task { @MainActor in
        if let self { self.react(reaction) } else { _ = reaction?.end() }
      }
    }
  }

  private func react(_ reaction: PendingReaction?) {
    StoreInstrumentation.react(identity, reaction) { run() }
  }
}
