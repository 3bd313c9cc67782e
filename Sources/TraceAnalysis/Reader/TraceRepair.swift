import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Makes as much as possible of a trace readable that libbabeltrace2 does not take as it is.
///
/// The result is a private directory of links to the files that are sound, and of copies of the
/// readable part of those that are cut off. The trace itself is never touched.
struct TraceRepair {
  /// The directory to read instead, `nil` if nothing can be read.
  private(set) var path: String?
  /// To be removed once the trace was read.
  private(set) var temporaryDirectory: String?
  private(set) var damage: [TraceDamage] = []

  private let directory: String

  /// - Parameters:
  ///   - directory: A trace directory that can not be read as it is.
  ///   - reason: Why it is, for when nothing can be done.
  ///   - probe: Says why a directory is refused, `nil` if it is not.
  init(directory: String, reason: String, probe: (String) -> String?) {
    self.directory = directory
    guard let temporary = Self.makeTemporaryDirectory() else {
      note(directory, "\(reason); and a temporary directory for its sound parts can not be made")
      return
    }
    temporaryDirectory = temporary
    let result = temporary + "/trace"
    guard mkdir(result, 0o700) == 0, link("metadata", into: result) else {
      note(directory, "\(reason); and its sound parts can not be put aside in “\(temporary)”")
      return
    }
    if probe(result) != nil {
      let metadata = directory + "/metadata"
      note(
        metadata,
        Self.size(of: metadata) == 0
          ? "the metadata is empty, so the streams can not be read"
          : "the metadata can not be understood, so the streams can not be read: \(reason)")
      return
    }
    for name in Self.streams(in: directory) {
      add(name, to: result, scratch: temporary + "/scratch", probe: probe)
    }
    path = result
  }

  /// Whether a file of a trace has packets that do not fit together.
  static func isNeeded(for directory: String) -> Bool {
    streams(in: directory).contains { name in
      PacketFile(path: directory + "/" + name).extent().map { !$0.isWhole } ?? false
    }
  }

  private static func streams(in directory: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.sorted().filter { name in
      name != "metadata" && !name.hasPrefix(".")
        && TraceDirectories.isRegularFile(directory + "/" + name)
    }
  }

  private mutating func add(
    _ name: String, to result: String, scratch: String, probe: (String) -> String?
  ) {
    func refusal(_ prepare: (String) -> Bool) -> String? {
      try? FileManager.default.removeItem(atPath: scratch)
      guard mkdir(scratch, 0o700) == 0, link("metadata", into: scratch), prepare(scratch) else {
        return "it can not be copied to “\(scratch)”: \(String(cString: strerror(errno)))"
      }
      return probe(scratch)
    }
    defer { try? FileManager.default.removeItem(atPath: scratch) }

    let original = directory + "/" + name
    let file = PacketFile(path: original)
    let extent = file.extent()
    var message = "its first packet can not be read"
    if extent?.isWhole ?? true {
      guard let reason = refusal({ link(name, into: $0) }) else {
        if !link(name, into: result) { note(original, "it can not be linked into “\(result)”") }
        return
      }
      message = reason.replacing(scratch, with: directory)
    }
    guard let extent else {
      note(original, "it is not a stream of this trace: \(message)")
      return
    }
    // The last packet first with what is there of it, then without it.
    for partial in extent.partialPacket > 0 ? [extent.partialPacket, 0] : [0] {
      let kept = PacketFile.Extent(
        wholePackets: extent.wholePackets, partialPacket: partial, fileSize: extent.fileSize)
      guard kept.wholePackets + kept.partialPacket > 0,
        refusal({ file.copyReadablePart(kept, to: $0 + "/" + name) }) == nil
      else { continue }
      guard rename(scratch + "/" + name, result + "/" + name) == 0 else { continue }
      note(
        original,
        extent.partialPacket > 0
          ? """
          the file ends at byte \(extent.fileSize), in the middle of the packet that starts at \
          byte \(extent.wholePackets): it was cut off, or is still being written
          """
          : """
          from byte \(extent.wholePackets) on it does not continue with a packet \
          (it has \(extent.fileSize) bytes)
          """)
      return
    }
    note(original, message)
  }

  private mutating func note(_ path: String, _ message: String) {
    damage.append(TraceDamage(path: path, message: message))
  }

  private func link(_ name: String, into target: String) -> Bool {
    let absolute = realpath(directory + "/" + name, nil)
    defer { free(absolute) }
    guard let absolute else { return false }
    return symlink(absolute, target + "/" + name) == 0
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func makeTemporaryDirectory() -> String? {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/signpost-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
