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
