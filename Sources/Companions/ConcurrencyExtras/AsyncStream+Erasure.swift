extension AsyncStream {
  /// A stream of the elements of a sequence of any type. It ends when the sequence ends or fails.
  ///
  /// The sequence must not depend on the task that iterates over it: the stream does, and only
  /// once.
  ///
  /// - Parameter sequence: The source of the elements.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element {
    let iterator = StreamIterator(sequence)
    self.init { try? await iterator.next() }
  }

  /// A stream without elements, which ends when the task that waits for one is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }

  /// A stream with the continuation that produces its elements: the earlier name of `makeStream`.
  ///
  /// - Parameters:
  ///   - elementType: The type of the elements.
  ///   - limit: The elements to keep until they are received.
  @available(*, deprecated, renamed: "makeStream(of:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream of the elements of a sequence of any type. It ends or fails when the sequence does.
  ///
  /// - Parameter sequence: The source of the elements.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element {
    let iterator = StreamIterator(sequence)
    self.init { try await iterator.next() }
  }

  /// A stream without elements, which ends when the task that waits for one is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  ///
  /// - Parameter error: The error it failed with; `nil` if it ended normally.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// A stream with the continuation that produces its elements: the earlier name of `makeStream`.
  ///
  /// - Parameters:
  ///   - elementType: The type of the elements.
  ///   - limit: The elements to keep until they are received.
  @available(*, deprecated, renamed: "makeStream(of:throwing:bufferingPolicy:)")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncSequence {
  /// Returns the sequence as a stream, which ends when the sequence ends or fails.
  ///
  /// ```swift
  /// let client = Client(events: { socket.events.eraseToStream() })
  /// ```
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream(self)
  }

  /// Returns the sequence as a stream, which ends or fails with the sequence.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(self)
  }
}

/// The iterator of a sequence, created for the first element.
///
/// Unchecked: a stream requests one element at a time.
private final class StreamIterator<Element>: @unchecked Sendable {
  let next: () async throws -> Element?

  init<Base: AsyncSequence>(_ base: Base) where Base.Element == Element {
    var iterator: Base.AsyncIterator?
    next = {
      var current = iterator ?? base.makeAsyncIterator()
      defer { iterator = current }
      return try await current.next()
    }
  }
}
