extension Signposter {
  /// Runs a closure within an interval, which ends when the closure returns or throws.
  ///
  /// The interval is recorded as synchronous: reports count all of its time as work, because its
  /// thread does nothing else meanwhile.
  ///
  /// ```swift
  /// let image = try signposter.withIntervalSignpost("decode", "\(data.count) bytes") {
  ///   try Image(decoding: data)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the interval.
  ///   - id: Its group. Intervals of the same name may overlap with and without an id.
  ///   - message: Further text, composed only while it is recorded, and truncated at 4096 bytes.
  ///   - task: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure. The interval then ends as
  ///   ``TraceSchema/IntervalOutcome/failed``, or as ``TraceSchema/IntervalOutcome/cancelled``.
  @inlinable
  public func withIntervalSignpost<Result: ~Copyable, E>(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = "",
    around task: () throws(E) -> Result
  ) throws(E) -> Result {
    guard Self.canRecordIntervals, let interval = begin(name, id, message, isSynchronous: true)
    else {
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

  /// Runs an asynchronous closure within an interval, which ends when the closure returns or
  /// throws.
  ///
  /// ```swift
  /// let answer = try await signposter.withIntervalSignpost("ask") {
  ///   try await client.ask(question)
  /// }
  /// ```
  ///
  /// The closure runs in the isolation of the caller, so that it may use the state of an actor.
  ///
  /// - Parameters:
  ///   - name: The name of the interval.
  ///   - id: Its group. Intervals of the same name may overlap with and without an id.
  ///   - message: Further text, composed only while it is recorded, and truncated at 4096 bytes.
  ///   - task: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure. The interval then ends as
  ///   ``TraceSchema/IntervalOutcome/failed``, or as ``TraceSchema/IntervalOutcome/cancelled``.
  @inlinable
  public nonisolated(nonsending) func withIntervalSignpost<Result: ~Copyable, E>(
    _ name: StaticString, id: SignpostID = .exclusive, _ message: @autoclosure () -> String = "",
    around task: nonisolated(nonsending) () async throws(E) -> Result
  ) async throws(E) -> Result {
    guard Self.canRecordIntervals, let interval = begin(name, id, message) else {
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
