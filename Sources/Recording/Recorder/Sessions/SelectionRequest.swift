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
  private static let answerPrefix = "answer-"

  /// Writes the request of this process.
  func write(to directory: String) -> Bool {
    Self.write(self, to: directory, "\(Self.requestPrefix)\(getpid())")
  }

  /// Removes the answer to the request of this process, and returns it.
  static func takeAnswer(in directory: String) -> Answer? {
    take("\(answerPrefix)\(getpid())", in: directory)
  }

  /// Handles all requests in the directory of a recorder.
  ///
  /// - Returns: The number of requests.
  static func answerAll(in directory: String, _ body: (SelectionRequest) -> Answer) -> Int {
    let names = Files.entries(of: directory).filter { $0.hasPrefix(requestPrefix) }
    for name in names.sorted() {
      let answer =
        take(name, in: directory).map(body)
        ?? Answer(failure: "the request cannot be read: signpost of another version made it")
      _ = write(answer, to: directory, answerPrefix + name.dropFirst(requestPrefix.count))
    }
    return names.count
  }

  private static func take<Content: Decodable>(_ name: String, in directory: String) -> Content? {
    let path = "\(directory)/\(name)"
    guard let text = Files.contents(of: path) else { return nil }
    unlink(path)
    return try? JSONDecoder().decode(Content.self, from: Data(text.utf8))
  }

  private static func write(
    _ content: some Encodable, to directory: String, _ name: String
  ) -> Bool {
    let new = "\(directory)/new-\(name)"
    guard let data = try? JSONEncoder().encode(content) else { return false }
    unlink(new)
    return Files.create(new, text: String(decoding: data, as: UTF8.self))
      && rename(new, "\(directory)/\(name)") == 0
  }
}
