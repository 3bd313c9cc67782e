/// A value that others share, to be read only.
///
/// ```swift
/// @SharedReader(.fileStorage(settingsURL)) var settings = Settings()
/// ```
///
/// See ``Shared``, which can be changed as well.
@propertyWrapper
@dynamicMemberLookup
public struct SharedReader<Value> {
  var reference: any SharedReference<Value>

  init(reference: any SharedReference<Value>) {
    self.reference = reference
  }

  /// Creates a value that nobody changes.
  ///
  /// - Parameter value: The value.
  public init(value: sending Value) {
    self.init(reference: SharedValue(value))
  }

  /// A value that nobody changes.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: sending Value) -> Self {
    Self(value: value)
  }

  /// Reads the value of another one.
  ///
  /// - Parameter projectedValue: The other one.
  public init(projectedValue: SharedReader) {
    self = projectedValue
  }

  /// Reads a shared value.
  ///
  /// - Parameter base: The shared value.
  public init(_ base: Shared<Value>) {
    self.init(reference: base.reference)
  }

  /// Reads what is in a shared optional, or what was when there was something last.
  ///
  /// - Parameter base: The optional; if there is nothing in it, the result is `nil`.
  public init?(_ base: SharedReader<Value?>) {
    guard let value = base.wrappedValue else { return nil }
    self.init(reference: SharedContentReader(base.reference, value))
  }

  /// Reads what is in a shared optional, or what was when there was something last.
  ///
  /// - Parameter base: The optional; if there is nothing in it, the result is `nil`.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// The value as it is now.
  public var wrappedValue: Value { reference.value }

  /// The reader itself, to be handed on and loaded.
  public var projectedValue: SharedReader {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    func part(of whole: some SharedReference<Value>) -> SharedReader<Member> {
      SharedReader<Member>(reference: SharedDerivation(whole) { $0[keyPath: keyPath] })
    }
    return part(of: reference)
  }

  /// What something makes of the value.
  ///
  /// - Parameter body: Makes it, anew for each read.
  public func read<Member>(
    _ body: @escaping @Sendable (_ value: Value) -> Member
  ) -> SharedReader<Member> {
    func derivation(of whole: some SharedReference<Value>) -> SharedReader<Member> {
      SharedReader<Member>(reference: SharedDerivation(whole, body))
    }
    return derivation(of: reference)
  }

  // MARK: Loading

  /// Whether the value is being loaded.
  public var isLoading: Bool { reference.origin.status.isLoading }

  /// Why the value could not be loaded the last time.
  public var loadError: (any Error)? { reference.origin.status.loadError }

  /// Loads the value anew. A value without a key is what it is.
  public func load() async throws {
    try await reference.origin.load()
  }
}

// Unchecked: all that leads to the value locks it.
extension SharedReader: @unchecked Sendable where Value: Sendable {}
