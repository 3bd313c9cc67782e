extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run until they probably all wait for something.
  ///
  /// Each round passes through every queue that a task may be in: that of the main actor, that of
  /// the pool, and that of the pool's lowest priority.
  static func settle() async {
    for _ in 0..<20 {
      await MainActor.run {}
      await Task<Void, Never>.detached { await Task.yield() }.value
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
