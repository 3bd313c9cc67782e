import SystemSupport

/// The memory that is still available to processes of this one's control group.
///
/// LTTng's buffers are shared memory, which is charged to the group of the daemon that creates them
/// and cannot be reclaimed: a daemon that exceeds the limit is killed.
struct MemoryLimit {
  /// The content of a file; nil if it cannot be read.
  var read: (String) -> String? = Files.contents(of:)

  private static let mount = "/sys/fs/cgroup"

  /// The minimum over the groups from this process's up to the root; nil without a limit.
  var room: Int? {
    let lines = (read("/proc/self/cgroup") ?? "").split(separator: "\n")
    var rooms: [Int] = []
    for line in lines {
      // Number, controllers, path: `0::/a/b` in version 2, `5:memory:/a/b` in version 1.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].isEmpty {
        // Beside version 1, version 2 is mounted below.
        for root in [Self.mount, Self.mount + "/unified"] {
          rooms += Self.directories(root, path: parts[2]).compactMap(roomInVersion2)
        }
      } else if parts[1].split(separator: ",").contains("memory") {
        rooms += Self.directories(Self.mount + "/memory", path: parts[2])
          .compactMap(roomInVersion1)
      }
    }
    return rooms.min()
  }

  private func roomInVersion2(_ directory: String) -> Int? {
    guard let limit = number("\(directory)/memory.max") else { return nil }
    return room(
      limit: limit, usage: number("\(directory)/memory.current"), directory,
      reclaimable: "inactive_file")
  }

  private func roomInVersion1(_ directory: String) -> Int? {
    // Without a limit it is the largest possible number of pages.
    guard let limit = number("\(directory)/memory.limit_in_bytes"), limit < 1 << 60 else {
      return nil
    }
    return room(
      limit: limit, usage: number("\(directory)/memory.usage_in_bytes"), directory,
      reclaimable: "total_inactive_file")
  }

  /// Cached files that are not in use count as usage, but can be evicted.
  private func room(
    limit: Int, usage: Int?, _ directory: String, reclaimable name: String
  ) -> Int {
    let cached = (read("\(directory)/memory.stat") ?? "").split(separator: "\n")
      .first { $0.hasPrefix(name + " ") }
      .flatMap { Int($0.dropFirst(name.count + 1)) }
    return max(0, limit - max(0, (usage ?? 0) - (cached ?? 0)))
  }

  private func number(_ file: String) -> Int? {
    read(file).flatMap { $0.split(separator: "\n").first }.flatMap { Int($0) }
  }

  /// The directories of a group and of its ancestors. In a container whose own group is the root of
  /// the mount, those below the root do not exist, and have no limit.
  private static func directories(_ root: String, path: Substring) -> [String] {
    var directory = root
    return [root]
      + path.split(separator: "/").map { name in
        directory += "/" + name
        return directory
      }
  }
}
