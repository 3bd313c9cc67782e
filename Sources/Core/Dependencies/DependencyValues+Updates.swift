extension DependencyValues {
  /// Overrides dependencies.
  ///
  /// To write a part of a dependency, such as `$0.calendar.timeZone`, or to write through a key
  /// path, reads the whole first. That is no use of it, and not reported as one.
  mutating func update<Result>(
    _ update: (inout DependencyValues) throws -> Result
  ) rethrows -> Result {
    var write = DependencyRead(place: nil, key: nil)
    write.isWriting = true
    return try DependencyRead.with(&write) { try update(&self) }
  }

  /// Overrides dependencies, which may wait.
  mutating func update(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    var values = self
    try await Self.$isWritingInTask.withValue(
      true, operation: { try await update(&values) }, isolation: isolation)
    self = values
  }

  /// Whether the code that runs overrides dependencies.
  static var isWriting: Bool {
    DependencyRead.current?.pointee.isWriting ?? false || isWritingInTask
  }

  @TaskLocal private static var isWritingInTask = false
}
