extension DependencyValues {
  /// Starts work without awaiting its result, such as tracking an event. In a test, the caller
  /// waits for it.
  ///
  /// ```swift
  /// await fireAndForget {
  ///   try await analytics.track("opened")
  /// }
  /// ```
  public var fireAndForget: FireAndForget {
    get { self[FireAndForget.self] }
    set { self[FireAndForget.self] = newValue }
  }
}

/// Starts work without awaiting its result. See ``DependencyValues/fireAndForget``.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (String?, TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - name: The name of its task, for debuggers.
  ///   - priority: The priority of its task.
  ///   - operation: The work. An error that it throws is ignored.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async throws -> Void
  ) async {
    await start(name, priority, operation)
  }
}

extension FireAndForget: DependencyKey {
  /// Starts a task of its own.
  public static let liveValue = Self { name, priority, operation in
    _ = Task(name: name, priority: priority) { try await operation() }
  }

  /// Starts a task and waits for it, so that it ends before the test does.
  public static let testValue = Self { name, priority, operation in
    _ = await Task(name: name, priority: priority) { try await operation() }.result
  }
}
