import CompanionSupport

/// Reads a dependency: a value or service from outside of a feature that tests replace, such as the
/// date, a clock, or the client of a web service.
///
/// ```swift
/// struct Notes: Reducer {
///   struct State { var ids: [UUID] = [] }
///   enum Action { case addButtonTapped }
///
///   @Dependency(\.uuid) var uuid
///
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in
///       state.ids.append(uuid())
///       return .none
///     }
///   }
/// }
/// ```
///
/// The property holds no value. Each read takes the first of these:
///
/// 1. an override in effect where the property is read, by ``withDependencies(_:operation:)``, by
///    `Reducer.dependency(_:_:)` or by the store;
/// 2. an override that was in effect where the property was created;
/// 3. the default of the ``DependencyContext``.
///
/// In a test, the default of a dependency that reaches outside reports an issue. The usual mistake
/// is to override it around code that does not create the store. State the dependencies where the
/// store is created; they then apply to all of its effects:
///
/// ```swift
/// let store = TestStore(initialState: Counter.State()) {
///   Counter()
/// } withDependencies: {
///   $0.uuid = .incrementing
///   $0.continuousClock = ImmediateClock()
/// }
/// await store.send(.incrementButtonTapped) { $0.count = 1 }
/// ```
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let initialValues: DependencyValues
  private let read: Read
  private let place: SourcePlace

  private enum Read: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case cast(@Sendable (DependencyValues) -> Value)
    case key(any TestDependencyKey.Type, @Sendable (DependencyValues) -> Value)
  }

  /// Reads the dependency at a key path, as in `@Dependency(\.date) var date`.
  ///
  /// - Parameters:
  ///   - keyPath: A property of ``DependencyValues``.
  ///   - fileID: The declaration of the property, for messages.
  ///   - filePath: The declaration of the property, for messages.
  ///   - line: The declaration of the property, for messages.
  ///   - column: The declaration of the property, for messages.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    initialValues = DependencyValues.current
    read = .keyPath(keyPath)
    place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reads the dependency of a key, as in `@Dependency(APIClient.self) var api`.
  ///
  /// - Parameters:
  ///   - key: The key that the dependency is registered with; often the type of the dependency.
  ///   - fileID: The declaration of the property, for messages.
  ///   - filePath: The declaration of the property, for messages.
  ///   - line: The declaration of the property, for messages.
  ///   - column: The declaration of the property, for messages.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    initialValues = DependencyValues.current
    read = .key(key) { $0[Key.self] }
    place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reads the dependency at a key path as a value of a more specific type, as in
  /// `@Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock`.
  ///
  /// For tests that have overridden the dependency with such a value. Traps if the value is of
  /// another type.
  ///
  /// - Parameters:
  ///   - keyPath: A property of ``DependencyValues``.
  ///   - type: The type of the value.
  ///   - fileID: The declaration of the property, for messages.
  ///   - filePath: The declaration of the property, for messages.
  ///   - line: The declaration of the property, for messages.
  ///   - column: The declaration of the property, for messages.
  public init<General>(
    _ keyPath: any KeyPath<DependencyValues, General> & Sendable,
    as type: Value.Type = Value.self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      "\(keyPath)", { $0[keyPath: keyPath] },
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads the dependency of a key as a value of a more specific type.
  ///
  /// For tests that have overridden the dependency with such a value. Traps if the value is of
  /// another type.
  ///
  /// - Parameters:
  ///   - key: The key that the dependency is registered with.
  ///   - type: The type of the value.
  ///   - fileID: The declaration of the property, for messages.
  ///   - filePath: The declaration of the property, for messages.
  ///   - line: The declaration of the property, for messages.
  ///   - column: The declaration of the property, for messages.
  @_disfavoredOverload
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    as type: Value.Type = Value.self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      "\(Key.self).self", { $0[Key.self] },
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private init<General>(
    _ name: String, _ general: @escaping @Sendable (DependencyValues) -> General,
    at place: SourcePlace
  ) {
    initialValues = DependencyValues.current
    read = .cast { values in
      let value = general(values)
      guard let result = value as? Value else {
        fatalError(
          """
          '@Dependency(\(name), as: \(Value.self).self)' at \(place.fileAndLine) is of \
          another type, '\(Swift.type(of: value as Any))'. Override it with a value of the type, or \
          leave out 'as:'.
          """)
      }
      return result
    }
    self.place = place
  }

  /// The current value of the dependency.
  public var wrappedValue: Value {
    let values = DependencyValues.current.falling(backTo: initialValues)
    switch read {
    case .keyPath(let keyPath):
      if Value.self == DependencyValues.self {
        return values.flattened[keyPath: keyPath]
      }
      return DependencyRead.with(DependencyRead(place: place, key: nil)) {
        values[keyPath: keyPath]
      }
    case .cast(let read):
      return DependencyRead.with(DependencyRead(place: place, key: nil)) { read(values) }
    case .key(let key, let read):
      return DependencyRead.with(DependencyRead(place: place, key: key)) { read(values) }
    }
  }
}

/// A property that keeps the dependency values that were current when it was created.
protocol KeepsDependencyValues {
  var keptDependencyValues: DependencyValues { get }
}

extension Dependency: KeepsDependencyValues {
  var keptDependencyValues: DependencyValues { initialValues }
}
