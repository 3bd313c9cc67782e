/// An effect that cannot fail, named to distinguish it from an ``EffectPublisher``.
public typealias EffectTask<Action> = Effect<Action>

extension Effect {
  /// An action that the store processes right after the current one. Modern: ``send(_:)``.
  public init(value: Action) {
    self = .send(value)
  }

  /// Work that ends with an action.
  ///
  /// ```swift
  /// return .task { [count = state.count] in
  ///   await .factResponse(TaskResult { try await facts.fetch(count) })
  /// }
  /// ```
  ///
  /// Throwing `CancellationError` ends the effect silently. Any other error is passed to `handler`,
  /// or reported as an issue without one. Modern:
  /// ``run(priority:name:operation:catch:fileID:filePath:line:column:)``, which may send any number
  /// of actions.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task; the sender's if `nil`.
  ///   - operation: The work.
  ///   - handler: The action for an error that `operation` throws.
  public static func task(
    priority: TaskPriority? = nil,
    operation: nonisolated(nonsending) @escaping @Sendable () async throws -> Action,
    catch handler: (nonisolated(nonsending) @Sendable (_ error: any Error) async -> Action)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    .run(
      priority: priority,
      operation: { send in
        do {
          // Created for this one send and not stored; the same holds below.
          nonisolated(unsafe) let action = try await operation()
          await send(action)
        } catch {
          guard let handler, !(error is CancellationError) else { throw error }
          nonisolated(unsafe) let action = await handler(error)
          await send(action)
        }
      },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Work that sends nothing, and whose errors are ignored.
  ///
  /// ```swift
  /// return .fireAndForget { try await analytics.track("button tapped") }
  /// ```
  ///
  /// Modern: `.run { _ in … }`, which reports errors.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task; the sender's if `nil`.
  ///   - work: The work.
  public static func fireAndForget(
    priority: TaskPriority? = nil,
    _ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority) { _ in try? await work() }
  }

  /// Returns the effect: the last call of a chain of operators. Modern: nothing.
  public func eraseToEffect() -> Self { self }

  /// Returns the effect, with its actions transformed: the last call of a chain of operators.
  /// Modern: ``map(_:)``.
  public func eraseToEffect<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    map(transform)
  }
}
