#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of streams that can be read at the same time: libbabeltrace2 keeps the file of each
/// open.
enum StreamLimit {
  /// The number of files reserved for other purposes, such as an export.
  private static let reserve = 16

  /// The limit of open files of this process, minus those that it has open.
  static var current: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(Int32.max)
    else { return .max }
    return max(Int(limit.rlim_cur) - openCount - reserve, 0)
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
