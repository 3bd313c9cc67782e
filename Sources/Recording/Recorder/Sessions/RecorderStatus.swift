import Glibc
import RecordingManifests
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
  /// Whether all losses are counted in ``discardedEvents``.
  package var lossesAreKnown: Bool {
    discardedEvents != nil && state.hasUnknownLosses != true
  }
  /// The number of snapshots on the disk.
  package var snapshots: Int
  /// The number of complete chunks on the disk.
  package var chunks: Int
  /// The memory of the recorder and of LTTng's processes in bytes, without buffers; nil if unknown.
  package var memory: Int?
  /// The shared memory of the buffers of LTTng's processes in bytes; nil if unknown.
  package var sharedMemory: Int?

  /// Bytes written per second, on average since it started; nil for a flight recorder, which writes
  /// on request.
  package var rate: Int?
  /// Whether it removes its oldest chunks instead of filling the disk.
  package var removesChunks: Bool

  /// The number of seconds until the disk is full at this rate; nil if nothing is written, or the
  /// size is limited.
  package var secondsLeft: Int? {
    guard let rate, rate > 0, !removesChunks, let freeBytes else { return nil }
    return freeBytes / rate
  }

  /// The average rate of writing since a recorder started, as far as its chunks were not removed.
  ///
  /// Chunks that ended before are of earlier recorders, whose recording this one has resumed.
  static func rate(in directory: String, since started: Int, now: Int) -> Int? {
    let chunks = RotatedChunks(of: directory).chunks
    let earlier = chunks.filter { ($0.end ?? 0) <= started }
    let oldest = chunks.first { ($0.end ?? 0) > started }
    let seconds = now - max(started, oldest?.begin ?? started)
    guard seconds > 0 else { return nil }
    let root = RotatedChunks.path(in: directory)
    let bytes = earlier.reduce(diskUsage(of: directory)) { rest, chunk in
      rest - diskUsage(of: "\(root)/\(chunk.name)")
    }
    return bytes / seconds
  }

  /// Reads the status of a recorder.
  package static func of(_ state: RecorderState) -> RecorderStatus {
    var discarded: Int?
    if !state.isFlightRecorder, let tools = try? LTTngTools.find(in: .inherited),
      let directory = try? PrivateDirectory.make(environment: .inherited)
    {
      let supervisor = ProcessSupervisor()
      // Only then: Ctrl-C may end this process.
      defer { supervisor.restoreSignals() }
      defer { Files.remove(directory.path) }
      let client = LTTngClient(
        daemon: state.daemon.daemon, tools: tools, directory: directory, supervisor: supervisor)
      let answer = client.ask(["list", state.session], patience: .seconds(5))
      discarded = answer.succeeded ? answer.sessions.first?.discardedEvents : nil
    }
    let usage = LTTngProcesses(daemon: state.daemon.pid, environment: .inherited).usage
    let now = time(nil)
    let rotation = RecordingManifest.read(from: state.output)?.rotation
    return RecorderStatus(
      state: state, age: max(0, now - state.started), bytes: diskUsage(of: state.output),
      freeBytes: Files.freeBytes(of: state.output), discardedEvents: discarded,
      snapshots: SnapshotDirectories.names(in: state.output).count,
      chunks: RotatedChunks(of: state.output).chunks.count,
      memory: usage.map { $0.memory + LTTngProcesses.memory(of: state.pid) },
      sharedMemory: usage?.buffers,
      rate: state.isFlightRecorder
        ? nil : rate(in: state.output, since: state.started, now: now),
      removesChunks: rotation?.keptChunks != nil || rotation?.mostBytes != nil)
  }
}
