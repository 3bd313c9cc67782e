import Observation
import Synchronization

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
  let token = ObserveToken()
  observe(token: token, apply)
  return token
}

@MainActor
private func observe(token: ObserveToken, _ apply: @escaping @MainActor @Sendable () -> Void) {
  guard !token.isCancelled else { return }
  withObservationTracking(apply) { [weak token] in
    Task { @MainActor in
      guard let token else { return }
      observe(token: token, apply)
    }
  }
}

/// Keeps an observation going until it is cancelled or released.
public final class ObserveToken: Sendable {
  private let cancelled = Atomic(false)

  init() {}

  /// Ends the observation.
  public func cancel() {
    cancelled.store(true, ordering: .relaxed)
  }

  /// Whether the observation has ended.
  public var isCancelled: Bool {
    cancelled.load(ordering: .relaxed)
  }
}
