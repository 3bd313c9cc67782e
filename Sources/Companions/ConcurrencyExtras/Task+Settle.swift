import CompanionSupport

extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run until they probably all wait for something.
  ///
  /// Each round passes through every queue that a task may be in: the queues of the main actor, of
  /// the pool, and of the pool's lowest priority.
  package nonisolated(nonsending) static func settle() async {
    if let run = controlledRun { return await run.letTimePass() }
    for _ in 0..<20 {
      await MainActor.run {}
      await Task<Void, Never>.detached { await Task.yield() }.value
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
