public import Foundation

/// A key of values stored in the user's settings: `.appStorage("isSoundOn")`.
///
/// ```swift
/// @Shared(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
///
/// The default is registered with the user defaults, so that other code reads it too.
///
/// Changes of the settings other than through `@Shared` are detected where Foundation posts
/// notifications of them, which it does not on Linux; there, `try await $isSoundOn.load()` reads
/// them. The user defaults in tests and previews are in memory, and report all changes.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let key: String
  /// Unchecked: user defaults are thread-safe.
  private let store: UncheckedSendable<UserDefaults>
  private let codec: AppStorageCodec<Value>
  private let writer: DefaultsWriter
  private let changes = DefaultsChanges()

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
    continuation.resume(
      with: Result {
        if let value = try value() { return value }
        if let value = context.initialValue, let object = try codec.write(value) {
          store.value.register(defaults: [key: object])
        }
        return nil
      })
  }

  private func value() throws -> Value? {
    guard let object = store.value.object(forKey: key) else { return nil }
    guard let value = codec.read(object) else {
      throw AppStorageError(key: key, expected: Value.self, found: "\(object)")
    }
    return value
  }

  /// Observes the user defaults, see ``AppStorageKey``.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let check = { @Sendable in
      // A write by this key is not a change to report.
      guard DefaultsChanges.current !== changes else { return }
      subscriber.yield(with: Result { try value() ?? context.initialValue })
    }
    if let store = store.value as? InMemoryDefaults {
      return SharedSubscription(store.observe(key, check))
    }
    let center = NotificationCenter.default
    let observer = UncheckedSendable(
      center.addObserver(
        forName: UserDefaults.didChangeNotification, object: store.value, queue: nil
      ) { _ in check() })
    return SharedSubscription { center.removeObserver(observer.value) }
  }

  /// Writes the user defaults: in memory at once, and to their file at most once a second.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let object = try codec.write(value)
        DefaultsChanges.$current.withValue(changes) {
          if let object {
            store.value.set(object, forKey: key)
          } else {
            store.value.removeObject(forKey: key)
          }
        }
        writer.requestWrite()
        if context == .userInitiated { writer.flush() }
      })
  }
}

/// The changes that one key makes to user defaults.
private final class DefaultsChanges: Sendable {
  /// The key whose change is in progress.
  @TaskLocal static var current: DefaultsChanges?
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as written in source code.
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

/// The stored form of a type in user defaults.
struct AppStorageCodec<Value: Sendable>: Sendable {
  let read: @Sendable (Any) -> Value?
  /// The stored object; `nil` to remove it.
  let write: @Sendable (Value) throws -> Any?

  static func optional<Wrapped>(
    _ codec: AppStorageCodec<Wrapped>
  ) -> Self where Value == Wrapped? {
    Self(read: { codec.read($0) }, write: { try $0.flatMap(codec.write) })
  }

  static func raw<Raw>(_ codec: AppStorageCodec<Raw>) -> Self
  where Value: RawRepresentable<Raw> {
    Self(
      read: { codec.read($0).flatMap(Value.init(rawValue:)) },
      write: { try codec.write($0.rawValue) })
  }
}

extension AppStorageCodec where Value: Codable {
  /// As JSON.
  static var json: Self {
    Self(
      read: { ($0 as? Data).flatMap { try? JSONDecoder().decode(Value.self, from: $0) } },
      write: { try JSONEncoder().encode($0) })
  }
}

// A value set on the command line, as in '-count 7', is a string.
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
  // As a string, which every version of Foundation stores unchanged. `url(forKey:)` of the user
  // defaults takes a string for the path of a file.
  static let url = Self(
    read: { object in
      object as? URL
        ?? (object as? String).flatMap { text in
          text.hasPrefix("/") ? URL(fileURLWithPath: text) : URL(string: text)
        }
    },
    write: { $0.isFileURL ? $0.absoluteURL.path(percentEncoded: false) : $0.absoluteString })
}

extension AppStorageCodec<Data> {
  static let data = Self(read: { $0 as? Data }, write: { $0 })
}

extension AppStorageCodec<Date> {
  static let date = Self(read: { $0 as? Date }, write: { $0 })
}

/// Writes user defaults to their file, which happens with a delay on Linux.
private final class DefaultsWriter: ThrottledWriter, @unchecked Sendable {
  private static let all = Locked<[ObjectIdentifier: DefaultsWriter]>([:])
  private let store: UncheckedSendable<UserDefaults>

  private init(_ store: UncheckedSendable<UserDefaults>) {
    self.store = store
    super.init(
      interval: store.value is InMemoryDefaults ? nil : .seconds(1), writesFirstAtOnce: false)
  }

  /// The writer of a `UserDefaults` object. It keeps the object alive until the program exits, as
  /// there are few.
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

  override func write() -> (() -> Void)? {
    _ = store.value.synchronize()
    return nil
  }
}

extension DependencyValues {
  /// The user's settings, which `.appStorage` reads and writes. In tests and previews they are in
  /// memory; each test has its own.
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
  static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
}
