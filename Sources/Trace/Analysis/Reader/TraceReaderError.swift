import SystemSupport
import TextTables

/// An error that prevented reading altogether.
public enum TraceReaderError: Error, Equatable, Sendable {
  /// There is no such directory.
  case noDirectory(String)
  /// The directory exists, but cannot be read.
  case unreadable(String, reason: String)
  /// There is no trace in it.
  case noTrace(String)
  /// There are more streams than files that may be open at the same time.
  case tooManyStreams(reason: String)
  /// libbabeltrace2 does not work on this machine.
  case libraryUnusable(String)
  /// No relay daemon responds at this address.
  case relayUnreachable(String, reason: String)
  /// A trace is in the format CTF 2, which this version of libbabeltrace2 does not read.
  case formatTooNew(String, library: String)
}

extension TraceReaderError: CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .noDirectory(let path):
      "There is no directory “\(path)”: give the directory of a recording."
        + Self.suggestion(for: path)
    case .unreadable(let path, let reason):
      "“\(path)” cannot be read (\(reason)): give a directory that you own, or change its permissions."
    case .noTrace(let path):
      """
      There is no trace in “\(path)”: give the directory of a recording, or one that holds it. \
      A trace directory has a file named “metadata”.
      """
    case .tooManyStreams(let reason):
      """
      The trace has more streams than this process may open files: \(reason). \
      Raise the limit with `ulimit -n 4096`, or have the administrator raise the hard limit.
      """
    case .libraryUnusable(let reason):
      """
      Reading traces needs libbabeltrace2, which cannot be used on this machine: \(reason). \
      Install it with `sudo apt-get install libbabeltrace2-0`, or read the trace on another machine.
      """
    case .relayUnreachable(let address, let reason):
      """
      The relay daemon at “\(address)” does not answer: \(reason). \
      Check the address and its port for viewers, and that lttng-relayd runs there.
      """
    case .formatTooNew(let path, let library):
      """
      “\(path)” is in the format \(Self.formatReason(library)). Install a newer one, or read the trace \
      on another machine. `lttng create --trace-format=ctf-1.8` has LTTng write the older format.
      """
    }
  }

  /// The most similar name beside a path.
  private static func suggestion(for path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last else { return "" }
    let parent = (path.hasPrefix("/") ? "/" : "./") + parts.dropLast().joined(separator: "/")
    return String(name).suggestion(from: Files.entries(of: parent))
  }

  static func formatReason(_ library: String) -> String {
    "CTF 2, which libbabeltrace2 2.1 and later read; this machine has version \(library)"
  }
}
