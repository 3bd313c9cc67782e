public import Foundation

extension UserDefaults {
  /// User defaults in memory, initially empty. In tests, each test has its own.
  public static var inMemory: UserDefaults { InMemoryDefaults() }
}

/// User defaults in memory only, which report their changes.
final class InMemoryDefaults: UserDefaults {
  private let contents = Contents()

  /// Unchecked: all state is behind the lock.
  private final class Contents: @unchecked Sendable {
    let lock = NSLock()
    var values: [String: Any] = [:]
    var registered: [String: Any] = [:]
    var observers: [Int: (key: String, onChange: @Sendable () -> Void)] = [:]
    var observerCount = 0
  }

  /// Calls `onChange` with each change of the value of a key.
  ///
  /// - Returns: A function that ends the calls.
  func observe(
    _ key: String, _ onChange: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let contents = contents
    let id = contents.lock.withLock {
      contents.observerCount += 1
      contents.observers[contents.observerCount] = (key, onChange)
      return contents.observerCount
    }
    return { [weak contents] in
      guard let contents else { return }
      contents.lock.withLock { contents.observers[id] = nil }
    }
  }

  override func object(forKey defaultName: String) -> Any? {
    contents.lock.withLock { contents.values[defaultName] ?? contents.registered[defaultName] }
  }

  override func url(forKey defaultName: String) -> URL? {
    object(forKey: defaultName).flatMap(AppStorageCodec<URL>.url.read)
  }

  override func set(_ value: Any?, forKey defaultName: String) {
    let onChanges = contents.lock.withLock {
      contents.values[defaultName] = value
      return contents.observers.values.filter { $0.key == defaultName }.map(\.onChange)
    }
    for onChange in onChanges { onChange() }
  }

  override func set(_ url: URL?, forKey defaultName: String) {
    set(url as Any?, forKey: defaultName)
  }

  override func removeObject(forKey defaultName: String) {
    set(Any?.none, forKey: defaultName)
  }

  override func register(defaults registrationDictionary: [String: Any]) {
    contents.lock.withLock { contents.registered.merge(registrationDictionary) { $1 } }
  }

  override func dictionaryRepresentation() -> [String: Any] {
    contents.lock.withLock { contents.registered.merging(contents.values) { $1 } }
  }

  override func synchronize() -> Bool { true }
}
