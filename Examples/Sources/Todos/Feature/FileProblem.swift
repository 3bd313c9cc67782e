/// A problem with the file of the todos.
enum FileProblem: Equatable, Sendable {
  case unreadable(reason: String)
  case unwritable(reason: String)
}

extension FileProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .unreadable(let reason):
      """
      The saved todos can't be read. Repair the file, or go on: it is then kept beside the new one. \
      \(reason.firstParagraph)
      """
    case .unwritable(let reason):
      "The todos can't be saved. \(reason.firstParagraph)"
    }
  }
}

extension String {
  /// The text before the first empty line.
  fileprivate var firstParagraph: String {
    String(prefix(upTo: firstRange(of: "\n\n")?.lowerBound ?? endIndex))
  }
}
