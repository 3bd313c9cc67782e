import CompanionSupport

extension Effect {
  /// Code to run outside of the reducer, which may wait, fail and send actions.
  ///
  /// ```swift
  /// let effect: EffectOf<Counter> = .run { send in
  ///   let fact = try await facts.fetch(7)
  ///   await send(.factResponse(fact))
  /// } catch: { error, send in
  ///   await send(.factResponse("no fact: \(error)"))
  /// }
  /// ```
  ///
  /// The code passes its results to the state as an action; it cannot change the state itself. A
  /// value of the state that the code needs is copied before: `let count = state.count` above the
  /// effect, or `[count = state.count]` in the list of captures. The compiler rejects `state`
  /// itself.
  ///
  /// The usual mistake is to let an error pass. Where there is no `catch:`, it is reported as an
  /// issue, and a state that waits, such as `isLoading`, waits for ever. Send an action in `catch:`
  /// that ends the wait.
  ///
  /// The code begins in the isolation of the store that runs it, so that sending an action needs no
  /// change of thread; move long computations elsewhere with an `@concurrent` function or a task of
  /// your own. (Swift 6.3 starts a closure that has a capture list on the concurrent thread pool
  /// instead. Sending works from anywhere.)
  ///
  /// Throwing `CancellationError`, or any error once the effect is cancelled, ends it silently.
  /// Other errors are passed to `handler`, or reported as issues without one.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task; the sender's if `nil`.
  ///   - name: The name of the effect's task, for debuggers.
  ///   - operation: The work. Actions sent once the effect is cancelled are ignored.
  ///   - handler: Handles an error that `operation` throws.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation:
      nonisolated(nonsending) @escaping @Sendable (_ send: Send<Action>) async throws ->
      Void,
    catch handler: (
      nonisolated(nonsending) @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void
    )? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      node: RunNode(
        priority: priority, name: name, operation: operation, handler: handler,
        source: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}
