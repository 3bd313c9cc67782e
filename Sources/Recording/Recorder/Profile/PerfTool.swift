import Glibc
import SystemSupport

/// The command `perf`, and whether it can be used on this machine.
struct PerfTool {
  let path: String

  /// The reason why there is no profile, and the remedy.
  struct Obstacle: Error, Equatable {
    /// A sentence without its full stop.
    var reason: String
    var remedy: String
  }

  /// Finds the command.
  static func find(in environment: ProcessEnvironment) throws(Obstacle) -> PerfTool {
    guard let path = ExecutableSearch(directories: environment.searchPath).find("perf") else {
      throw Obstacle(reason: "perf is not installed", remedy: installation)
    }
    return PerfTool(path: path)
  }

  /// Samples a command that does nothing: the only reliable test of the kernel's permission.
  func check(trial: (_ command: [String]) -> Trial) throws(Obstacle) {
    let outcome = trial(
      [path, "record"] + ProfileOptions().arguments + ["-o", "/dev/null", "--", "true"])
    if !outcome.succeeded { throw Self.obstacle(outcome.errors) }
  }

  /// The result of a command.
  struct Trial {
    var succeeded: Bool
    /// The standard error of perf.
    var errors: String
  }

  /// The obstacle, from the error output of `perf`.
  static func obstacle(_ errors: String) -> Obstacle {
    if errors.contains("perf not found for kernel") {
      return Obstacle(
        reason: "the perf of this machine is not for its kernel", remedy: installation)
    }
    if errors.contains("unknown option") || errors.contains("unknown switch") {
      return Obstacle(
        reason: "this perf is too old: 5.10 or later is needed", remedy: installation)
    }
    let level = paranoia
    if let level, level > 2, geteuid() != 0 {
      return Obstacle(
        reason: "perf_event_paranoid is \(level): perf may not sample your programs",
        remedy: "sudo sysctl kernel.perf_event_paranoid=2")
    }
    if level == nil {
      return Obstacle(
        reason: "this kernel has no performance events",
        remedy: "record on a machine whose kernel has CONFIG_PERF_EVENTS")
    }
    if Self.isRefusal(errors) {
      return Obstacle(
        reason: "perf may not open events here, as in a container without that privilege",
        remedy: "docker run --cap-add PERFMON --security-opt seccomp=unconfined …")
    }
    let first =
      errors.split(separator: "\n").map { $0.filter { $0 != "\r" } }
      .first { !$0.allSatisfy { $0 == " " } } ?? "it says nothing"
    return Obstacle(reason: "perf record fails: \(first)", remedy: "perf record -e cpu-clock true")
  }

  /// Whether `perf` was denied its events, rather than failing by itself.
  private static func isRefusal(_ errors: String) -> Bool {
    if ["Operation not permitted", "EPERM"].contains(where: errors.contains) { return true }
    // The message about other users' programs, too: in a container the cause is the container.
    let refusals = ["Access to performance monitoring", "No permission", "Permission denied"]
    return isContainer && refusals.contains(where: errors.contains)
  }

  /// From 2 on, other users' programs and the kernel are not to be sampled; from 3 on, as Debian
  /// and Ubuntu have it, nothing. `nil` where there are no events.
  static var paranoia: Int? {
    Files.contents(of: "/proc/sys/kernel/perf_event_paranoid")
      .flatMap { Int($0.split(separator: "\n").first ?? "") }
  }

  private static var isContainer: Bool {
    access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0
  }

  /// Ubuntu has a package for each kernel.
  static var installation: String {
    let system = Files.contents(of: "/etc/os-release") ?? ""
    return system.split(separator: "\n").contains("ID=ubuntu")
      ? "sudo apt-get install linux-tools-common linux-tools-$(uname -r)"
      : "sudo apt-get install linux-perf"
  }
}
