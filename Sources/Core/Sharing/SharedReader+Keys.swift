import CompanionSupport

extension SharedReader {
  /// Reads the value of a key.
  ///
  /// A value that is not in use yet is loaded. A failure to load it is reported as an issue.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is nothing to load.
  ///   - key: The key.
  ///   - fileID: The declaration of the value, for messages.
  ///   - filePath: The declaration of the value, for messages.
  ///   - line: The declaration of the value, for messages.
  ///   - column: The declaration of the value, for messages.
  public init(
    wrappedValue: @autoclosure () -> Value,
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      wrappedValue)
  }

  /// Reads the value of a key; `nil` if there is nothing to load.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The declaration of the value, for messages.
  ///   - filePath: The declaration of the value, for messages.
  ///   - line: The declaration of the value, for messages.
  ///   - column: The declaration of the value, for messages.
  @_disfavoredOverload
  public init<Wrapped>(
    _ key: some SharedReaderKey<Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { nil }
  }

  /// Reads the value of a key with a default: `@SharedReader(.count) var count`.
  ///
  /// - Parameters:
  ///   - key: The key, see `Default`.
  ///   - fileID: The declaration of the value, for messages.
  ///   - filePath: The declaration of the value, for messages.
  ///   - line: The declaration of the value, for messages.
  ///   - column: The declaration of the value, for messages.
  public init<K: SharedReaderKey>(
    _ key: K.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where K.Value == Value {
    self.init(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      key.defaultValue)
  }

  /// Reads the value of a key, with another default than the key's:
  /// `@SharedReader(.count) var count = 1`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value if there is nothing to load.
  ///   - key: The key, see `Default`.
  ///   - fileID: The declaration of the value, for messages.
  ///   - filePath: The declaration of the value, for messages.
  ///   - line: The declaration of the value, for messages.
  ///   - column: The declaration of the value, for messages.
  public init<K: SharedReaderKey>(
    wrappedValue: @autoclosure () -> Value,
    _ key: K.Default,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where K.Value == Value {
    self.init(
      key, place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      wrappedValue)
  }

  /// Reads the value of a key without a default, and waits until it is loaded.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: The declaration of the value, for messages.
  ///   - filePath: The declaration of the value, for messages.
  ///   - line: The declaration of the value, for messages.
  ///   - column: The declaration of the value, for messages.
  /// - Throws: The error of loading; ``SharedValueMissing`` if there is no value.
  public init<K: SharedReaderKey>(
    require key: K,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws where K.Value == Value {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let value = try await SharedReferences.requiredValue(of: key, place: place)
    self.init(
      reference: SharedReferences.current.value(for: key, isLoaded: true, place: place) { value })
  }

  /// Unavailable, as a value needs an initial value.
  @available(
    *, unavailable,
    message: "Give the value a default, as in '@SharedReader(.key) var value = 0', or the key one."
  )
  public init(_ key: some SharedReaderKey<Value>) {
    preconditionFailure("The initializer is unavailable.")
  }

  private init(
    _ key: some SharedReaderKey<Value>, place: SourcePlace, _ initialValue: () -> Value
  ) {
    self.init(
      reference: SharedReferences.current.value(
        for: key, place: place, initialValue: initialValue))
  }
}
