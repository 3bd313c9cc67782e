import Glibc
import SystemSupport

/// The status of a recorder: its size, its losses, and the remaining room.
package struct RecorderStatus: Equatable, Sendable {
  package var state: RecorderState
  /// In seconds.
  package var age: Int
  /// The bytes on the disk.
  package var bytes: Int
  /// The free space of the file system; nil if unknown.
  package var freeBytes: Int?
  /// LTTng's number of lost events; nil if it does not answer, and for a flight recorder, which
  /// overwrites by design.
  package var discardedEvents: Int?
  /// The number of snapshots on the disk.
  package var snapshots: Int
  /// The number of complete chunks on the disk.
  package var chunks: Int
  /// The memory of the recorder and of LTTng's processes in bytes, without buffers; nil if unknown.
  package var memory: Int?
  /// The shared memory of the buffers of LTTng's processes in bytes; nil if unknown.
  package var sharedMemory: Int?

  /// Bytes written per second, on average since it started.
  package var rate: Int? { age > 0 ? bytes / age : nil }

  /// The number of seconds until the disk is full at this rate; nil if nothing is written.
  package var secondsLeft: Int? {
    guard let rate, rate > 0, let freeBytes else { return nil }
    return freeBytes / rate
  }

  /// Reads the status of a recorder.
  package static func of(_ state: RecorderState) -> RecorderStatus {
    var discarded: Int?
    if !state.isFlightRecorder, let tools = try? LTTngTools.find(in: .inherited),
      let directory = try? PrivateDirectory.make(environment: .inherited)
    {
      defer { Files.remove(directory.path) }
      let supervisor = ProcessSupervisor()
      defer { supervisor.restoreSignals() }
      let client = LTTngClient(
        daemon: state.daemon.daemon, tools: tools, directory: directory, supervisor: supervisor)
      let answer = client.ask(["list", state.session], patience: .seconds(5))
      discarded = answer.succeeded ? answer.sessions.first?.discardedEvents : nil
    }
    let usage = LTTngProcesses(daemon: state.daemon.pid, environment: .inherited).usage
    return RecorderStatus(
      state: state, age: max(0, time(nil) - state.started), bytes: diskUsage(of: state.output),
      freeBytes: Files.freeBytes(of: state.output), discardedEvents: discarded,
      snapshots: Files.entries(of: state.output)
        .filter { $0.hasPrefix(SessionKeeper.snapshotPrefix) }.count,
      chunks: RotatedChunks(of: state.output).chunks.count,
      memory: usage.map { $0.memory + LTTngProcesses.memory(of: state.pid) },
      sharedMemory: usage?.buffers)
  }
}
