import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Counts the packets of traces, and those that have been read.
struct PacketCount {
  private let all: Int
  private var begun = 0

  private static let headerSize = 16

  /// - Parameter traces: Directories of traces. LTTng writes an index beside each stream, with an
  ///   entry of fixed size for each packet.
  init(of traces: [String]) {
    var all = 0
    for trace in traces {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: trace + "/index")) ?? []
      for name in names where name.hasSuffix(".idx") {
        all += Self.entries(of: trace + "/index/" + name)
      }
    }
    self.all = all
  }

  /// Counts a packet that is being read.
  mutating func begin() { begun += 1 }

  /// The part of all packets that has been read, `nil` if their number is unknown.
  var part: Double? {
    all > 0 ? Double(min(max(begun - 1, 0), all)) / Double(all) : nil
  }

  private static func entries(of index: String) -> Int {
    let file = open(index, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    // Magic number, major and minor version, size of an entry.
    var header: [UInt32] = [0, 0, 0, 0]
    var status = stat()
    guard pread(file, &header, headerSize, 0) == headerSize, fstat(file, &status) == 0 else {
      return 0
    }
    let size = Int(UInt32(bigEndian: header[3]))
    return size > 0 ? (Int(status.st_size) - headerSize) / size : 0
  }
}
