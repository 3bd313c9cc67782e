import FoundationEssentials
import Glibc
import SystemSupport

/// A change of the selection of a running recording, which `set` requests of its recorder by a file
/// in the recorder's private directory.
package struct SelectionRequest: Codable, Equatable, Sendable {
  /// The kinds to record; empty for all, nil to keep the recording's.
  package var kinds: Set<EventKind>?
  /// Patterns of prefixes; empty for all, nil to keep the recording's.
  package var prefixes: [String]?
  /// The same for names.
  package var names: [String]?

  package init(kinds: Set<EventKind>? = nil, prefixes: [String]? = nil, names: [String]? = nil) {
    self.kinds = kinds
    self.prefixes = prefixes
    self.names = names
  }

  /// A selection after the change.
  package func applied(to selection: SourceSelection) -> SourceSelection {
    var selection = selection
    if let kinds { selection.kinds = kinds.isEmpty ? nil : kinds }
    if let prefixes { selection.prefixes = prefixes }
    if let names { selection.names = names }
    return selection
  }

  /// The answer of a recorder.
  struct Answer: Codable, Equatable {
    /// The new selection as options; nil after a failure.
    var selection: String?
    /// The reason of a failure.
    var failure: String?
  }

  private static let requestPrefix = "set-"
  private static let takenPrefix = "taken-"
  /// The prefix of requests of all kinds that were withdrawn.
  static let withdrawnPrefix = "withdrawn-"
  private static let answerPrefix = "answer-"
  /// The size of a request, in which its answer has room on a disk that is full by then.
  private static let size = 16 << 10

  /// Writes the request of this process.
  func write(to directory: String) -> Bool {
    // An earlier process of this id may have been killed while it waited.
    for prefix in [Self.answerPrefix, Self.takenPrefix] {
      unlink("\(directory)/\(prefix)\(getpid())")
    }
    let path = "\(directory)/\(Self.requestPrefix)\(getpid())"
    let new = "\(directory)/new-\(getpid())"
    unlink(new)
    guard let text = Self.text(of: self) else { return false }
    guard Files.create(new, text: text), rename(new, path) == 0 else {
      let reason = errno
      unlink(new)
      errno = reason
      return false
    }
    return true
  }

  /// Withdraws the request of this process, so that it has no effect later. Its signal still
  /// arrives, which the recorder must not take for one to its program.
  ///
  /// - Returns: False if the recorder has begun to change the selection.
  static func withdraw(from directory: String) -> Bool {
    rename(
      "\(directory)/\(requestPrefix)\(getpid())", "\(directory)/\(withdrawnPrefix)\(getpid())")
      == 0
  }

  /// Removes the answer to the request of this process, and returns it.
  static func takeAnswer(in directory: String) -> Answer? {
    let path = "\(directory)/\(answerPrefix)\(getpid())"
    defer { unlink(path) }
    return read(path)
  }

  /// Handles all requests in the directory of a recorder.
  ///
  /// - Returns: The number of requests, including withdrawn ones of all kinds.
  static func answerAll(in directory: String, _ body: (SelectionRequest) -> Answer) -> Int {
    let names = Files.entries(of: directory).sorted()
    var count = 0
    for name in names where name.hasPrefix(withdrawnPrefix) {
      if unlink("\(directory)/\(name)") == 0 { count += 1 }
    }
    for name in names where name.hasPrefix(requestPrefix) {
      let process = name.dropFirst(requestPrefix.count)
      let taken = "\(directory)/\(takenPrefix)\(process)"
      // From here on it cannot be withdrawn.
      guard rename("\(directory)/\(name)", taken) == 0 else {
        if unlink("\(directory)/\(withdrawnPrefix)\(process)") == 0 { count += 1 }
        continue
      }
      count += 1
      // Ctrl-C has ended the command that requested it.
      guard pid_t(process).map(isRunning) ?? false else {
        unlink(taken)
        continue
      }
      let answer =
        read(taken).map(body)
        ?? Answer(failure: "the request cannot be read: signpost of another version made it")
      replace(taken, with: answer)
      rename(taken, "\(directory)/\(answerPrefix)\(process)")
    }
    return count
  }

  private static func isRunning(_ process: pid_t) -> Bool {
    ![nil, "Z"].contains(ProcessStatus(of: process)?.state)
  }

  private static func read<Content: Decodable>(_ path: String) -> Content? {
    guard let text = Files.contents(of: path) else { return nil }
    return try? JSONDecoder().decode(Content.self, from: Data(text.utf8))
  }

  /// JSON, with blanks up to the size of a request.
  private static func text(of content: some Encodable) -> String? {
    guard let data = try? JSONEncoder().encode(content) else { return nil }
    let blanks = String(repeating: " ", count: max(0, size - data.count))
    return String(decoding: data, as: UTF8.self) + blanks
  }

  /// Writes the answer over a request.
  private static func replace(_ path: String, with answer: Answer) {
    guard let text = text(of: answer) else { return }
    let descriptor = Files.aboveStandardStreams(open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC))
    guard descriptor >= 0 else { return }
    Files.write(text, to: descriptor)
    close(descriptor)
  }
}
