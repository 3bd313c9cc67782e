import CCore
import CompanionSupport

/// The dependencies of a piece of code: its overrides, and the defaults of all other keys.
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
/// `Reducer.dependency(_:_:)`, or in the initializer of a store.
public struct DependencyValues: Sendable {
  /// The values that are current for the running code. Use ``Dependency`` to read them.
  @TaskLocal public static var _current = DependencyValues(overrides: nil)

  /// The overrides; `nil` for none, so that features without overrides pay nothing. Two values with
  /// the same object are the same.
  private(set) var overrides: DependencyOverrides?
  /// The overrides that were in effect where the reading property was created.
  private var initialOverrides: DependencyOverrides?
  /// The id of the store whose reducer was running when the values were provided; 0 for none.
  private var store: UInt64 = 0

  /// Values without overrides, with defaults of their own: each is made when it is first read.
  public init() {
    overrides = DependencyOverrides(defaults: DependencyDefaults())
  }

  /// Values without overrides.
  init(overrides: DependencyOverrides?) {
    self.overrides = overrides
  }

  /// Discards the defaults made so far, and the prepared ones. Each is made again when it is next
  /// read.
  public func resetCache() {
    defaults.restart()
  }

  /// The defaults of keys without an override.
  var defaults: DependencyDefaults {
    overrides?.defaults ?? initialOverrides?.defaults ?? .current
  }

  /// The dependency registered with a key, for the running code.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The location of the read, for messages.
  ///   - filePath: The location of the read, for messages.
  ///   - line: The location of the read, for messages.
  ///   - column: The location of the read, for messages.
  ///   - function: The property that reads it, for messages.
  public static subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    current[key, fileID, filePath, line, column, function]
  }

  /// The defaults of production.
  public static var live: Self { Self(context: .live) }
  /// The defaults of previews.
  public static var preview: Self { Self(context: .preview) }
  /// The defaults of tests.
  public static var test: Self { Self(context: .test) }

  private init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// The dependency registered with a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The location of the read, for messages.
  ///   - filePath: The location of the read, for messages.
  ///   - line: The location of the read, for messages.
  ///   - column: The location of the read, for messages.
  ///   - function: The property that reads it, for messages.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function
  ) -> Key.Value {
    get {
      value(for: key)
        ?? defaultValue(
          for: key, property: function,
          at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    set {
      if overrides == nil || !isKnownUniquelyReferenced(&overrides) {
        overrides = DependencyOverrides(overrides)
      }
      overrides?.set(newValue, for: key)
    }
  }

  /// The override of a key.
  func value<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    overrides?.value(for: key) ?? initialOverrides?.value(for: key)
  }

  /// Returns the values, with the values of `other` for keys without an override.
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

  /// The same values with all overrides merged, to store and change.
  var flattened: Self {
    guard let initialOverrides else { return self }
    let merged = DependencyOverrides(initialOverrides)
    if let overrides { merged.merge(overrides) }
    return Self(overrides: merged)
  }

  /// Whether there are overrides at all.
  package var hasOverrides: Bool { overrides != nil }

  /// Whether both have the same overrides: none, or the overrides of one object.
  package func isSame(as other: Self) -> Bool {
    overrides === other.overrides && initialOverrides === other.initialOverrides
  }

  /// The values that reads of the running code use.
  ///
  /// A store has the dependencies that were current where it was created. Within its reducer,
  /// overrides at the place that sent an action are ignored: a store with overrides provides its
  /// own values there, and one without must not pay for each action.
  package static var current: Self {
    composable_note_dependency_use()
    let values = _current
    guard values.overrides != nil, let frame = composable_get_frame(),
      values.store != frame.pointee.store
    else { return values }
    return Self(overrides: nil)
  }

  /// The same values, to be provided to an operation.
  var provided: Self {
    var values = flattened
    values.store = composable_get_frame()?.pointee.store ?? 0
    return values
  }

  /// Runs `operation` with these values as the current ones.
  package func provide<Result>(to operation: () throws -> Result) rethrows -> Result {
    let current = Self._current
    let values = provided
    return isSame(as: current) && (overrides == nil || values.store == current.store)
      ? try operation() : try Self.$_current.withValue(values, operation: operation)
  }
}
