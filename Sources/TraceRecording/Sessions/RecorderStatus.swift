import Glibc

/// How far a recorder is: what it has written, what it has lost, how long there is room.
package struct RecorderStatus: Equatable, Sendable {
  package var state: RecorderState
  /// In seconds.
  package var age: Int
  /// What is on the disk.
  package var bytes: Int
  /// What the file system has left; nil if that is not known.
  package var freeBytes: Int?
  /// What LTTng counts; nil if it does not answer. Of a flight recorder, which overwrites by
  /// design, nil as well.
  package var discardedEvents: Int?
  /// The snapshots that are on the disk.
  package var snapshots: Int
  /// The complete chunks that are on the disk.
  package var chunks: Int

  /// Bytes written per second, on the average since it started.
  package var rate: Int? { age > 0 ? bytes / age : nil }

  /// How many seconds the disk has room at this rate; nil if it writes nothing.
  package var secondsLeft: Int? {
    guard let rate, rate > 0, let freeBytes else { return nil }
    return freeBytes / rate
  }

  /// Looks at a recorder.
  package static func of(_ state: RecorderState) -> RecorderStatus {
    var discarded: Int?
    if !state.isFlightRecorder, let tools = try? LTTngTools.find(in: .inherited),
      let directory = try? PrivateDirectory.make(environment: .inherited)
    {
      defer { removeTree(directory.path) }
      let supervisor = ProcessSupervisor()
      defer { supervisor.restoreSignals() }
      let client = LTTngClient(
        daemon: state.daemon.daemon, tools: tools, directory: directory, supervisor: supervisor)
      let answer = client.ask(["list", state.session], patience: .seconds(5))
      discarded = answer.succeeded ? answer.sessions.first?.discardedEvents : nil
    }
    return RecorderStatus(
      state: state, age: max(0, time(nil) - state.started), bytes: diskUsage(of: state.output),
      freeBytes: TraceRecording.freeBytes(of: state.output), discardedEvents: discarded,
      snapshots: directoryEntries(state.output)
        .filter { $0.hasPrefix(SessionKeeper.snapshotPrefix) }.count,
      chunks: RotatedChunks(of: state.output).chunks.count)
  }
}
