import CompanionSupport

/// Keeps an observation active until the token is cancelled or released.
///
/// ```swift
/// final class Screen {
///   private var tokens: Set<ObserveToken> = []
///
///   init(store: StoreOf<Counter>) {
///     observe { print(store.count) }.store(in: &tokens)
///   }
/// }
/// ```
public final class ObserveToken: Sendable {
  /// Ends the observation; `nil` once it has ended.
  private let onCancel: Locked<(@Sendable () -> Void)?>

  /// Creates a token for an observation of your own.
  ///
  /// - Parameter onCancel: Ends the observation: called once, when the token is cancelled or
  ///   released.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = Locked(onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the observation.
  public func cancel() {
    let onCancel = onCancel.withLock { onCancel in
      defer { onCancel = nil }
      return onCancel
    }
    // Outside of the lock: the closure may release any object.
    onCancel?()
  }

  /// Whether the observation has ended.
  public var isCancelled: Bool {
    onCancel.withLock { $0 == nil }
  }

  /// Stores the token in a collection, which keeps the observation active.
  public func store(in collection: inout some RangeReplaceableCollection<ObserveToken>) {
    collection.append(self)
  }

  /// Stores the token in a set, which keeps the observation active.
  public func store(in set: inout Set<ObserveToken>) {
    set.insert(self)
  }
}

extension ObserveToken: Hashable {
  /// Whether both are the same token.
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool { lhs === rhs }

  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
