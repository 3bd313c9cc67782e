import Glibc
import SystemSupport

/// A request for a snapshot: a file in the private directory of a recorder, which the recorder
/// renames to its answer. That takes no room on a disk that is full.
struct SnapshotRequest: Equatable {
  private static let requestPrefix = "snapshot-"
  private static let answerPrefix = "written-"

  /// The private directory of the recorder.
  let directory: String
  /// The process that requests it.
  let pid: pid_t

  private var path: String { "\(directory)/\(Self.requestPrefix)\(pid)" }
  private var withdrawn: String {
    "\(directory)/\(SelectionRequest.withdrawnPrefix)\(Self.requestPrefix)\(pid)"
  }
  private var answerStart: String { "\(Self.answerPrefix)\(pid)-" }

  /// Writes the request.
  ///
  /// - Returns: Whether it was written.
  func write() -> Bool {
    // An earlier process of this id may have been killed while it waited.
    _ = takeAnswer()
    unlink(path)
    return Files.create(path, text: "")
  }

  /// Withdraws it. Its signal still arrives, which must not have a snapshot written.
  func withdraw() {
    rename(path, withdrawn)
  }

  /// Removes the answer, and returns the name of the snapshot, which is empty if none was written;
  /// nil if there is no answer yet.
  func takeAnswer() -> String? {
    guard let answer = Files.entries(of: directory).first(where: { $0.hasPrefix(answerStart) })
    else { return nil }
    unlink("\(directory)/\(answer)")
    return String(answer.dropFirst(answerStart.count))
  }

  /// The requests in the directory of a recorder.
  static func all(in directory: String) -> [SnapshotRequest] {
    Files.entries(of: directory).compactMap { name in
      guard name.hasPrefix(requestPrefix), let pid = pid_t(name.dropFirst(requestPrefix.count))
      else { return nil }
      return SnapshotRequest(directory: directory, pid: pid)
    }
  }

  /// Answers it.
  ///
  /// - Parameter snapshot: The name of the snapshot; nil if none was written.
  func answer(_ snapshot: String?) {
    guard rename(path, "\(directory)/\(answerStart)\(snapshot ?? "")") != 0 else { return }
    // Withdrawn since its signal arrived.
    unlink(withdrawn)
  }
}
