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
    get { isStateReadable ?? false }
    set { self[ReadableStateKey.self] = newValue }
  }

  /// The setting, if there is one. Apart from other dependencies, as it is read for each new store:
  /// without a setting, no default is made or looked up.
  private var isStateReadable: Bool? {
    value(for: ReadableStateKey.self) ?? defaults.preparedValue(for: ReadableStateKey.self)
  }
}

private enum ReadableStateKey: DependencyKey {
  static let liveValue = false
  static let testValue = false
}
