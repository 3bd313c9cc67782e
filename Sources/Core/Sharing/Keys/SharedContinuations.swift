import CompanionSupport

/// Receives the result of ``SharedReaderKey/load(context:continuation:)``, exactly once.
///
/// A key that drops its continuation is reported, and the load ends without a value or an error.
public struct LoadContinuation<Value: Sendable>: Sendable {
  private let resumption: Resumption<Value?>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: A description of the value, for messages.
  ///   - callback: Called with the result; `nil` if there was nothing to load.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    self.init(
      description,
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
      onDrop: { callback(.success(nil)) }, callback)
  }

  /// - Parameter onDrop: Called instead of `callback` if the continuation is dropped.
  init(
    _ description: @escaping @Sendable () -> String, place: SourcePlace,
    onDrop: @escaping @Sendable () -> Void,
    _ callback: @escaping @Sendable (Result<Value?, any Error>) -> Void
  ) {
    resumption = Resumption(description, "load", place, onDrop: onDrop, callback)
  }

  /// The value was loaded.
  public func resume(returning value: Value) {
    resume(with: .success(value))
  }

  /// There was nothing to load.
  public func resumeReturningInitialValue() {
    resume(with: .success(nil))
  }

  /// The value could not be loaded.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Resumes with a result; `nil` if there was nothing to load.
  public func resume(with result: Result<Value?, any Error>) {
    resumption.resume(with: result)
  }
}

/// Receives the result of ``SharedKey/save(_:context:continuation:)``, exactly once.
///
/// A key that drops its continuation is reported, and the save ends without an error.
public struct SaveContinuation: Sendable {
  private let resumption: Resumption<Void>

  /// Creates a continuation.
  ///
  /// - Parameters:
  ///   - description: A description of the value, for messages.
  ///   - callback: Called with the result.
  public init(
    _ description: @autoclosure @escaping @Sendable () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    self.init(
      description,
      place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column), callback)
  }

  init(
    _ description: @escaping @Sendable () -> String, place: SourcePlace,
    _ callback: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    resumption = Resumption(
      description, "save", place, onDrop: { callback(.success(())) }, callback)
  }

  /// The value was saved.
  public func resume() {
    resume(with: .success(()))
  }

  /// The value could not be saved.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Resumes with a result.
  public func resume(with result: Result<Void, any Error>) {
    resumption.resume(with: result)
  }
}

/// A callback that is called once.
private final class Resumption<Outcome>: Sendable {
  private let callback: Locked<(@Sendable (Result<Outcome, any Error>) -> Void)?>
  private let onDrop: @Sendable () -> Void
  private let description: @Sendable () -> String
  private let method: String
  private let place: SourcePlace

  init(
    _ description: @escaping @Sendable () -> String, _ method: String, _ place: SourcePlace,
    onDrop: @escaping @Sendable () -> Void,
    _ callback: @escaping @Sendable (Result<Outcome, any Error>) -> Void
  ) {
    self.callback = Locked(callback)
    self.onDrop = onDrop
    self.description = description
    self.method = method
    self.place = place
  }

  deinit {
    guard take() != nil else { return }
    place.report(
      """
      The key let go of the continuation of '\(method)' without resuming it.

        Key: \(description())

      Callers that wait for the outcome would wait forever, and go on without one instead. Have \
      '\(method)' of the key resume its continuation exactly once on every path, errors included.
      """)
    onDrop()
  }

  private func take() -> (@Sendable (Result<Outcome, any Error>) -> Void)? {
    callback.withLock { callback in
      defer { callback = nil }
      return callback
    }
  }

  func resume(with result: Result<Outcome, any Error>) {
    if let callback = take() { return callback(result) }
    place.report(
      """
      The continuation of '\(method)' was resumed more than once.

        Key: \(description())

      This outcome is ignored. Have '\(method)' of the key resume its continuation exactly once; later \
      changes go to the subscriber of 'subscribe'.
      """)
  }
}
