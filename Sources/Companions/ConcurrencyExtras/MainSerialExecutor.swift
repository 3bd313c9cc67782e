import CCore
import CompanionSupport
import IssueReporting

/// Runs asynchronous code so that it, and all tasks that it starts, take turns on the main thread.
///
/// Tasks that would run concurrently on the thread pool run one after the other, in the order in
/// which they become ready, so that a test sees the same interleaving each time:
///
/// ```swift
/// await withMainSerialExecutor {
///   let task = Task { await model.load() }
///   await Task.yield()
///   #expect(model.isLoading)
///   await task.value
/// }
/// ```
///
/// It applies to the process: while one test uses it, the tasks of others take turns with it. Code
/// that blocks its thread until another task has done something waits forever, and so does every
/// other task.
///
/// - Parameter operation: The operation.
@MainActor
@discardableResult
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: @MainActor () async throws -> Result
) async rethrows -> Result {
  MainSerialExecutor.begin()
  defer { MainSerialExecutor.end() }
  return try await operation()
}

/// Runs code so that all tasks that it starts take turns on the main thread, until it returns.
///
/// See the asynchronous form. Meant for a test case's `invokeTest`, which runs one test.
///
/// - Parameter operation: The operation.
@discardableResult
public func withMainSerialExecutor<Result>(
  @_implicitSelfCapture operation: () throws -> Result
) rethrows -> Result {
  MainSerialExecutor.begin()
  defer { MainSerialExecutor.end() }
  return try operation()
}

/// Whether all tasks of the process take turns on the main thread.
///
/// Setting it to `false` undoes setting it to `true`; the executor stays while other code uses it,
/// in `withMainSerialExecutor` or in a test store.
public var uncheckedUseMainSerialExecutor: Bool {
  get { MainSerialExecutor.isInUse }
  set { MainSerialExecutor.isSetByHand(newValue) }
}

/// Runs the tasks of the process on the main thread. Requests are counted, since tests run in
/// parallel: the first turns it on, and the last turns it off.
package enum MainSerialExecutor {
  private struct Users {
    var count = 0
    var isSetByHand = false
    /// The number of controlled runs, which choose the order of their own jobs.
    var runs = 0
    /// Takes the jobs of controlled runs.
    var taker: composable_take_job?

    var isInUse: Bool { count > 0 || isSetByHand }
  }

  private static let users = ForkSafeLocked(Users())

  package static var isInUse: Bool { users.withLock { $0.isInUse } }

  package static func begin() { reportIfMissing(change { $0.count += 1 }) }

  package static func end() { change { $0.count -= 1 } }

  static func isSetByHand(_ isOn: Bool) { reportIfMissing(change { $0.isSetByHand = isOn }) }

  /// Begins to offer all jobs to controlled runs.
  ///
  /// - Parameter taker: Takes the jobs. The same function for all runs.
  /// - Returns: Whether the runtime has a hook for it.
  package static func beginControl(_ taker: @escaping composable_take_job) -> Bool {
    let isMissing = change {
      $0.taker = taker
      $0.runs += 1
    }
    if isMissing { endControl() }
    return !isMissing
  }

  package static func endControl() { change { $0.runs -= 1 } }

  /// - Returns: Whether the runtime has no hook for the change.
  @discardableResult
  private static func change(_ body: (inout sending Users) -> Void) -> Bool {
    users.withLock { users in
      body(&users)
      let taker = users.runs > 0 ? users.taker : nil
      guard !users.isInUse && taker == nil || isHookKnown else { return true }
      return !composable_set_executor_hooks(users.isInUse, taker)
    }
  }

  private static func reportIfMissing(_ isMissing: Bool) {
    if isMissing, isInUse { reportMissingHook() }
  }

  /// Whether the runtime calls the hook for each job, which is tested once per process.
  private static var isHookKnown: Bool { isHookCalled && !RuntimeTrust.isDistrusted }

  private static let isHookCalled: Bool = {
    composable_begin_counting_jobs()
    Task.detached {}
    return composable_end_counting_jobs() == 1
  }()

  private static func reportMissingHook() {
    reportIssue(
      """
      Tasks can't be made to take turns on the main thread.

      The runtime of Swift's tasks in this process has no hook for it. The tests run, but tasks are \
      scheduled as the thread pool likes.
      """)
  }
}
