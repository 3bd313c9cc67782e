extension DependencyValues {
  /// Overrides dependencies.
  ///
  /// Writing a part of a dependency, such as `$0.calendar.timeZone`, or writing through a key path,
  /// reads the whole value first. Such a read is not a use, and is not reported as one.
  package mutating func update<Result>(
    _ update: (inout DependencyValues) throws -> Result
  ) rethrows -> Result {
    var write = DependencyRead(place: nil, key: nil)
    write.isWriting = true
    return try DependencyRead.with(&write) { try update(&self) }
  }

  /// Overrides dependencies asynchronously.
  package mutating func update(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void
  ) async rethrows {
    var values = self
    try await Self.$isWritingInTask.withValue(
      true, operation: { try await update(&values) }, isolation: isolation)
    self = values
  }

  /// Whether the current code overrides dependencies.
  static var isWriting: Bool {
    DependencyRead.current?.pointee.isWriting ?? false || isWritingInTask
  }

  @TaskLocal private static var isWritingInTask = false
}
