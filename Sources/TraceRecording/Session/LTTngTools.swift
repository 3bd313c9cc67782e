import Glibc

/// Where LTTng's command-line tools are, and those of util-linux that help to start them.
struct LTTngTools {
  var client: String
  /// nil where only the client is installed; a daemon that serves can be used all the same.
  var daemon: String?
  var unshare: String?
  var nsenter: String?
  /// The user's, with a search path that finds the tools whatever the user's own is.
  var environment: ProcessEnvironment
  /// nil where the client does not say.
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
