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
  ///   written. Requests at the same time have one in common.
  /// - Throws: The reason why the recorder has not answered in time, as a part of a sentence.
  package func takeSnapshot(
    patience: Duration = .seconds(60)
  ) throws(RequestFailure) -> String? {
    guard isAlive else { throw silence }
    let request = SnapshotRequest(directory: directory, pid: getpid())
    guard request.write() else {
      throw RequestFailure(reason: "\(directory) cannot be written: \(errorText(errno))")
    }
    kill(pid, SIGUSR2)
    let deadline = Deadline(after: patience)
    while true {
      // Before the answer: the recorder may end as soon as it has given it.
      let mayAnswer = isAlive && !deadline.hasPassed
      if let name = request.takeAnswer() { return name.isEmpty ? nil : output + "/" + name }
      guard mayAnswer else { break }
      usleep(20_000)
    }
    request.withdraw()
    throw silence
  }

  /// Requests another selection of events, and waits until it applies.
  ///
  /// - Returns: The new selection as options.
  /// - Throws: The reason why it was not changed, as a part of a sentence.
  package func select(
    _ request: SelectionRequest, patience: Duration = .seconds(60)
  ) throws(RequestFailure) -> String {
    // The program of an earlier recorder would receive the signal.
    guard isAlive else { throw silence }
    guard selection != nil else {
      throw RequestFailure(reason: "an earlier version of signpost records it")
    }
    guard request.write(to: directory) else {
      throw RequestFailure(reason: "\(directory) cannot be written: \(errorText(errno))")
    }
    kill(pid, SIGUSR2)
    var deadline = Deadline(after: patience)
    var isTaken = false
    while true {
      let mayAnswer = isAlive
      if let answer = SelectionRequest.takeAnswer(in: directory) {
        if let selection = answer.selection { return selection }
        throw RequestFailure(reason: answer.failure ?? "the recorder gives no reason")
      }
      guard mayAnswer else { throw silence }
      if deadline.hasPassed {
        if isTaken || SelectionRequest.withdraw(from: directory) { break }
        // It is being changed: the result comes, unless LTTng hangs.
        isTaken = true
        deadline = Deadline(after: patience)
      }
      usleep(20_000)
    }
    var failure = silence
    failure.mayHaveChanged = isTaken
    throw failure
  }

  /// The failure of a request that has no answer.
  private var silence: RequestFailure {
    RequestFailure(
      reason: isAlive ? "its recorder, process \(pid), does not answer" : "it has ended")
  }

  /// The reason why a recorder has not done as requested.
  package struct RequestFailure: Error, Equatable {
    package var reason: String
    /// Whether the recorder has begun to change the selection, and may still do so.
    package var mayHaveChanged = false
  }
}
