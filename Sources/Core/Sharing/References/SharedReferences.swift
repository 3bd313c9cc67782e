import CompanionSupport

/// The shared values that are in use and have a key, one for each.
///
/// References to them are weak: a value lives as long as it is shared. Each test has its own
/// registry.
final class SharedReferences: Sendable {
  /// Unchecked: ids are values, and compared under the lock only.
  private struct Place: Hashable, @unchecked Sendable {
    let id: AnyHashable
    let type: ObjectIdentifier
  }

  private struct Entry: Sendable {
    weak var value: (any SharedOrigin)?
  }

  private struct State {
    var entries: [Place: Entry] = [:]
    /// The number of entries at which the entries of released values are removed.
    var limit = 32
  }

  private let state = Locked(State())

  /// The registry for the running code.
  static var current: SharedReferences { DependencyValues.current[SharedReferencesKey.self] }

  /// The value of a key, which is loaded if it is not in use yet.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isLoaded: Whether the initial value was loaded already.
  ///   - place: The declaration of the value.
  ///   - initialValue: The value if there is nothing to load.
  func value<Key: SharedReaderKey>(
    for key: Key, isLoaded: Bool = false, place: SourcePlace, initialValue: () -> Key.Value
  ) -> SharedValue<Key.Value> {
    let id = Place(id: AnyHashable(key.id), type: ObjectIdentifier(Key.Value.self))
    let existing = state.withLock { $0.entries[id]?.value as? SharedValue<Key.Value> }
    let value =
      existing ?? insert(KeptValue(key, initialValue: initialValue(), place: place), at: id)
    // Outside of the registry's lock, as it may take a long time. Other threads that request the
    // same value meanwhile wait for it here.
    value.start(isLoaded: isLoaded)
    return value
  }

  /// Inserts a value, unless another thread was faster.
  private func insert<Value>(_ value: SharedValue<Value>, at id: Place) -> SharedValue<Value> {
    state.withLock { state in
      if let existing = state.entries[id]?.value as? SharedValue<Value> { return existing }
      state.entries[id] = Entry(value: value)
      if state.entries.count > state.limit {
        state.entries = state.entries.filter { $0.value.value != nil }
        state.limit = max(32, state.entries.count * 2)
      }
      return value
    }
  }
}

private enum SharedReferencesKey: DependencyKey {
  static var liveValue: SharedReferences { SharedReferences() }
  static var testValue: SharedReferences { SharedReferences() }
}

extension SharedReferences {
  /// Loads the value of a key, for a property that refers to it from then on.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - place: The source location of the call.
  ///   - current: The value of the property, which is kept if there is nothing to load.
  ///   - adopt: Makes the property refer to the value, before it is loaded.
  static func load<Key: SharedReaderKey>(
    _ key: Key, place: SourcePlace, current: () -> Key.Value,
    adopt: (SharedValue<Key.Value>) -> Void
  ) async throws {
    let value = Self.current.value(
      for: key, isLoaded: true, place: place, initialValue: current)
    adopt(value)
    try await value.load()
  }

  /// Loads the value of a key without a default.
  static func requiredValue<Key: SharedReaderKey>(
    of key: Key, place: SourcePlace
  ) async throws -> Key.Value {
    let value: Key.Value? = try await withCheckedThrowingContinuation { continuation in
      key.load(
        context: .userInitiated,
        continuation: LoadContinuation(
          { "\(key)" }, place: place, onDrop: { continuation.resume(returning: nil) },
          { continuation.resume(with: $0) }))
    }
    guard let value else { throw SharedValueMissing(key: "\(key)") }
    return value
  }
}

/// An error: there is nothing to load for a key without a default.
public struct SharedValueMissing: Error, CustomStringConvertible {
  let key: String

  /// The key that lacks a value.
  public var description: String {
    "There is no value to load for '\(key)'. Use it with a default, or put the value there first."
  }
}
