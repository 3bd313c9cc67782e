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

private final class RunNode<Action>: EffectNode<Action>, @unchecked Sendable {
  typealias Operation = nonisolated(nonsending) @Sendable (Send<Action>) async throws -> Void
  typealias Handler = nonisolated(nonsending) @Sendable (any Error, Send<Action>) async -> Void

  let priority: TaskPriority?
  let name: String?
  let operation: Operation
  let handler: Handler?
  let source: SourcePlace
  /// The dependencies of the reducer that returned the effect.
  let dependencies = DependencyValues.current

  init(
    priority: TaskPriority?, name: String?, operation: @escaping Operation, handler: Handler?,
    source: SourcePlace
  ) {
    self.priority = priority
    self.name = name
    self.operation = operation
    self.handler = handler
    self.source = source
  }

  override var ownKind: EffectKind { .run }
  override var place: SourcePlace? { source }

  override func start(in context: EffectContext<Action>) {
    let effect = SendingEffect(self, context: context)
    let runtime = context.runtime
    effect.begin(
      dependencies.provide { runtime.startTask(of: effect, name: name, priority: priority) })
  }

  override nonisolated(nonsending) func perform(_ effect: SendingEffect<Action>) async {
    effect.workDidBegin()
    let outcome =
      if let tracker = effect.surroundingTracker {
        await tracker.run(effect) { await self.run(effect) }
      } else {
        await run(effect)
      }
    if effect.hasPendingActions { await effect.finishPendingActions() }
    if effect.hasWaitingAction { await effect.finishWaitingActions() }
    effect.workDidEnd(outcome)
    effect.end()
  }

  @concurrent private func operateOffIsolation(_ send: Send<Action>) async throws {
    try await operation(send)
  }

  private nonisolated(nonsending) func run(
    _ effect: SendingEffect<Action>
  ) async -> EffectOutcome {
    let send = Send(effect)
    do {
      if effect.runtime?.startsWorkOffIsolation == true {
        try await operateOffIsolation(send)
      } else {
        try await operation(send)
      }
      return Task.isCancelled ? .cancelled : .finished
    } catch is CancellationError {
      return .cancelled
    } catch {
      // Code that fails because it is cancelled often throws an error of its own.
      guard !Task.isCancelled else { return .cancelled }
      effect.error = error
      if let handler {
        await handler(error, send)
      } else {
        source.report(
          """
          An 'Effect.run' at \(source.fileID):\(source.line) threw an error that nothing handles.

            Error: \(error)

          Handle it inside of 'run' with 'do' and 'catch', or with the trailing 'catch:' closure of \
          'run', for example by sending an action that says that the work failed.
          """)
      }
      return .failed
    }
  }
}
