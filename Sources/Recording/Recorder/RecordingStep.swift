import SystemSupport

/// The steps of a recording, at each of which tests end one of its processes.
enum RecordingStep: String, CaseIterable {
  case hasWatchdog
  case hasDirectory
  case hasDaemonProcess
  case daemonAnswers
  case hasLoadedSession
  case hasStartedSession
  case hasManifest
  case hasProgram
  case programHasEnded
  case hasStoppedSession
  case tracesAreComplete
  case hasEnd

  /// In a debug build, runs the command of the environment variable `SIGNPOST_AT_STEP`, after the
  /// name of this step and a colon, and waits for its end.
  func reach() {
    #if DEBUG
      guard let text = ProcessEnvironment.inherited["SIGNPOST_AT_STEP"],
        text.hasPrefix(rawValue + ":")
      else { return }
      let command = String(text.dropFirst(rawValue.count + 1))
      let launch = ProcessLaunch(
        ByteString("/bin/sh"), ["sh", "-c", command].map { ByteString($0) })
      if let process = try? launch.start() { _ = ExitReason.waiting(for: process) }
    #endif
  }
}
