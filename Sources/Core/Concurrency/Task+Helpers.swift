import Foundation

extension Task where Failure == any Error {
  /// The value of this task; if the task that waits for it is cancelled, so is this one.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == Never {
  /// The value of this task; if the task that waits for it is cancelled, so is this one.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }

  /// Waits until it is cancelled.
  ///
  /// ```swift
  /// let client = Client(fetch: { try await Task.never() })
  /// ```
  ///
  /// - Throws: `CancellationError`, once the task that waits is cancelled.
  public static func never() async throws -> Success {
    try await neverReturning()
  }

  /// For the two forms of `never()`, whose calls choose by the type that is needed.
  fileprivate static func neverReturning() async throws -> Success {
    let (values, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in values {}
    continuation.finish()
    // Within 'Task' the bare name is that of a member which is no longer available.
    throw _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until it is cancelled, where no value is needed: `try await Task.never()`.
  ///
  /// - Throws: `CancellationError`, once the task that waits is cancelled.
  public static func never() async throws {
    _ = try await neverReturning()
  }

  /// Lets other tasks run, many times in a row, before it returns.
  ///
  /// For tests of code that offers nothing to wait for. It is no guarantee: what it waits for is
  /// whatever the machine can do meanwhile.
  ///
  /// - Parameter count: How often to step back; 20 times, or what the environment variable
  ///   `TASK_MEGA_YIELD_COUNT` says, if omitted.
  public static func megaYield(count: Int = MegaYield.defaultCount) async {
    for _ in 0..<count {
      // Of a low priority, so that work that is ready has been served before it comes back.
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

/// A place for what an extension of a generic type can't store.
@usableFromInline
enum MegaYield {
  @usableFromInline static let defaultCount = max(
    0,
    ProcessInfo.processInfo.environment["TASK_MEGA_YIELD_COUNT"].flatMap(Int.init) ?? 20)
}
