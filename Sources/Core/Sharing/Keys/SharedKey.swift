/// Where a shared value is loaded from, and where changes of it come from.
///
/// Conform a type to it to have ``SharedReader`` read what comes from elsewhere, such as a flag of
/// a server:
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

  /// The key's identity: values of keys that have the same are one and the same while they are in
  /// use.
  var id: ID { get }

  /// Loads the value.
  ///
  /// - Parameters:
  ///   - context: Whether it is loaded for the first time, or because the program asks for it.
  ///   - continuation: What to call once with the outcome, at once or later.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Looks out for changes.
  ///
  /// - Parameters:
  ///   - context: The value to begin with.
  ///   - subscriber: What to tell of each change.
  /// - Returns: What ends the look-out.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Where a shared value is loaded from and saved to.
///
/// To make one, see ``SharedReaderKey``; this adds how to save:
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
  /// Values are saved in the order in which they are set. A key may leave out all but the last.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Whether it is saved because it was set, or because the program asks for it.
  ///   - continuation: What to call once with the outcome, at once or later.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// Why a value is loaded.
public enum LoadContext<Value: Sendable>: Sendable {
  /// It is used for the first time, and is the given one if there is nothing to load.
  case initialValue(Value)
  /// The program asks for it with `load()`.
  case userInitiated

  /// What the value is if there is nothing to load.
  public var initialValue: Value? {
    guard case .initialValue(let value) = self else { return nil }
    return value
  }
}

extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// It was set.
  case didSet
  /// The program asks for it with `save()`, and waits for the outcome.
  case userInitiated
}
