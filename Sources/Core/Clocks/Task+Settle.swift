extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run until they are likely to wait for something.
  ///
  /// Each round goes to the end of every queue in which a task may stand: that of the main actor,
  /// that of the pool, and that of the pool's least urgent tasks.
  static func settle() async {
    for _ in 0..<20 {
      await MainActor.run {}
      await Task<Void, Never>.detached { await Task.yield() }.value
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }
}
