import CCore

/// A read of a dependency that is under way on this thread.
///
/// A key path leads through a property that users write, so that what the message about a missing
/// value has to say can't be handed on as a parameter.
struct DependencyRead {
  /// Where the property is declared whose value is read; `nil` while a default is made.
  let place: SourcePlace?
  /// The key, where the property names it rather than a key path.
  let key: (any TestDependencyKey.Type)?
  /// The key whose default is being made.
  var keyOfDefault: ObjectIdentifier?
  /// Whether that key has no test value of its own.
  var lacksTestValue = false
  /// Whether dependencies are being overridden rather than read.
  var isWriting = false

  /// Runs `body`, which may look at `read` through ``current``.
  static func with<Result>(
    _ read: consuming DependencyRead, _ body: () throws -> Result
  ) rethrows -> Result {
    try with(&read, body)
  }

  /// Runs `body`, which may look at `read` through ``current``, and change it.
  static func with<Result>(
    _ read: inout DependencyRead, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = composable_get_dependency_read()
    defer { composable_set_dependency_read(outer) }
    if current?.pointee.isWriting == true { read.isWriting = true }
    return try withUnsafeMutablePointer(to: &read) {
      composable_set_dependency_read($0)
      return try body()
    }
  }

  /// The innermost read on this thread.
  static var current: UnsafeMutablePointer<DependencyRead>? {
    composable_get_dependency_read()?.assumingMemoryBound(to: DependencyRead.self)
  }
}
