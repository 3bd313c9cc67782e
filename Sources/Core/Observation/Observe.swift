import Observation

/// Runs `apply` now, and again after each change of the state it read.
///
/// ```swift
/// let token = observe {
///   print("count: \(store.count)")
/// }
/// ```
///
/// Several changes in a row may be answered by one run.
///
/// - Parameter apply: Reads stores and shows what it read.
/// - Returns: A token that ends the observation when it is cancelled or goes away.
@MainActor
public func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
  let observation = RepeatedObservation(apply)
  observation.run()
  return ObserveToken { withExtendedLifetime(observation) {} }
}

/// Code that runs again after each change of what it read.
///
/// What is read keeps those who wait for its change, until it changes: this must not be among them, as
/// it keeps what is read.
@MainActor
private final class RepeatedObservation {
  private let apply: @MainActor @Sendable () -> Void

  init(_ apply: @escaping @MainActor @Sendable () -> Void) {
    self.apply = apply
  }

  func run() {
    withObservationTracking(apply) { [weak self] in
      Task { @MainActor in self?.run() }
    }
  }
}
