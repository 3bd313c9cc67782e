import CompanionSupport

final class RunNode<Action>: EffectNode<Action>, @unchecked Sendable {
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
          An 'Effect.run' at \(source.fileAndLine) threw an error that nothing handles.

            Error: \(error)

          Handle it inside of 'run' with 'do' and 'catch', or with the trailing 'catch:' closure of \
          'run', for example by sending an action that says that the work failed.
          """)
      }
      return .failed
    }
  }
}
