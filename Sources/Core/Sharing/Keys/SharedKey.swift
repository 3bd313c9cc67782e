/// The source of a shared value and of its changes.
///
/// Conform a type to it for a ``SharedReader`` of an external value, such as a feature flag of a
/// server:
///
/// ```swift
/// struct FlagKey: SharedReaderKey {
///   let name: String
///   var id: String { name }
///
///   func load(context: LoadContext<Bool>, continuation: LoadContinuation<Bool>) {
///     continuation.resume(returning: flags.isOn(name))
///   }
///
///   func subscribe(
///     context: LoadContext<Bool>, subscriber: SharedSubscriber<Bool>
///   ) -> SharedSubscription {
///     let token = flags.onChange(of: name) { subscriber.yield($0) }
///     return SharedSubscription { token.cancel() }
///   }
/// }
/// ```
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The type of the key's identity.
  associatedtype ID: Hashable = Self

  /// The key's identity: keys with the same identity refer to one value while it is in use.
  var id: ID { get }

  /// Loads the value.
  ///
  /// - Parameters:
  ///   - context: Whether it is the first load, or one requested by the program.
  ///   - continuation: Called once with the result, at once or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Subscribes to changes.
  ///
  /// - Parameters:
  ///   - context: The initial value.
  ///   - subscriber: Receives each change.
  /// - Returns: A subscription, which ends the delivery of changes.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// The source of a shared value, which also saves it.
///
/// To implement one, see ``SharedReaderKey``; this adds saving:
///
/// ```swift
/// func save(_ value: Bool, context: SaveContext, continuation: SaveContinuation) {
///   flags.set(name, value)
///   continuation.resume()
/// }
/// ```
public protocol SharedKey<Value>: SharedReaderKey {
  /// Saves a value.
  ///
  /// Values are saved in the order in which they are set. A key may skip all but the last.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Whether the value was set, or the program requested the save.
  ///   - continuation: Called once with the result, at once or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// The reason for loading a value.
public enum LoadContext<Value: Sendable>: Sendable {
  /// The first use of the value, with the value for the case that there is nothing to load.
  case initialValue(Value)
  /// A request by the program, with `load()`.
  case userInitiated

  /// The value if there is nothing to load.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for saving a value.
public enum SaveContext: Hashable, Sendable {
  /// The value was set.
  case didSet
  /// A request by the program, with `save()`, which waits for the result.
  case userInitiated
}
