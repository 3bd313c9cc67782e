import ComposableArchitecture
// The names of shared values and their keys in earlier versions.

/// The earlier name of ``SharedReaderKey``.
@available(*, deprecated, renamed: "SharedReaderKey")
public typealias PersistenceReaderKey = SharedReaderKey

/// The earlier name of ``SharedKey``.
@available(*, deprecated, renamed: "SharedKey")
public typealias PersistenceKey = SharedKey

/// The earlier name of a key with a default.
@available(*, deprecated, message: "Use 'SharedKey.Default', as in 'Self[.key, default: 0]'.")
public typealias PersistenceKeyDefault = _SharedKeyDefault

extension _SharedKeyDefault {
  /// A key with its default.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value if there is nothing to load.
  @available(*, deprecated, message: "Use 'Self[.key, default: 0]'.")
  public init(_ key: Base, _ value: @autoclosure @escaping @Sendable () -> Base.Value) {
    self = Self[key, default: value()]
  }
}

extension Shared {
  /// Creates a value without a key.
  ///
  /// - Parameter value: The value.
  @available(*, deprecated, renamed: "init(value:)")
  @_disfavoredOverload
  public init(_ value: sending Value) {
    self.init(value: value)
  }
}
