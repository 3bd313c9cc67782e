extension Effect {
  /// An action for each element of an asynchronous sequence, until that ends or the effect is
  /// cancelled.
  ///
  /// ```swift
  /// case .task:
  ///   return .stream(clock.timer(interval: .seconds(1))) { _ in .timerTicked }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The sequence; evaluated when the effect starts.
  ///   - priority: The priority of the effect's task; the sender's if `nil`.
  ///   - name: The name of the effect's task, for debuggers.
  ///   - transform: The action for an element.
  ///   - handler: Handles an error that `sequence` throws. Without one, the error is reported as an
  ///     issue.
  ///   - fileID: The call site, for messages.
  ///   - filePath: The call site, for messages.
  ///   - line: The call site, for messages.
  ///   - column: The call site, for messages.
  public static func stream<S: AsyncSequence & SendableMetatype>(
    _ sequence: @autoclosure @escaping @Sendable () throws -> S,
    priority: TaskPriority? = nil,
    name: String? = nil,
    action transform: @escaping @Sendable (S.Element) -> Action,
    catch handler: (
      nonisolated(nonsending) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self where S.AsyncIterator: SendableMetatype {
    .run(
      priority: priority,
      name: name,
      operation: { send in
        for try await element in try sequence() {
          // Created for this one send and not stored.
          nonisolated(unsafe) let action = transform(element)
          await send(action)
        }
      },
      catch: handler,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
