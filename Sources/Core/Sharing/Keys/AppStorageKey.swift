public import Foundation

/// A key of values that are kept in the user's settings: `.appStorage("isSoundOn")`.
///
/// ```swift
/// @Shared(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
///
/// Changes of the settings by other means than `@Shared` are not noticed where Foundation does not tell
/// of them, as on Linux; `try await $isSoundOn.load()` looks for them.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  /// Unchecked: user defaults may be used from anywhere.
  private let store: UncheckedSendable<UserDefaults>
  private let codec: AppStorageCodec<Value>
  private let writer: DefaultsWriter

  init(_ key: String, _ store: UserDefaults?, _ codec: AppStorageCodec<Value>) {
    self.key = key
    self.store = store.map { UncheckedSendable($0) } ?? DependencyValues.current.appStorage
    self.codec = codec
    writer = DefaultsWriter.of(self.store)
  }

  /// The name and the user defaults.
  public var id: AppStorageKeyID {
    AppStorageKeyID(key: key, store: ObjectIdentifier(store.value))
  }

  /// Reads the user defaults.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    guard let object = store.value.object(forKey: key) else {
      return continuation.resumeReturningInitialValue()
    }
    guard let value = codec.read(object) else {
      return continuation.resume(
        throwing: AppStorageError(key: key, expected: Value.self, found: "\(object)"))
    }
    continuation.resume(returning: value)
  }

  /// Nothing, see ``AppStorageKey``.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Writes the user defaults: at once what they hold, and at most once a second their file.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    if let object = codec.write(value) {
      store.value.set(object, forKey: key)
    } else {
      store.value.removeObject(forKey: key)
    }
    writer.requestWrite()
    if context == .userInitiated { writer.flush() }
    continuation.resume()
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as it is written.
  public var description: String { ".appStorage(\"\(key)\")" }
}

/// The identity of an ``AppStorageKey``.
public struct AppStorageKeyID: Hashable, Sendable {
  fileprivate let key: String
  fileprivate let store: ObjectIdentifier
}

private struct AppStorageError: Error, CustomStringConvertible {
  let key: String
  let expected: Any.Type
  let found: String

  var description: String {
    """
    The user's settings hold something else for '\(key)': \(found). It is overwritten when the value is \
    changed
    """
  }
}

/// How values of a type are kept in user defaults.
struct AppStorageCodec<Value: Sendable>: Sendable {
  let read: @Sendable (Any) -> Value?
  /// What to keep; `nil` for nothing.
  let write: @Sendable (Value) -> Any?

  static func optional<Wrapped>(
    _ codec: AppStorageCodec<Wrapped>
  ) -> Self where Value == Wrapped? {
    Self(read: { codec.read($0) }, write: { $0.flatMap(codec.write) })
  }

  static func raw<Raw>(_ codec: AppStorageCodec<Raw>) -> Self
  where Value: RawRepresentable<Raw> {
    Self(
      read: { codec.read($0).flatMap(Value.init(rawValue:)) }, write: { codec.write($0.rawValue) })
  }
}

// What was set on the command line, as in '-count 7', is a text.
extension AppStorageCodec<Bool> {
  static let bool = Self(
    read: { object in
      if let text = object as? String {
        switch text.lowercased() {
        case "yes", "true", "1": return true
        case "no", "false", "0": return false
        default: return nil
        }
      }
      return object as? Bool ?? (object as? NSNumber)?.boolValue
    }, write: { $0 })
}

extension AppStorageCodec<Int> {
  static let int = Self(
    read: { object in
      object as? Int ?? (object as? NSNumber).flatMap { Int(exactly: $0.doubleValue) }
        ?? (object as? String).flatMap { Int($0) }
    }, write: { $0 })
}

extension AppStorageCodec<Double> {
  static let double = Self(
    read: { object in
      object as? Double ?? (object as? NSNumber)?.doubleValue
        ?? (object as? String).flatMap { Double($0) }
    }, write: { $0 })
}

extension AppStorageCodec<String> {
  static let string = Self(read: { $0 as? String }, write: { $0 })
}

extension AppStorageCodec<[String]> {
  static let strings = Self(read: { $0 as? [String] }, write: { $0 })
}

extension AppStorageCodec<URL> {
  // As text, which every version of Foundation keeps as it is.
  static let url = Self(
    read: { object in
      object as? URL
        ?? (object as? String).flatMap { text in
          text.hasPrefix("/") ? URL(fileURLWithPath: text) : URL(string: text)
        }
    }, write: { $0.absoluteString })
}

extension AppStorageCodec<Data> {
  static let data = Self(read: { $0 as? Data }, write: { $0 })
}

extension AppStorageCodec<Date> {
  static let date = Self(read: { $0 as? Date }, write: { $0 })
}

/// Writes user defaults to their file, which they leave to others on Linux.
private final class DefaultsWriter: ThrottledWriter, @unchecked Sendable {
  private static let all = Locked<[ObjectIdentifier: DefaultsWriter]>([:])
  private let store: UncheckedSendable<UserDefaults>

  private init(_ store: UncheckedSendable<UserDefaults>) {
    self.store = store
    super.init(interval: store.value is InMemoryDefaults ? nil : .seconds(1))
  }

  /// The writer of some user defaults. It keeps them alive while the program runs, as there are few.
  static func of(_ store: UncheckedSendable<UserDefaults>) -> DefaultsWriter {
    guard !(store.value is InMemoryDefaults) else { return DefaultsWriter(store) }
    return all.withLock { all in
      let id = ObjectIdentifier(store.value)
      if let writer = all[id] { return writer }
      let writer = DefaultsWriter(store)
      all[id] = writer
      return writer
    }
  }

  override func write() {
    _ = store.value.synchronize()
  }
}

/// User defaults that are kept in memory only.
///
/// The values are behind a lock.
private final class InMemoryDefaults: UserDefaults {
  private let lock = NSLock()
  private var values: [String: Any] = [:]

  override func object(forKey defaultName: String) -> Any? {
    lock.withLock { values[defaultName] }
  }

  override func set(_ value: Any?, forKey defaultName: String) {
    lock.withLock { values[defaultName] = value }
  }

  override func removeObject(forKey defaultName: String) {
    lock.withLock { values[defaultName] = nil }
  }

  override func synchronize() -> Bool { true }
}

extension DependencyValues {
  /// The user's settings that `.appStorage` keeps values in. Each test has its own, in memory; so has a
  /// preview.
  public var defaultAppStorage: UserDefaults {
    get { appStorage.value }
    set { appStorage = UncheckedSendable(newValue) }
  }

  fileprivate var appStorage: UncheckedSendable<UserDefaults> {
    get { self[AppStorageKeyOfDependencies.self] }
    set { self[AppStorageKeyOfDependencies.self] = newValue }
  }
}

private enum AppStorageKeyOfDependencies: DependencyKey {
  static var liveValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.standard) }
  static var previewValue: UncheckedSendable<UserDefaults> { testValue }
  static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(InMemoryDefaults()) }
}
