import Glibc
import SystemSupport

/// The complete chunks of a rotated recording, oldest first.
struct RotatedChunks: Equatable {
  struct Chunk: Equatable {
    var name: String
    /// When it began, in seconds since the epoch.
    var begin: Int
    /// LTTng numbers the chunks of a session from 0 on; a resumed recording has several sessions.
    var number: Int

    /// When it ended, in seconds since the epoch; nil for an open one, whose name has no end.
    var end: Int? { Self.seconds(of: String(name.dropFirst("20261122T205648+0000-".count))) }

    /// Parses a name such as `20261122T205648+0000-20261122T205649+0000-0`.
    init?(name: String) {
      guard let number = name.split(separator: "-").last.flatMap({ Int($0) }), number >= 0,
        let begin = Self.seconds(of: name)
      else { return nil }
      self.name = name
      self.begin = begin
      self.number = number
    }

    /// Creates a name in the same form, in UTC.
    static func name(begin: Int, end: Int, number: Int) -> String {
      "\(time(begin))-\(time(end))-\(number)"
    }

    private static func time(_ seconds: Int) -> String {
      CalendarTime.text(seconds, format: "%Y%m%dT%H%M%S+0000")
    }

    /// The time at the start of a name; the offset from UTC follows it.
    private static func seconds(of name: String) -> Int? {
      let offset = name.dropFirst(15).prefix(5)
      guard let local = CalendarTime.seconds(of: name.prefix(15)), offset.count == 5,
        let hours = Int(offset.prefix(3)), let minutes = Int(offset.suffix(2))
      else { return nil }
      return local - hours * 3600 - (offset.first == "-" ? -minutes : minutes) * 60
    }
  }

  var chunks: [Chunk]

  init(names: [String]) {
    chunks = names.compactMap(Chunk.init)
      .sorted { ($0.begin, $0.number, $0.name) < ($1.begin, $1.number, $1.name) }
  }

  /// The chunks in a recording's directory.
  init(of directory: String) {
    self.init(names: Files.entries(of: Self.path(in: directory)))
  }

  static let directory = "archives"
  /// Whether a directory in a recording's directory is the chunk that is being written: LTTng's
  /// first one is in place of a trace, each later one in a directory with its begin and number,
  /// such as `20261122T205649+0000-1`.
  static func isOpen(_ name: String) -> Bool { name == "ust" || Chunk(name: name) != nil }

  /// The directories with chunks that are not complete, oldest first: LTTng moves an open chunk
  /// while it rotates, and the next one may be written before that has ended.
  static func incomplete(in directory: String) -> [String] {
    let later = RotatedChunks(names: Files.entries(of: directory)).chunks.map(\.name)
    return ["\(directory)/.tmp_old_chunk", directory] + later.map { "\(directory)/\($0)" }
      + ["\(directory)/.tmp_new_chunk"]
  }

  static func path(in directory: String) -> String { directory + "/" + Self.directory }

  /// The oldest chunks, as many as must be removed to keep within the limits.
  ///
  /// The latest one is kept: it is the only one once the session has stopped.
  ///
  /// - Parameters:
  ///   - sizes: The size of each chunk in bytes.
  ///   - open: The bytes outside of complete chunks.
  func excess(keep: Int?, mostBytes: Int?, sizes: [Int], open: Int) -> [Chunk] {
    var count = max(0, chunks.count - (keep ?? chunks.count))
    if let mostBytes {
      var total = sizes.dropFirst(count).reduce(open, +)
      while count < chunks.count, total > mostBytes {
        total -= sizes[count]
        count += 1
      }
    }
    return Array(chunks.prefix(max(0, min(count, chunks.count - 1))))
  }
}

/// The disk usage of a file, or of a directory with its contents, in bytes.
func diskUsage(of path: String) -> Int {
  var status = stat()
  guard lstat(path, &status) == 0 else { return 0 }
  var bytes = Int(status.st_blocks) * 512
  if status.st_mode & S_IFMT == S_IFDIR {
    for name in Files.entries(of: path) { bytes += diskUsage(of: path + "/" + name) }
  }
  return bytes
}
