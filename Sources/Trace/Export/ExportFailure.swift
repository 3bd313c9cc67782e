/// The reason why an export was not written.
public enum ExportFailure: Error, Equatable, CustomStringConvertible {
  /// A file of this name exists already.
  case fileExists(String)
  /// A file cannot be created, or not be renamed to its final name.
  case fileUnusable(String, reason: String)
  /// Writing to the file failed.
  case writingFailed(String, reason: String)
  /// The reader of a pipe has closed it, as `head` does.
  case pipeClosed
  /// SQLite, which writes databases, does not work on this machine.
  case libraryUnusable(String)

  /// A sentence for the user: the failure, and the remedy.
  public var description: String {
    switch self {
    case .fileExists(let path):
      "“\(path)” is there already: name another file with --output, or replace it with --force."
    case .fileUnusable(let path, let reason):
      "“\(path)” cannot be created: \(reason). Name another file with --output."
    case .writingFailed(let path, let reason):
      "“\(path)” could not be written to its end: \(reason). Nothing of it was kept."
    case .pipeClosed: "The reader of the output has closed it."
    case .libraryUnusable(let reason):
      """
      SQLite cannot write databases on this machine: \(reason). \
      Install it with `sudo apt-get install libsqlite3-0`.
      """
    }
  }
}
