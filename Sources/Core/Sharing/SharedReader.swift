import CompanionSupport

/// Read-only access to a shared value.
///
/// ```swift
/// @SharedReader(.fileStorage(settingsURL)) var settings = Settings()
/// ```
///
/// See ``Shared``, which can be changed as well.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value> {
  private let box: SharedBox<any SharedReference<Value>>

  init(reference: any SharedReference<Value>) {
    box = SharedBox(reference)
  }

  var reference: any SharedReference<Value> { box.reference }

  /// Creates a value that does not change.
  ///
  /// - Parameter value: The value.
  public init(value: sending Value) {
    self.init(reference: SharedValue(value))
  }

  /// A value that does not change.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: sending Value) -> Self {
    Self(value: value)
  }

  /// Reads the value of another property.
  ///
  /// - Parameter projectedValue: The projection of the other property.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Reads a shared value.
  ///
  /// - Parameter base: The shared value.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Reads the wrapped value of a shared optional, or its last one while the optional is `nil`.
  ///
  /// - Parameter base: The optional; if it is `nil`, so is the result.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: SharedContentReader(base.reference, value))
  }

  /// Reads the wrapped value of a shared optional, or its last one while the optional is `nil`.
  ///
  /// - Parameter base: The optional; if it is `nil`, so is the result.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// The current value.
  public var wrappedValue: Value { reference.value }

  /// The reader itself, to be passed on and loaded.
  ///
  /// Assigning another one makes this property and all copies of it read the other value.
  public var projectedValue: SharedReader {
    get { self }
    nonmutating set {
      box.replace(with: newValue.reference).origin.notifyObservers()
    }
  }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    func part(of whole: some SharedReference<Value>) -> SharedReader<Member> {
      SharedReader<Member>(reference: SharedDerivation(whole, keyPath) { $0[keyPath: keyPath] })
    }
    return part(of: reference)
  }

  /// The value, transformed by a function.
  ///
  /// - Parameter body: Transforms the value; called for each read.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    func derivation(of whole: some SharedReference<Value>) -> SharedReader<Member> {
      SharedReader<Member>(reference: SharedDerivation(whole, nil, body))
    }
    return derivation(of: reference)
  }

  // MARK: Loading

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.origin.status.isLoading }

  /// The error of the last load.
  public var loadError: (any Error)? { reference.origin.status.loadError }

  /// Loads the value again. Does nothing for a value without a key.
  public func load() async throws {
    try await reference.origin.load()
  }

  /// Reads the value of another key from now on, and loads it.
  ///
  /// Until it is loaded, and if there is nothing to load, the value stays the same. All copies read
  /// the other key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The call site, for messages.
  ///   - filePath: The call site, for messages.
  ///   - line: The call site, for messages.
  ///   - column: The call site, for messages.
  public func load(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await SharedReferences.load(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      current: { wrappedValue }, adopt: { projectedValue = SharedReader(reference: $0) })
  }
}

// Unchecked: every reference to the value locks it.
extension SharedReader: @unchecked Sendable where Value: Sendable {}
