import Glibc

/// The chunks of a rotated recording that are complete, oldest first.
struct RotatedChunks: Equatable {
  struct Chunk: Equatable {
    var name: String
    /// LTTng numbers chunks from 0 on.
    var number: Int

    /// Reads a name such as `20261122T205648+0000-20261122T205649+0000-0`.
    init?(name: String) {
      guard let number = name.split(separator: "-").last.flatMap({ Int($0) }), number >= 0 else {
        return nil
      }
      self.name = name
      self.number = number
    }
  }

  var chunks: [Chunk]

  init(names: [String]) {
    chunks = names.compactMap(Chunk.init).sorted { $0.number < $1.number }
  }

  /// Those of a recording's directory.
  init(of directory: String) {
    self.init(names: directoryEntries(Self.path(in: directory)))
  }

  static func path(in directory: String) -> String { directory + "/archives" }

  /// The oldest chunks, as many as have to go to keep within the limits.
  ///
  /// The latest one stays: it is all there is once the session has stopped.
  ///
  /// - Parameters:
  ///   - sizes: The bytes of each chunk.
  ///   - open: The bytes of what is not in a complete chunk.
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

/// The bytes that a file, or a directory with all it holds, takes on the disk.
func diskUsage(of path: String) -> Int {
  var status = stat()
  guard lstat(path, &status) == 0 else { return 0 }
  var bytes = Int(status.st_blocks) * 512
  if status.st_mode & S_IFMT == S_IFDIR {
    for name in directoryEntries(path) { bytes += diskUsage(of: path + "/" + name) }
  }
  return bytes
}
