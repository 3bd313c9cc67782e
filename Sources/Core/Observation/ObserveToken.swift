/// Keeps an observation going until it is cancelled or released.
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
  /// What to do when the observation ends; `nil` once it has.
  private let onCancel: Locked<(@Sendable () -> Void)?>

  /// Creates a token for an observation of your own.
  ///
  /// - Parameter onCancel: Ends the observation: called once, when the token is cancelled or released.
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
    // Not under the lock: it may let go of anything.
    onCancel?()
  }

  /// Whether the observation has ended.
  public var isCancelled: Bool {
    onCancel.withLock { $0 == nil }
  }

  /// Keeps the token with others, for as long as these are kept.
  public func store(in collection: inout some RangeReplaceableCollection<ObserveToken>) {
    collection.append(self)
  }

  /// Keeps the token with others, for as long as these are kept.
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
