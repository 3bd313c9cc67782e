/// The reason why the data of a page cannot be read.
public enum PageIndexError: Error, Equatable, CustomStringConvertible {
  /// There is no such file, or it cannot be read.
  case unreadable(String, reason: String)
  /// The file is not an index, or is truncated.
  case incomplete(String)
  /// Another version of the tool wrote it.
  case otherVersion(String, UInt64)

  /// A sentence for the user: the failure, and the remedy.
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
