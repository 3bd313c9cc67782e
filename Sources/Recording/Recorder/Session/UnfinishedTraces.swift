import Glibc
import SystemSupport

/// The traces of a session whose files do not have the state that their processes have.
///
/// LTTng completes a process's metadata when its daemon has detected the end of the process, and
/// then closes the files. Stopping a session does not wait for that: a daemon that is ended right
/// after could leave a trace without the description of its events. A file that it could not write,
/// as the disk was full, it closes for good, and discards all later events of that file uncounted.
struct UnfinishedTraces {
  /// The output of the session.
  let directory: String
  /// The processes of LTTng's daemon, including the consumers. Empty if the daemon is not private.
  let candidates: [pid_t]

  /// A file, independent of its name.
  private struct FileID: Hashable {
    var device: UInt
    var inode: UInt

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      device = UInt(status.st_dev)
      inode = UInt(status.st_ino)
    }
  }

  /// The names of those directories, such as `Counter-4242-20261122-101500`.
  func find() -> [String] {
    let root = directory + "/ust/pid"
    // LTTng may cut the name of a program within a character.
    let aliases = DirectoryAliases()
    let ended = (aliases.entries(of: root) ?? [])
      .filter { Self.process(of: $0.name).map(hasEnded) == true }
    if ended.isEmpty { return [] }
    let open = openFiles()
    return ended.filter { _, path in
      Files.entries(of: path).contains { FileID("\(path)/\($0)").map(open.contains) == true }
    }
    .map(\.name)
  }

  /// Whether LTTng has given up a file of a process that runs: it writes no later event there.
  ///
  /// - Returns: nil if its consumers, or their files, are not visible here.
  var haveGivenUpFiles: Bool? {
    let root = RotatedChunks.incomplete(in: directory).map { $0 + "/ust/pid" }
      .last { !Files.entries(of: $0).isEmpty }
    guard let root else { return false }
    // A process that has registered again has later directories, and LTTng closes the files of the
    // earlier ones.
    var latest: [pid_t: (time: Substring, path: String)] = [:]
    for (name, path) in DirectoryAliases().entries(of: root) ?? [] {
      guard let process = Self.process(of: name), !hasEnded(process) else { continue }
      let time = name.suffix("20261122-101500".count)
      if time >= latest[process]?.time ?? "" { latest[process] = (time, path) }
    }
    let open = openFiles()
    guard !open.isEmpty || latest.isEmpty else { return nil }
    return latest.contains { process, trace in
      let isClosed = Files.entries(of: trace.path).contains { file in
        FileID("\(trace.path)/\(file)").map { !open.contains($0) } ?? false
      }
      // Not before: LTTng closes the files of a process that ends meanwhile.
      return isClosed && !hasEnded(process)
    }
  }

  /// Whether a process without a trace of its own still uses the buffers of an ended one.
  ///
  /// For example a forked child, unless it is recorded as a process of its own. For LTTng's daemon,
  /// the ended process exists until its child has ended as well.
  var areHeldOpen: Bool {
    let traced = Files.entries(of: directory + "/ust/pid").compactMap(Self.process)
    let buffers = consumers.map { "/dev/shm/shm-ust-consumer-\($0)" }
    return allProcesses().contains { process in
      guard !traced.contains(process), !Self.name(of: process).hasPrefix("lttng-") else {
        return false
      }
      return Files.entries(of: "/proc/\(process)/fd").contains { descriptor in
        let target = Self.target(of: "/proc/\(process)/fd/\(descriptor)")
        // After a space, it says that the file is deleted.
        return buffers.contains { target == $0 || target.hasPrefix($0 + " ") }
      }
    }
  }

  private var consumers: [pid_t] {
    let processes =
      candidates.isEmpty ? allProcesses() : candidates
    return processes.filter { Self.name(of: $0).hasPrefix("lttng-consumer") }
  }

  private static func name(of process: pid_t) -> String {
    Files.contents(of: "/proc/\(process)/comm") ?? ""
  }

  private static func target(of link: String) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    let count = readlink(link, &buffer, buffer.count)
    return String(
      decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func openFiles() -> Set<FileID> {
    var files: Set<FileID> = []
    for process in consumers {
      for descriptor in Files.entries(of: "/proc/\(process)/fd") {
        // The link leads to the file even if it has another path, as in other namespaces.
        if let file = FileID("/proc/\(process)/fd/\(descriptor)") { files.insert(file) }
      }
    }
    return files
  }

  /// The process that a directory is named after: its name is before date and time.
  static func process(of name: String) -> pid_t? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count > 3 ? pid_t(parts[parts.count - 3]) : nil
  }
}
