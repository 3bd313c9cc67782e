import CompanionSupport

/// Receives changes of a value from its key.
public struct SharedSubscriber<Value: Sendable>: Sendable {
  typealias Yield = @Sendable (_ result: Result<Value?, any Error>, _ condition: () -> Bool) -> Void

  private let yield: Yield
  private let isLoading: @Sendable (Bool) -> Void

  /// Creates a subscriber.
  ///
  /// - Parameters:
  ///   - callback: Called with each change; `nil` if there is nothing to load any more.
  ///   - onLoading: Called when the key begins to load, and when it has finished.
  public init(
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void,
    onLoading: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(
      yield: { result, condition in if condition() { callback(result) } }, isLoading: onLoading)
  }

  init(
    yield: @escaping Yield,
    isLoading: @escaping @Sendable (Bool) -> Void
  ) {
    self.yield = yield
    self.isLoading = isLoading
  }

  /// Reports a new value.
  public func yield(_ value: Value) {
    yield(with: .success(value))
  }

  /// Reports that there is nothing to load any more: the value is the initial one again.
  public func yieldReturningInitialValue() {
    yield(with: .success(nil))
  }

  /// Reports a new value that could not be loaded.
  public func yield(throwing error: any Error) {
    yield(with: .failure(error))
  }

  /// Reports a result; `nil` if there is nothing to load any more.
  public func yield(with result: Result<Value?, any Error>) {
    yield(result, { true })
  }

  /// Reports a result if `condition` holds, which is evaluated while the program cannot change the
  /// value.
  func yield(with result: Result<Value?, any Error>, if condition: () -> Bool) {
    yield(result, condition)
  }

  /// Reports whether a value is being loaded.
  public func yieldLoading(_ isLoading: Bool = true) {
    self.isLoading(isLoading)
  }
}

/// Ends the delivery of a key's changes, when it is cancelled or when the value is no longer used.
public struct SharedSubscription: Sendable {
  private let subscription: Subscription

  /// Creates a subscription.
  ///
  /// - Parameter cancel: Ends the delivery of changes; called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    subscription = Subscription(cancel)
  }

  /// Ends the delivery of changes.
  public func cancel() {
    subscription.cancel()
  }

  private final class Subscription: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = Locked(action)
    }

    deinit { cancel() }

    func cancel() {
      action.withLock { action in
        defer { action = nil }
        return action
      }?()
    }
  }
}
