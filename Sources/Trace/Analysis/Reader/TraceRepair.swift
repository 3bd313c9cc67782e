import FoundationEssentials
import Glibc
import SystemSupport

/// Makes as much as possible of a trace readable that libbabeltrace2 refuses.
///
/// The result is a private directory of links to the files, and of an index for each truncated
/// file, which lists the readable packets; other files are read without their index. A trace of any
/// size is read in place, and never changed.
struct TraceRepair {
  /// The directory to read instead, `nil` if nothing is readable.
  private(set) var path: String?
  /// The directories to remove once the trace was read.
  private(set) var temporaryDirectory: String?
  private(set) var damage: [TraceDamage] = []
  /// Files that end in the middle of a packet, and the number of that packet, counted from 1.
  private(set) var cutPackets: [String: Int] = [:]

  private let directory: String
  private let causeOfCut: String?

  /// - Parameters:
  ///   - directory: A trace directory that cannot be read as it is.
  ///   - reason: The reason, for a message if nothing can be done.
  ///   - causeOfCut: Why files end in the middle of a packet, if the recording says so.
  ///   - probe: Returns why a directory is refused, `nil` if it is not.
  init(
    directory: String, reason: String, causeOfCut: String? = nil, probe: (String) -> String?
  ) {
    self.directory = directory
    self.causeOfCut = causeOfCut
    guard let temporary = Self.makeTemporaryDirectory() else {
      note(directory, "\(reason); and a temporary directory for its sound parts cannot be made")
      return
    }
    temporaryDirectory = temporary
    let result = temporary + "/trace"
    Self.noteFiles(of: directory, in: temporary)
    guard Self.makeTrace(result), addMetadata(to: result) else {
      note(directory, "\(reason); and its sound parts cannot be put aside in “\(temporary)”")
      return
    }
    if probe(result) != nil {
      let metadata = directory + "/metadata"
      note(
        metadata,
        Self.size(of: metadata) == 0
          ? "the metadata is empty, so the streams cannot be read"
          : "the metadata cannot be understood, so the streams cannot be read: \(reason)")
      return
    }
    for name in Self.streams(in: directory) {
      add(name, to: result, scratch: temporary + "/scratch", probe: probe)
    }
    path = result
  }

  /// Whether a file of a trace has inconsistent packets, or an index of other packets.
  static func isNeeded(for directory: String) -> Bool {
    streams(in: directory).contains { name in
      let file = PacketFile(path: directory + "/" + name)
      let index = PacketIndex.path(of: name, in: directory)
      // The packets of an index that fits have been compared up to the end of the file.
      guard access(index, F_OK) == 0 else { return file.extent().map { !$0.isWhole } ?? false }
      return PacketFile.startsWithPacket(file.path)
        && PacketIndex(path: index).map(file.isListed) != true
    }
  }

  /// The names of files that may be streams of a trace.
  static func streams(in directory: String) -> [String] {
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
      guard Self.makeTrace(scratch), addMetadata(to: scratch), prepare(scratch) else {
        return
          "an index of it cannot be written to “\(scratch)”: \(errorText(errno))"
      }
      return probe(scratch)
    }
    defer { try? FileManager.default.removeItem(atPath: scratch) }

    let original = directory + "/" + name
    let file = PacketFile(path: original)
    let extent = file.extent()
    var message = "its first packet cannot be read"
    if extent?.isWhole ?? true {
      guard let reason = refusal({ link(name, into: $0) }) else {
        if !link(name, into: result) { note(original, "it cannot be linked into “\(result)”") }
        return
      }
      message = reason.replacing(scratch, with: directory)
    }
    guard let extent else {
      note(original, "it is not a stream of this trace: \(message)")
      return
    }
    // First with the readable part of the last packet, then without it.
    for partial in extent.partialPacket > 0 ? [extent.partialPacket, 0] : [0] {
      let kept = PacketFile.Extent(
        wholePackets: extent.wholePackets, partialPacket: partial, fileSize: extent.fileSize)
      guard kept.wholePackets + kept.partialPacket > 0 else { continue }
      var packets: Int?
      let reason = refusal { directory in
        packets = file.writeIndex(kept, to: PacketIndex.path(of: name, in: directory))
        return packets != nil && link(name, into: directory)
      }
      if let reason {
        message = reason.replacing(scratch, with: directory)
        continue
      }
      let index = (PacketIndex.path(of: name, in: scratch), PacketIndex.path(of: name, in: result))
      guard rename(index.0, index.1) == 0, link(name, into: result) else { continue }
      if partial > 0 { cutPackets[original] = packets }
      note(
        original,
        extent.partialPacket > 0
          ? """
          the file ends at byte \(extent.fileSize), in the middle of the packet that starts at \
          byte \(extent.wholePackets): \(causeOfCut ?? Self.guess(original))
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

  /// Adds the metadata, with the escapes that LTTng has left out.
  private func addMetadata(to target: String) -> Bool {
    guard let text = MetadataCheck.escaped(directory + "/metadata") else {
      return link("metadata", into: target)
    }
    return (try? Data(text).write(to: URL(filePath: target + "/metadata"))) != nil
  }

  private func link(_ name: String, into target: String) -> Bool {
    let absolute = realpath(directory + "/" + name, nil)
    defer { free(absolute) }
    guard let absolute else { return false }
    return symlink(absolute, target + "/" + name) == 0
  }

  /// A consumer daemon writes a packet at once, so a packet is incomplete for a moment only.
  private static func guess(_ file: String) -> String {
    var status = stat()
    let isOld = stat(file, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 10
    return isOld
      ? "it was cut off, as by a full disk or a session daemon that was killed"
      : "it was cut off, or is still being written"
  }

  /// Adds all paths that may be created to the files that a signal removes.
  private static func noteFiles(of directory: String, in temporary: String) {
    UnfinishedFiles.note(temporary)
    for trace in [temporary + "/trace", temporary + "/scratch"] {
      for name in ["", "/index", "/metadata"] { UnfinishedFiles.note(trace + name) }
      for name in streams(in: directory) {
        UnfinishedFiles.note("\(trace)/\(name)")
        UnfinishedFiles.note(PacketIndex.path(of: name, in: trace))
      }
    }
  }

  private static func makeTrace(_ directory: String) -> Bool {
    mkdir(directory, 0o700) == 0 && mkdir(directory + "/index", 0o700) == 0
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func makeTemporaryDirectory() -> String? {
    let base = Files.temporaryParent
    var places = [base, "/dev/shm"]
    // The disk that was too small for the recording may be this one.
    let (space, sharedMemory) = (
      Files.freeBytes(of: base) ?? 0, Files.freeBytes(of: places[1]) ?? 0
    )
    if space < enoughSpace, sharedMemory > space { places.reverse() }
    for place in places {
      if let path = try? Files.makeUniqueDirectory(in: place, prefix: "signpost-") { return path }
    }
    return nil
  }

  /// Indices are small: 56 bytes for a packet of some megabytes.
  private static let enoughSpace = 64 << 20
}
