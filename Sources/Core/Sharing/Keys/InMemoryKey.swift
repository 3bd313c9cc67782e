import CompanionSupport

extension SharedReaderKey {
  /// A value that is shared by its name, and kept until the program exits.
  ///
  /// ```swift
  /// @Shared(.inMemory("selection")) var selection: Item.ID?
  /// ```
  ///
  /// - Parameter key: The name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A key of values in memory. See ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let key: String
  private let storage: InMemoryStorage

  init(_ key: String) {
    self.key = key
    storage = DependencyValues.current.defaultInMemoryStorage
  }

  /// The name and the storage.
  public var id: InMemoryKeyID { InMemoryKeyID(key: key, storage: storage) }

  /// The value in the storage. If there is none, the initial value becomes the stored one.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    switch storage.value(of: key, default: context.initialValue) {
    case nil: continuation.resumeReturningInitialValue()
    case let value as Value: continuation.resume(returning: value)
    case let value? where isAbsent(value): continuation.resumeReturningInitialValue()
    case let value?:
      continuation.resume(
        throwing: InMemoryKeyError(key: key, expected: Value.self, found: type(of: value)))
    }
  }

  /// Whether the value is the `nil` of another type of optional.
  private func isAbsent(_ value: any Sendable) -> Bool {
    (value as? any OptionalValue)?.isAbsent ?? false
  }

  /// Does nothing: the value changes through its key only.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Stores the value.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, for: key)
    continuation.resume()
  }
}

/// An optional value of any type.
private protocol OptionalValue {
  var isAbsent: Bool { get }
}

extension Optional: OptionalValue {
  fileprivate var isAbsent: Bool { self == nil }
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as written in source code.
  public var description: String { ".inMemory(\"\(key)\")" }
}

/// The identity of an ``InMemoryKey``.
public struct InMemoryKeyID: Hashable, Sendable {
  fileprivate let key: String
  fileprivate let storage: InMemoryStorage
}

private struct InMemoryKeyError: Error, CustomStringConvertible {
  let key: String
  let expected: Any.Type
  let found: Any.Type

  var description: String {
    """
    '\(key)' is the name of a value of another type, '\(found)'. Give one of the two another name.
    """
  }
}

/// The storage of the values of ``SharedReaderKey/inMemory(_:)``.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Values: Sendable {
    let values = Locked<[String: any Sendable]>([:])
  }

  private let storage = Values()

  /// Creates an empty storage.
  public init() {}

  /// The value of a key. If there is none, `initialValue` is stored.
  func value<Value: Sendable>(of key: String, default initialValue: Value?) -> (any Sendable)? {
    storage.values.withLock { values in
      if let value = values[key] { return value }
      guard let initialValue else { return nil }
      values[key] = initialValue
      return initialValue
    }
  }

  func set(_ value: some Sendable, for key: String) {
    storage.values.withLock { $0[key] = value }
  }

  /// Whether both are the same storage.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.storage === rhs.storage }

  /// Hashes the identity of the storage.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}

extension DependencyValues {
  /// The storage of the values of ``SharedReaderKey/inMemory(_:)``. Each test has its own.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }
}

private enum InMemoryStorageKey: DependencyKey {
  static var liveValue: InMemoryStorage { InMemoryStorage() }
  static var testValue: InMemoryStorage { InMemoryStorage() }
}
