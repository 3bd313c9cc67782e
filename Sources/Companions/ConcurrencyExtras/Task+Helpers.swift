import CompanionSupport
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
  /// - Throws: `CancellationError`, once the waiting task is cancelled.
  public static func never() async throws -> Success {
    throw await cancellation()
  }

  /// Waits until the current task is cancelled, and returns the error that says so.
  ///
  /// For the two forms of `never()`, which are selected by the result type.
  fileprivate static func cancellation() async -> any Error {
    let (values, continuation) = AsyncStream.makeStream(of: Void.self)
    for await _ in values {}
    continuation.finish()
    // Within 'Task' the unqualified name refers to a member that is no longer available.
    return _Concurrency.CancellationError()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until it is cancelled, if no value is needed: `try await Task.never()`.
  ///
  /// - Throws: `CancellationError`, once the waiting task is cancelled.
  public static func never() async throws {
    throw await cancellation()
  }

  /// Lets other tasks run, many times in a row, before it returns.
  ///
  /// For tests of code that offers nothing to wait for. It guarantees nothing: the result depends
  /// on the work that the machine can do meanwhile.
  ///
  /// - Parameter count: The number of yields; 20, or the value of the environment variable
  ///   `TASK_MEGA_YIELD_COUNT`, if omitted.
  public static func megaYield(count: Int = MegaYield.defaultCount) async {
    // The order of the turns is chosen there: many would be the same as one.
    if controlledRun != nil { return await Task<Never, Never>.yield() }
    for _ in 0..<count {
      // At a low priority, so that work that is ready runs before this resumes.
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}

/// The static storage that an extension of a generic type cannot have.
@usableFromInline
package enum MegaYield {
  @usableFromInline package static let defaultCount = max(
    0,
    ProcessInfo.processInfo.environment["TASK_MEGA_YIELD_COUNT"].flatMap(Int.init) ?? 20)
}
