/// An effect that can't fail, under the name that tells it from an ``EffectPublisher``.
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
  /// Throwing `CancellationError` ends the effect silently. Any other error goes to `handler`, or
  /// is reported as an issue where there is none. Modern:
  /// ``run(priority:name:operation:catch:fileID:filePath:line:column:)``, which may send any number
  /// of actions.
  ///
  /// - Parameters:
  ///   - priority: The priority of the effect's task; that of the sender if `nil`.
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
          // Made for this one send and not kept, here and below.
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
  ///   - priority: The priority of the effect's task; that of the sender if `nil`.
  ///   - work: The work.
  public static func fireAndForget(
    priority: TaskPriority? = nil,
    _ work: nonisolated(nonsending) @escaping @Sendable () async throws -> Void
  ) -> Self {
    .run(priority: priority) { _ in try? await work() }
  }

  /// This effect: what chains of operators ended with. Modern: nothing.
  public func eraseToEffect() -> Self { self }

  /// This effect, with its actions made into others: what chains of operators ended with. Modern:
  /// ``map(_:)``.
  public func eraseToEffect<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
    map(transform)
  }
}
