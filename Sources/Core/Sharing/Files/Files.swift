import Foundation

/// Reads and writes files: on disk, or in memory.
protocol Files: Sendable {
  /// The content of a file; `nil` if it does not exist.
  func read(_ path: String) throws -> (data: Data, stamp: FileStamp)?

  /// The state of a file; `nil` if it does not exist.
  func stamp(of path: String) -> FileStamp?

  /// Replaces the content of a file.
  ///
  /// - Parameters:
  ///   - data: The new content.
  ///   - path: The file.
  ///   - willReplace: Called immediately before the file is replaced, if no step has failed.
  func write(
    _ data: Data, to path: String, willReplace: () throws -> Void
  ) throws -> FileStamp

  /// Creates an empty file, and its directories.
  ///
  /// - Returns: Its state; `nil` if there is a file already.
  func create(_ path: String) throws -> FileStamp?

  /// Keeps the content of a file under another name beside it.
  ///
  /// - Parameter suffix: The text to append to the name.
  func keep(_ path: String, suffix: String) throws

  /// Watches a file for changes by other processes.
  ///
  /// - Returns: A function that ends the watch.
  func watch(_ path: String, onChange: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Identifies the state of a file.
struct FileStamp: Hashable, Sendable {
  var device: UInt64 = 0
  var inode: UInt64 = 0
  var size: Int64 = 0
  var seconds: Int64 = 0
  var nanoseconds: Int64 = 0
}

/// The failure of a file operation, and how to resolve it.
struct FileError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// A failed system call.
  static func system(_ operation: String, _ path: String, _ code: Int32) -> FileError {
    FileError("\(operation) '\(path)' failed: \(String(cString: strerror(code))) (\(code)).")
  }
}
