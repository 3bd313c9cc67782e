/// Why the data of a page can't be read.
public enum PageIndexError: Error, Equatable, CustomStringConvertible {
  /// There is no such file, or it can't be read.
  case unreadable(String, reason: String)
  /// It is something else, or not written to its end.
  case incomplete(String)
  /// Another version of the tool wrote it.
  case otherVersion(String, UInt64)

  /// One sentence for people: what failed, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "“\(path)” cannot be read: \(reason)."
    case .incomplete(let path):
      "“\(path)” is not a complete index of a trace: remove it, and it is made again."
    case .otherVersion(let path, let version):
      "“\(path)” is of version \(version): remove it, and it is made again."
    }
  }
}
