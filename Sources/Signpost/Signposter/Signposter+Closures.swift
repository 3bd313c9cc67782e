extension Signposter {
  /// Runs code within an interval, which ends when the code returns or throws.
  ///
  /// ```swift
  /// let image = try signposter.withIntervalSignpost("decode", "\(data.count) bytes") {
  ///   try Image(decoding: data)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What takes time.
  ///   - id: What it belongs to. Intervals of the same name may overlap with and without one.
  ///   - message: More about it. Composed only while somebody listens, and cut off after 4096 bytes.
  ///   - task: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws. The interval then ends as ``SignpostIntervalOutcome/failed``, or
  ///   as ``SignpostIntervalOutcome/cancelled``.
  @inlinable
  public func withIntervalSignpost<Result: ~Copyable, E>(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = "",
    around task: () throws(E) -> Result
  ) throws(E) -> Result {
    guard Self.couldHearIntervals, let interval = begin(name, id, message) else {
      return try task()
    }
    do throws(E) {
      let result = try task()
      interval.finish()
      return result
    } catch {
      interval.end(throwing: error)
      throw error
    }
  }

  /// Runs asynchronous code within an interval, which ends when the code returns or throws.
  ///
  /// ```swift
  /// let answer = try await signposter.withIntervalSignpost("ask") {
  ///   try await client.ask(question)
  /// }
  /// ```
  ///
  /// The code runs where the caller runs, so that it may use an actor's state.
  ///
  /// - Parameters:
  ///   - name: What takes time.
  ///   - id: What it belongs to. Intervals of the same name may overlap with and without one.
  ///   - message: More about it. Composed only while somebody listens, and cut off after 4096 bytes.
  ///   - task: The code.
  /// - Returns: What the code returns.
  /// - Throws: What the code throws. The interval then ends as ``SignpostIntervalOutcome/failed``, or
  ///   as ``SignpostIntervalOutcome/cancelled``.
  @inlinable
  public nonisolated(nonsending) func withIntervalSignpost<Result: ~Copyable, E>(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = "",
    around task: nonisolated(nonsending) () async throws(E) -> Result
  ) async throws(E) -> Result {
    guard Self.couldHearIntervals, let interval = begin(name, id, message) else {
      return try await task()
    }
    do throws(E) {
      let result = try await task()
      interval.finish()
      return result
    } catch {
      interval.end(throwing: error)
      throw error
    }
  }
}
