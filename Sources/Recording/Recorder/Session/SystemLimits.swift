import Glibc
import SystemSupport

/// Limits of this process and of its namespaces within which LTTng's daemons cannot work: they end
/// in the middle of their start, or record nothing, and their messages do not name the cause.
enum SystemLimits {
  /// The descriptors that the daemons need for one program on a few processors, and some more.
  private static let fewestDescriptors: rlim_t = 128
  /// The memory that LTTng's library adds to the file of a ring.
  private static let ringOverhead = 1 << 20

  /// Checks the limits of a session daemon that this process is going to start.
  static func check(_ buffers: BufferPlan) throws(RecordingFailure) {
    if let failure = problem(
      descriptors: limit(RLIMIT_NOFILE).rlim_max, fileSize: limit(RLIMIT_FSIZE).rlim_cur,
      buffers: buffers)
    {
      throw failure
    }
    if access("/dev/shm", W_OK | X_OK) != 0 {
      throw RecordingFailure(
        .tracerUnavailable,
        "/dev/shm, which LTTng's buffers are in, cannot be written to: \(errorText(errno)). "
          + "Mount it: mount -t tmpfs -o mode=1777 tmpfs /dev/shm")
    }
    for (kind, id) in [("uid", geteuid()), ("gid", getegid())] {
      guard let map = Files.contents(of: "/proc/self/\(kind)_map"), !isMapped(id, in: map) else {
        continue
      }
      throw RecordingFailure(
        .tracerUnavailable,
        "this user namespace has no \(kind) for \(id), which LTTng's files are to belong to. Map it, "
          + "as unshare --map-current-user does.")
    }
  }

  /// Whether this process is in no user namespace, or in one that has all groups.
  static var hasAllGroups: Bool {
    Files.contents(of: "/proc/self/gid_map").map { isMapped(.max - 1, in: $0) } ?? true
  }

  /// - Parameters:
  ///   - descriptors: The maximum number of descriptors, which the daemons raise their limit to.
  ///   - fileSize: The maximum size of a file.
  static func problem(
    descriptors: rlim_t, fileSize: rlim_t, buffers: BufferPlan
  ) -> RecordingFailure? {
    if descriptors < fewestDescriptors {
      return RecordingFailure(
        .tracerUnavailable,
        "a process may open \(descriptors) files here, and LTTng's daemons need more, at least "
          + "\(fewestDescriptors). Raise the limit: ulimit -n 4096")
    }
    // A ring for snapshots has one more sub-buffer.
    let ring = buffers.subbufferSize * (buffers.subbufferCount + 1) + ringOverhead
    if fileSize < ring {
      return RecordingFailure(
        .tracerUnavailable,
        "a file may have \(ByteCount(Int(fileSize)).rounded) here, and each of LTTng's buffers takes "
          + "up to \(ByteCount(ring).rounded). Raise the limit: ulimit -f unlimited")
    }
    return nil
  }

  /// Whether a user namespace has an id.
  ///
  /// - Parameter map: Lines of the first id inside, the first outside, and their number.
  static func isMapped(_ id: UInt32, in map: String) -> Bool {
    map.split(separator: "\n").contains { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      return numbers.count == 3 && id >= numbers[0] && UInt64(id) - numbers[0] < numbers[2]
    }
  }

  private static func limit(_ resource: __rlimit_resource) -> rlimit {
    var limit = rlimit(rlim_cur: .max, rlim_max: .max)
    getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return limit
  }
}
