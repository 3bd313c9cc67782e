extension SessionDaemon {
  /// Starts the daemon of a recording, or finds the one that serves the user.
  static func find(
    serving usesServing: Bool, in directory: PrivateDirectory, tools: LTTngTools,
    watchdog: Watchdog, supervisor: ProcessSupervisor, emit: (RecordingMessage) -> Void,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> SessionDaemon {
    guard usesServing else {
      return try start(
        in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor, emit: emit,
        onSignal: onSignal)
    }
    let daemon = try ServingDaemon.find(
      client: LTTngClient(
        daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
        supervisor: supervisor),
      tools: tools, watchdog: watchdog, startsOne: false, emit: emit, onSignal: onSignal)
    emit(
      .note(
        "recording by the session daemon that serves you; other composable programs that it serves "
          + "are recorded as well"))
    return daemon
  }
}
