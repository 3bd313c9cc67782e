#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The number of streams that can be read at the same time: libbabeltrace2 keeps the file of each
/// open.
enum StreamLimit {
  /// The number of files reserved for other purposes, such as an export.
  private static let reserve = 16

  /// The number of further files that this process may open.
  ///
  /// The soft limit of a process is low for programs that use `select`, and may be raised up to the
  /// hard limit. That is done if the trace needs it.
  static func raised(for count: Int) -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return .max }
    let used = openCount + reserve
    if rlim_t(count + used) > limit.rlim_cur, limit.rlim_cur < limit.rlim_max {
      var higher = limit
      higher.rlim_cur = min(rlim_t(count + used), limit.rlim_max)
      if setrlimit(resource, &higher) == 0 { limit = higher }
    }
    return limit.rlim_cur < rlim_t(Int32.max) ? max(Int(limit.rlim_cur) - used, 0) : .max
  }

  private static var openCount: Int {
    guard let directory = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    // Without the directory itself, and its entries `.` and `..`.
    return max(count - 3, 0)
  }
}
