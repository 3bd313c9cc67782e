import Foundation

/// How files are read and written: on disk, or in memory.
protocol Files: Sendable {
  /// What a file holds; `nil` if there is none.
  func read(_ path: String) throws -> (data: Data, stamp: FileStamp)?

  /// Which state a file is in; `nil` if there is none.
  func stamp(of path: String) -> FileStamp?

  /// Replaces what a file holds.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - path: The file.
  ///   - willReplace: Called immediately before the file is replaced, if all has gone well so far.
  func write(
    _ data: Data, to path: String, willReplace: () throws -> Void
  ) throws -> FileStamp

  /// Keeps what a file holds under another name beside it.
  ///
  /// - Parameter suffix: What to append to the name.
  func keep(_ path: String, suffix: String) throws

  /// Looks out for changes by others.
  ///
  /// - Returns: What ends it.
  func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Tells states of a file apart.
struct FileStamp: Hashable, Sendable {
  var device: UInt64 = 0
  var inode: UInt64 = 0
  var size: Int64 = 0
  var seconds: Int64 = 0
  var nanoseconds: Int64 = 0
}

/// What went wrong with a file, and what to do.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// An operation of the system that failed.
  static func system(_ operation: String, _ path: String, _ code: Int32) -> FileError {
    FileError("\(operation) '\(path)' failed: \(String(cString: strerror(code))) (\(code)).")
  }
}
