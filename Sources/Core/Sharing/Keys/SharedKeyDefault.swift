extension SharedReaderKey {
  /// A key together with its default, see `Default`.
  public typealias Default = _SharedKeyDefault<Self>
}

/// A key with a value for the case that there is nothing to load.
///
/// It gives a shared value a name, with its type and default, once for the whole program:
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
///
/// struct State: Equatable {
///   @Shared(.count) var count
/// }
/// ```
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// A key with its default.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value if there is nothing to load.
  public static subscript(
    key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key, defaultValue: value)
  }

  /// A key with another default.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value if there is nothing to load.
  public static subscript(
    key: Self, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: key.base, defaultValue: value)
  }

  /// The value if there is nothing to load.
  public var initialValue: Base.Value { defaultValue() }

  /// The identity of the key without the default.
  public var id: Base.ID { base.id }

  /// Loads the value as the key does.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Subscribes to changes as the key does.
  public func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves a value as the key does.
  public func save(
    _ value: Base.Value, context: SaveContext, continuation: SaveContinuation
  ) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: QueuingSharedKey where Base: QueuingSharedKey {
  func enqueue(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.enqueue(value, context: context, continuation: continuation)
  }

  func saveQueued(context: SaveContext) {
    base.saveQueued(context: context)
  }
}

extension _SharedKeyDefault: AdvisingSharedKey {
  var adviceAfterFailedLoad: String? { (base as? any AdvisingSharedKey)?.adviceAfterFailedLoad }
}

extension _SharedKeyDefault: CustomStringConvertible {
  /// The key without the default.
  public var description: String { "\(base)" }
}
