import Glibc
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

  /// Requests a snapshot, and waits until it is written.
  ///
  /// - Returns: Its directory; nil if none was written in time.
  package func takeSnapshot(patience: Duration = .seconds(60)) -> String? {
    let known = Set(completeSnapshots)
    let answers = answerCount
    // Without the file, the signal alone requests it.
    _ = Files.create("\(directory)/\(Self.snapshotRequestPrefix)\(getpid())", text: "")
    kill(pid, SIGUSR2)
    let deadline = Deadline(after: patience)
    while isAlive, !deadline.hasPassed, answerCount == answers { usleep(20_000) }
    return completeSnapshots.last { !known.contains($0) }.map { output + "/" + $0 }
  }

  private static let snapshotRequestPrefix = "snapshot-"

  /// Removes the requests for a snapshot in the directory of a recorder, and returns their number.
  static func takeSnapshotRequests(in directory: String) -> Int {
    let requests = Files.entries(of: directory).filter { $0.hasPrefix(snapshotRequestPrefix) }
    for request in requests { unlink("\(directory)/\(request)") }
    return requests.count
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

  private var answerCount: Int {
    Files.contents(of: Self.answers(in: directory))?.utf8.count ?? 0
  }

  /// Snapshots with a manifest, which is written when a snapshot is complete.
  private var completeSnapshots: [String] {
    Files.entries(of: output).filter {
      $0.hasPrefix(SessionKeeper.snapshotPrefix)
        && access("\(output)/\($0)/signpost.json", F_OK) == 0
    }.sorted()
  }
}
