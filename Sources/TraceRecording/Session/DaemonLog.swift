import Glibc

/// The log of a session daemon that was started for recordings.
///
/// Programs and LTTng's client do not notice many of the daemon's errors, such as buffers that it
/// could not make: its log alone has them. Each error is quoted once, by whatever failed first.
final class DaemonLog {
  let path: String
  /// What the log held before is no concern of this recording.
  private let start: Int
  private var quoted: Set<String> = []

  /// - Parameter skipping: Whether what the log holds already is left out: what a daemon reports
  ///   when it starts, and earlier recordings.
  init(path: String, skipping: Bool) {
    self.path = path
    start = skipping ? contents(ofFile: path)?.utf8.count ?? 0 : 0
  }

  /// What the daemon has written since.
  var text: String {
    String(decoding: (contents(ofFile: path) ?? "").utf8.dropFirst(start), as: UTF8.self)
  }

  /// The errors that were not quoted yet, the last five of them, as sentences for people; nil if
  /// there are none.
  func quoteErrors() -> String? {
    let new = Self.errors(in: text).filter { quoted.insert($0).inserted }
    guard !new.isEmpty else { return nil }
    return "The session daemon reported:" + new.suffix(5).map { "\n  \($0)" }.joined()
  }

  /// The errors of a log, each once, without the time and the thread that some of them begin with.
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
