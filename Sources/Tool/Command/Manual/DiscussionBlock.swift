/// Lines of a command's discussion between blank ones.
struct DiscussionBlock: Equatable {
  /// The line before them, if it is in capitals.
  let heading: String?
  let lines: [String]

  /// Whether the lines are kept as they are: a table, or commands to type. Other text is one line.
  var isLiteral: Bool { lines.count > 1 || heading.map { $0.hasPrefix("EXAMPLE") } ?? false }

  static func blocks(of discussion: String) -> [Self] {
    discussion.split(separator: "\n", omittingEmptySubsequences: false)
      .split { $0.allSatisfy(\.isWhitespace) }
      .map { lines in
        let heading = lines.first.flatMap { isHeading($0) ? String($0) : nil }
        return Self(
          heading: heading, lines: lines.dropFirst(heading == nil ? 0 : 1).map(String.init))
      }
  }

  private static func isHeading(_ line: Substring) -> Bool {
    line.contains(where: \.isLetter) && line.allSatisfy { $0 == " " || $0.isUppercase }
  }
}
