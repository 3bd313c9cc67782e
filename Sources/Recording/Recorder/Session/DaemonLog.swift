import Glibc
import SystemSupport

/// The log of a session daemon that was started for recordings.
///
/// Many errors of the daemon, such as failed allocations of buffers, are not reported to programs
/// and LTTng's client: they are only in its log. Each error is quoted once, by the first failure.
final class DaemonLog {
  let path: String
  /// The length of the log before this recording.
  private let start: Int
  private var quoted: Set<String> = []

  /// - Parameter skipping: Whether to skip the current contents of the log: the messages of the
  ///   daemon's start, and of earlier recordings.
  init(path: String, skipping: Bool) {
    self.path = path
    start = skipping ? Files.contents(of: path)?.utf8.count ?? 0 : 0
  }

  /// The text that the daemon has written since.
  var text: String {
    String(decoding: (Files.contents(of: path) ?? "").utf8.dropFirst(start), as: UTF8.self)
  }

  /// The errors that were not quoted yet, the last five of them, as sentences; nil if there are
  /// none.
  func quoteErrors() -> String? {
    let new = Self.errors(in: text).filter { quoted.insert($0).inserted }
    guard !new.isEmpty else { return nil }
    return "The session daemon reported:" + new.suffix(5).map { "\n  \($0)" }.joined()
  }

  /// The errors of a log, each once, without the prefix of time and thread that some of them have.
  static func errors(in log: String) -> [String] {
    var seen: Set<String> = []
    return log.split(separator: "\n").compactMap { line in
      let error: String
      if line.hasPrefix("Error") {
        error = String(line)
      } else if line.hasPrefix("PERROR"), let end = line.firstRange(of: "]: ")?.upperBound {
        error = "Error: \(line[end...])"
      } else {
        return nil
      }
      return seen.insert(error).inserted ? error : nil
    }
  }
}

extension DaemonLog: Equatable {
  static func == (first: DaemonLog, second: DaemonLog) -> Bool { first === second }
}
