import SystemSupport

/// A recording session of LTTng, from its creation to its end.
struct RecordingSession {
  var name: String
  /// The output of the session.
  var directory: String
  var client: LTTngClient

  /// A unique name, also among containers that share a daemon.
  static func uniqueName(pid: Int32) -> String {
    "signpost-\(pid)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// Creates and starts it.
  static func start(
    _ configuration: SessionConfiguration, client: LTTngClient,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> RecordingSession {
    let file = try client.directory.write(configuration)
    let load = ["load", "--input-path=\(file)"]
    for command in [load] + configuration.start {
      let answer = try client.run(command, until: Deadline(after: .seconds(30)), onSignal: onSignal)
      guard answer.succeeded else {
        throw RecordingFailure(
          .tracerUnavailable,
          "LTTng could not start the recording:\n\(answer.complaint)\(client.advice(after: answer))"
        )
      }
      if command == load { RecordingStep.hasLoadedSession.reach() }
    }
    RecordingStep.hasStartedSession.reach()
    return RecordingSession(
      name: configuration.name, directory: configuration.directory, client: client)
  }

  /// The time without a write after which LTTng is considered hung.
  static let patience = Duration.seconds(20)

  /// Stops it, and waits until all recorded events are written.
  ///
  /// A slow disk may take long, as long as the trace grows.
  func stop<Failure: Error>(
    patience: Duration = patience,
    onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> LTTngClient.Answer {
    var size = Files.size(of: directory)
    return try client.run(
      ["stop", name], until: Deadline(after: patience),
      extend: {
        let before = size
        size = Files.size(of: directory)
        return size == before ? nil : Deadline(after: patience)
      },
      onSignal: onSignal)
  }

  /// Destroys it, once it has been stopped.
  ///
  /// Its data is on disk then, and this does not wait for the half second that LTTng takes to
  /// destroy it.
  func destroy() -> LTTngClient.Answer {
    client.run(
      ["destroy", "--no-wait", name], until: Deadline(after: .seconds(10)), onSignal: { _ in })
  }
  /// Destroys it in a daemon that keeps running, once it has been stopped.
  func leave(watchdog: Watchdog, emit: (RecordingMessage) -> Void) {
    let destruction = destroy()
    guard destruction.succeeded else {
      emit(.problem("LTTng did not destroy the session \(name):\n\(destruction.complaint)"))
      return
    }
    watchdog.take(session: "")
  }
}
