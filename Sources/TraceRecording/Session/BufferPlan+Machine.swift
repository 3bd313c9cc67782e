import Glibc

extension BufferPlan.Machine {
  /// The machine this runs on.
  static var current: BufferPlan.Machine {
    let possible = contents(ofFile: "/sys/devices/system/cpu/possible")
    return BufferPlan.Machine(
      processors: possible.flatMap(processorCount(possible:))
        ?? max(1, sysconf(Int32(_SC_NPROCESSORS_CONF))),
      freeSharedMemory: freeBytes(of: "/dev/shm"),
      pageSize: sysconf(Int32(_SC_PAGESIZE))
    )
  }

  /// Reads a list such as `0-3,8-11`.
  ///
  /// LTTng counts up to the highest number, and so does this.
  static func processorCount(possible: String) -> Int? {
    possible.split { ",-\n ".contains($0) }.compactMap { Int($0) }.max().map { $0 + 1 }
  }

  private static func freeBytes(of path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
