import Glibc
import RecordingManifests
import SystemSupport

extension RecorderState {
  /// Requests the recorder to end, and waits until it has.
  ///
  /// - Returns: Whether it ended in time.
  package func stop(patience: Duration = .seconds(120)) -> Bool {
    guard isAlive else { return true }
    kill(pid, SIGTERM)
    let deadline = Deadline(after: patience)
    while isAlive {
      if deadline.hasPassed { return false }
      usleep(20_000)
    }
    return true
  }

  /// Why a recording that was stopped is incomplete, as complete sentences; empty if it is
  /// complete, or if its manifest is not here.
  package var defects: [String] {
    // The output directory of a trace at a relay daemon may be temporary.
    if relay == nil, !Files.exists(output) { return ["\(output) was removed while it recorded."] }
    guard let manifest = RecordingManifest.read(from: output), manifest.end?.reason != .complete
    else { return [] }
    // Of the end alone: its report has all others.
    var ended = RecordingManifest(mode: manifest.mode, command: [], session: "", started: "")
    ended.end = manifest.end
    return ended.remarks()
  }

  /// The losses of a recording that was stopped, as sentences: the events that LTTng has discarded
  /// since the start of the recorder, and programs without their beginning. Empty if there are
  /// none, or if that is unknown.
  package var losses: [String] {
    guard let manifest = RecordingManifest.read(from: output) else { return [] }
    let events = manifest.end.flatMap {
      SessionKeeper.Losses(
        discardedEvents: $0.discardedEvents ?? 0, lostPackets: $0.lostPackets ?? 0
      ).message
    }
    return [events, manifest.lateRemark].compactMap(\.self)
  }

  /// Requests a snapshot, and waits until it is written.
  ///
  /// - Returns: The directory of a snapshot that was begun after the request; nil if none was
  ///   written in time. Requests at the same time have one in common.
  package func takeSnapshot(patience: Duration = .seconds(60)) -> String? {
    let request = SnapshotRequest(directory: directory, pid: getpid())
    guard request.write() else { return nil }
    kill(pid, SIGUSR2)
    let deadline = Deadline(after: patience)
    while isAlive, !deadline.hasPassed {
      if let name = request.takeAnswer() { return name.isEmpty ? nil : output + "/" + name }
      usleep(20_000)
    }
    request.remove()
    return nil
  }

  /// Requests another selection of events, and waits until it applies.
  ///
  /// - Returns: The new selection as options.
  /// - Throws: The reason why it was not changed, as a part of a sentence.
  package func select(
    _ request: SelectionRequest, patience: Duration = .seconds(60)
  ) throws(SelectionFailure) -> String {
    // The program of an earlier recorder would receive the signal.
    guard selection != nil else {
      throw SelectionFailure(reason: "an earlier version of signpost records it")
    }
    guard request.write(to: directory) else {
      throw SelectionFailure(reason: "\(directory) cannot be written: \(errorText(errno))")
    }
    kill(pid, SIGUSR2)
    let deadline = Deadline(after: patience)
    while isAlive, !deadline.hasPassed {
      if let answer = SelectionRequest.takeAnswer(in: directory) {
        if let selection = answer.selection { return selection }
        throw SelectionFailure(reason: answer.failure ?? "the recorder gives no reason")
      }
      usleep(20_000)
    }
    throw SelectionFailure(
      reason: isAlive ? "its recorder, process \(pid), does not answer" : "it has ended")
  }

  package struct SelectionFailure: Error, Equatable {
    package var reason: String
  }
}
