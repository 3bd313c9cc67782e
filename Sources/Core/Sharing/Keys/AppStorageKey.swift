import CompanionSupport
public import Foundation
import IssueReporting

/// A key of values stored in the user's settings: `.appStorage("isSoundOn")`.
///
/// ```swift
/// @Shared(.appStorage("isSoundOn")) var isSoundOn = true
/// ```
///
/// The default is registered with the user defaults, so that other code reads it too. The default
/// of an optional is stored in them: it is removed when the value is set to `nil`.
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
    if DependencyValues.current.appStorageKeyFormatWarningEnabled { Self.checkFormat(of: key) }
  }

  /// Reports a name that key-value observation would read as a path of properties.
  private static func checkFormat(of key: String) {
    guard let character = key.hasPrefix("@") ? "@" : key.contains(".") ? "." : nil else { return }
    reportIssue(
      """
      The name of a value in the user's settings contains an invalid character, '\(character)': \
      '.appStorage("\(key)")'.

      A program that observes single keys of the user defaults cannot observe this one, as on \
      Apple's systems. Rename the key. If its name cannot be changed, set \
      '\\.appStorageKeyFormatWarningEnabled' to false.
      """)
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
        // Without a default, a missing value is read as it is: it may have been removed.
        guard let value = context.initialValue else { return codec.absentValue }
        if let object = try codec.write(value) { store(default: object) }
        return nil
      })
  }

  private func store(default object: Any) {
    guard codec.absentValue != nil else { return store.value.register(defaults: [key: object]) }
    // A registered default would remain when the value is removed.
    DefaultsChanges.$current.withValue(changes) { store.value.set(object, forKey: key) }
    writer.requestWrite()
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
  /// The value that stands for a missing object, if the type has one.
  var absentValue: Value?

  static func optional<Wrapped>(
    _ codec: AppStorageCodec<Wrapped>
  ) -> Self where Value == Wrapped? {
    Self(
      read: { codec.read($0) }, write: { try $0.flatMap(codec.write) },
      absentValue: .some(.none))
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
      if let suite = suite(of: store.value),
        all.values.contains(where: { Self.suite(of: $0.store.value) == suite })
      {
        reportRepeatedSuite(suite)
      }
      let writer = DefaultsWriter(store)
      all[id] = writer
      return writer
    }
  }

  /// The name of the suite; `nil` if it is unknown, or the object is of a subclass, which may keep
  /// its values elsewhere.
  private static func suite(of store: UserDefaults) -> String? {
    guard type(of: store) == UserDefaults.self else { return nil }
    // Foundation keeps the name to itself.
    return Mirror(reflecting: store).descendant("suite") as? String
  }

  private static func reportRepeatedSuite(_ suite: String) {
    reportIssue(
      """
      Two objects for the same suite of user defaults are used with '@Shared(.appStorage(…))': \
      'UserDefaults(suiteName: "\(suite)")'.

      Values that are shared through one of them do not change those of the other. Create the object \
      once, and use it for all keys of the suite.
      """)
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

  /// Whether names of `.appStorage` that key-value observation does not support are reported: those
  /// that contain a dot, or begin with "@".
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[AppStorageKeyFormatWarningKey.self] }
    set { self[AppStorageKeyFormatWarningKey.self] = newValue }
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

private enum AppStorageKeyFormatWarningKey: DependencyKey {
  static let liveValue = true
  static let testValue = true
}
