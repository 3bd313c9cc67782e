/// Why an export was not written.
public enum ExportFailure: Error, Equatable, CustomStringConvertible {
  /// There is a file of this name already.
  case fileExists(String)
  /// A file can't be created, or not be put where it belongs.
  case fileUnusable(String, reason: String)
  /// What was written so far could not be written on.
  case writingFailed(String, reason: String)
  /// SQLite, which writes databases, does not work on this machine.
  case libraryUnusable(String)

  /// One sentence for people: what failed, and what to do.
  public var description: String {
    switch self {
    case .fileExists(let path):
      "“\(path)” is there already: name another file with --output, or replace it with --force."
    case .fileUnusable(let path, let reason):
      "“\(path)” cannot be created: \(reason). Name another file with --output."
    case .writingFailed(let path, let reason):
      "“\(path)” could not be written to its end: \(reason). Nothing of it was kept."
    case .libraryUnusable(let reason):
      """
      SQLite cannot write databases on this machine: \(reason). \
      Install it with `sudo apt-get install libsqlite3-0`.
      """
    }
  }
}
