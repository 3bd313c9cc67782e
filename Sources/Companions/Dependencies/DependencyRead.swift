import CCore
import CompanionSupport

/// The read of a dependency in progress on this thread.
///
/// A key path leads through a property that users write, so the details for the message about a
/// missing value cannot be passed as a parameter.
struct DependencyRead {
  /// The declaration of the property whose value is read; `nil` while a default is made.
  let place: SourcePlace?
  /// The key, if the property names one rather than a key path.
  let key: (any TestDependencyKey.Type)?
  /// The key whose default is being made.
  var keyOfDefault: ObjectIdentifier?
  /// Whether the key lacks a test value of its own.
  var lacksTestValue = false
  /// Whether dependencies are being overridden rather than read.
  var isWriting = false

  /// Runs `body` with `read` as ``current``.
  static func with<Result>(
    _ read: consuming DependencyRead, _ body: () throws -> Result
  ) rethrows -> Result {
    try with(&read, body)
  }

  /// Runs `body` with `read` as ``current``, which it may change.
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
