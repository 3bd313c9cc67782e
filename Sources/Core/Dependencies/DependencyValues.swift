import CCore

/// The dependencies of a piece of code: what is overridden, and the defaults of everything else.
///
/// Add a property for each dependency of your own:
///
/// ```swift
/// extension DependencyValues {
///   var api: APIClient {
///     get { self[APIClient.self] }
///     set { self[APIClient.self] = newValue }
///   }
/// }
/// ```
///
/// Read it with ``Dependency``, and override it with ``withDependencies(_:operation:)``, with
/// ``Reducer/dependency(_:_:)``, or where a store is created.
public struct DependencyValues: Sendable {
  /// The values of the code that runs. Use ``Dependency`` to read them.
  @TaskLocal public static var _current = DependencyValues(overrides: nil)

  /// What is overridden; `nil` stands for nothing, so that features that override nothing pay
  /// nothing. Two values with the same object are the same.
  private(set) var overrides: DependencyOverrides?
  /// What is overridden where the property was created that reads the values.
  private var initialOverrides: DependencyOverrides?
  /// The id of the store whose reducer was running when the values were provided; 0 if none was.
  private var store: UInt64 = 0

  /// Values of which none is overridden, with defaults of their own: each is made anew when it is
  /// first read.
  public init() {
    overrides = DependencyOverrides(defaults: DependencyDefaults())
  }

  /// Values of which none is overridden.
  init(overrides: DependencyOverrides?) {
    self.overrides = overrides
  }

  /// Forgets the defaults that were made so far. Each is made anew when it is read again.
  public func resetCache() {
    defaults.restart()
  }

  /// The defaults of what is not overridden.
  var defaults: DependencyDefaults {
    overrides?.defaults ?? initialOverrides?.defaults ?? .current
  }

  /// The dependency that is registered with a key, for the code that runs.
  ///
  /// - Parameter key: The key.
  public static subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    current[key]
  }

  /// The defaults of a program in use.
  public static var live: Self { Self(context: .live) }
  /// The defaults of a preview.
  public static var preview: Self { Self(context: .preview) }
  /// The defaults of a test.
  public static var test: Self { Self(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// The dependency that is registered with a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where it is read, for messages.
  ///   - filePath: Where it is read, for messages.
  ///   - line: Where it is read, for messages.
  ///   - column: Where it is read, for messages.
  ///   - function: The property that reads it, for messages.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    get { value(for: key) ?? defaultValue(for: key, property: function) }
    set {
      if overrides == nil || !isKnownUniquelyReferenced(&overrides) {
        overrides = DependencyOverrides(overrides)
      }
      overrides?.set(newValue, for: key)
    }
  }

  /// What a key is overridden with.
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    overrides?.value(for: key) ?? initialOverrides?.value(for: key)
  }

  /// These values, and where they don't override something, others.
  func falling(backTo other: Self) -> Self {
    guard let otherOverrides = other.overrides, otherOverrides !== overrides else { return self }
    var values = self
    if overrides == nil {
      values.overrides = otherOverrides
    } else {
      values.initialOverrides = otherOverrides
    }
    return values
  }

  /// The same, as values that may be kept and changed.
  var flattened: Self {
    guard let initialOverrides else { return self }
    let merged = DependencyOverrides(initialOverrides)
    if let overrides { merged.merge(overrides) }
    return Self(overrides: merged)
  }

  /// Whether both override nothing, or the same object does.
  func isSame(as other: Self) -> Bool {
    overrides === other.overrides && initialOverrides === other.initialOverrides
  }

  /// The values as the code that runs is to see them.
  ///
  /// The dependencies of a store are those of the place where it was made. Within its reducer, what
  /// is overridden where an action was sent does not count: a store that overrides something
  /// provides its own values there, and one that does not must not pay for each action.
  static var current: Self {
    composable_note_dependency_use()
    let values = _current
    guard values.overrides != nil, let frame = composable_get_frame(),
      values.store != frame.pointee.store
    else { return values }
    return Self(overrides: nil)
  }

  /// The same, as values to be provided by the code that runs.
  var provided: Self {
    var values = flattened
    values.store = composable_get_frame()?.pointee.store ?? 0
    return values
  }

  /// Runs `operation` with these values as the current ones.
  func provide<Result>(to operation: () throws -> Result) rethrows -> Result {
    let current = Self._current
    let values = provided
    return isSame(as: current) && (overrides == nil || values.store == current.store)
      ? try operation() : try Self.$_current.withValue(values, operation: operation)
  }

  /// Runs `operation` with the current values, or with what `update` makes of them.
  @usableFromInline
  static func provide<Result>(
    updatedBy update: ((inout Self) -> Void)?, to operation: () -> Result
  ) -> Result {
    guard let update else { return operation() }
    var values = current
    values.update(update)
    return values.provide(to: operation)
  }
}
