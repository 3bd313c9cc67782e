import Glibc
import SystemSupport

/// The paths of LTTng's command-line tools, and of the tools of util-linux that start them.
struct LTTngTools {
  var client: String
  /// nil if only the client is installed; an existing daemon can be used nevertheless.
  var daemon: String?
  var unshare: String?
  var nsenter: String?
  /// The user's environment, with a search path that includes the tools.
  var environment: ProcessEnvironment
  /// nil if the client does not report it.
  var version: LTTngVersion?

  static let installationHint = "sudo apt-get install lttng-tools liblttng-ust-dev"

  static func find(in environment: ProcessEnvironment) throws(RecordingFailure) -> LTTngTools {
    let directories = environment.searchPath
    let search = ExecutableSearch(directories: directories)
    let system = ExecutableSearch(directories: ["/usr/bin", "/bin", "/usr/sbin", "/sbin"])
    guard let client = search.find("lttng") else {
      throw RecordingFailure(
        .tracerUnavailable,
        "LTTng's tools are not installed, or not in PATH. Install them with: \(installationHint)")
    }
    return LTTngTools(
      client: client,
      daemon: search.find("lttng-sessiond"),
      unshare: system.find("unshare"),
      nsenter: system.find("nsenter"),
      environment: environment.setting(
        "PATH", to: (directories + ["/usr/bin", "/bin", "/sbin"]).joined(separator: ":"))
    )
  }
}
