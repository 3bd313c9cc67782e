import Synchronization

extension DependencyValues {
  /// Whether the state of a store can be read while one of its reducers runs. `false` unless it is
  /// set when the store is created.
  ///
  /// A reducer changes the state of its store in place. A dependency, a logger or a `deinit` that
  /// reads the store meanwhile would find a value that is half changed, so that the program ends
  /// with a message instead. Stores with this setting run their reducers on a copy, and a read
  /// returns the state before the action:
  ///
  /// ```swift
  /// @main struct Program {
  ///   static func main() {
  ///     prepareDependencies { $0.isStateReadableInReducers = true }
  ///     …
  ///   }
  /// }
  /// ```
  ///
  /// Each action then costs a copy of the state, and the first change of each array, dictionary or
  /// string copies that as well. For one store, set it where the store is created:
  /// `Store(initialState: …) { … } withDependencies: { $0.isStateReadableInReducers = true }`.
  public var isStateReadableInReducers: Bool {
    get {
      guard ReadableStateKey.wasSet.load(ordering: .relaxed) else { return false }
      return self[ReadableStateKey.self]
    }
    set {
      ReadableStateKey.wasSet.store(true, ordering: .relaxed)
      self[ReadableStateKey.self] = newValue
    }
  }
}

private enum ReadableStateKey: DependencyKey {
  static let liveValue = false
  static let testValue = false

  /// Whether the program has a setting at all: each new store asks, and most programs have none.
  static let wasSet = Atomic(false)
}
