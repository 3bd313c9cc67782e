import SystemSupport

/// LTTng's library that registers a forked child as a process of its own.
///
/// It must be loaded before the program's own libraries, and is loaded into every program that this
/// one starts.
enum ForkLibrary {
  static let name = "liblttng-ust-fork.so.1"

  /// An environment that preloads the library.
  static func preloaded(in environment: ProcessEnvironment) -> ProcessEnvironment {
    let others = environment["LD_PRELOAD"].flatMap { $0.isEmpty ? nil : $0 }
    return environment.setting(
      "LD_PRELOAD", to: ([name] + [others].compactMap(\.self)).joined(separator: ":"))
  }

  /// Runs the dynamic loader, which only lists the libraries that it would load.
  static func check(
    environment: ProcessEnvironment, directory: PrivateDirectory, supervisor: ProcessSupervisor
  ) throws(RecordingFailure) {
    let listing = preloaded(in: environment).setting("LD_TRACE_LOADED_OBJECTS", to: "1")
    var isThere = false
    if let pid = try? supervisor.start(
      "/bin/sh", ["sh"], environment: listing, log: directory.clientLog, group: .own)
    {
      while supervisor.exitReason(of: pid) == nil {
        _ = supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(100)))
      }
      isThere = Files.contents(of: directory.clientLog)?.contains("\(name) =>") == true
    }
    guard isThere else {
      throw RecordingFailure(
        .tracerUnavailable,
        "can't follow forks: LTTng's library for that, \(name), is not installed. "
          + "Install it with: \(LTTngTools.installationHint)")
    }
  }
}
