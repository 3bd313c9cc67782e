extension SessionDaemon {
  /// Starts the daemon of a recording, or looks for the one that serves the user.
  static func find(
    serving usesServing: Bool, in directory: PrivateDirectory, tools: LTTngTools,
    watchdog: Watchdog, supervisor: ProcessSupervisor, tell: (RecordingMessage) -> Void,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> SessionDaemon {
    guard usesServing else {
      return try start(
        in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor, tell: tell,
        onSignal: onSignal)
    }
    guard
      try servesRequests(
        in: directory, tools: tools, supervisor: supervisor, onSignal: onSignal)
    else {
      throw RecordingFailure(
        .tracerUnavailable,
        "no session daemon serves you. Leave --use-daemon out to record by a private one, or start "
          + "one with: lttng-sessiond --background")
    }
    tell(
      .note(
        "recording by the session daemon that serves you; other composable programs that it serves "
          + "are recorded as well"))
    return SessionDaemon(place: .serving)
  }

  /// Whether a daemon serves this user that is none of ours.
  static func servesRequests(
    in directory: PrivateDirectory, tools: LTTngTools, supervisor: ProcessSupervisor,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> Bool {
    let probe = LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
      supervisor: supervisor)
    return try probe.run(["list"], until: Deadline(after: .seconds(10)), onSignal: onSignal)
      .succeeded
  }
}
