import CompanionSupport

/// The effects of one action that a test sent, together with the effects of the actions they send.
///
/// ```swift
/// let task = await store.send(.onAppear)
/// await store.receive(\.timerTicked) { $0.seconds = 1 }
/// await task.cancel()
/// ```
public struct TestStoreTask: Hashable, Sendable {
  private let task: StoreTask
  private let timeout: Duration

  init(task: StoreTask, timeout: Duration) {
    self.task = task
    self.timeout = timeout
  }

  /// Cancels the effects, and waits until they have ended, but no longer than the store's timeout.
  @MainActor
  public func cancel() async {
    task.cancel()
    await Task.megaYield()
    await wait(atMost: timeout) { task.group?.isIdle ?? true }
  }

  /// Waits until all effects have ended. Fails if they do not end in time, and cancels them.
  ///
  /// - Parameter duration: The maximum time to wait; the store's timeout if omitted.
  @MainActor
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let group = task.group else { return }
    let timeout = duration ?? timeout
    await Task.megaYield()
    await wait(atMost: timeout) { group.effectsInFlight.isEmpty }
    let effects = group.effectsInFlight
    guard !effects.isEmpty else { return }
    // One failure is enough: the end of the test does not report them again.
    task.cancel()
    let places = effects.map { effect in
      "    • the effect at \(effect.place.fileAndLine)"
    }
    SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      The effects of an action were expected to end within \(timeout), but still run:

      \(places.joined(separator: "\n"))

      \(endingAdvice(isExplicit: duration != nil))
      """)
  }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { task.isCancelled }

  /// Whether both stand for the same effects.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.task == rhs.task }

  /// Hashes the identity of the effects.
  public func hash(into hasher: inout Hasher) { hasher.combine(task) }
}
