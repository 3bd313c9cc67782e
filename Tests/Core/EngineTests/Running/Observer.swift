import ComposableCore

/// The last value that an observer has read in a store.
@MainActor
final class Observer<Value: Equatable & Sendable> {
  private var seen: Value?
  private var token: ObserveToken?

  init(_ read: @escaping @MainActor @Sendable () -> Value?) {
    token = observe { [weak self] in self?.seen = read() }
  }

  /// Waits until the observer has seen a value.
  ///
  /// - Returns: The difference, if the observer never does.
  func difference(from expected: Value) async -> String? {
    for _ in 0..<50 where seen != expected { await Task.yield() }
    guard seen != expected else { return nil }
    return "observed:\n  expected: \(expected)\n  seen:     \(seen as Any)"
  }
}
