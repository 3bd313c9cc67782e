/// An action or an effect, and its consequences; the same text for the same causes, in any order of
/// time.
struct CauseTree: Sendable {
  private let text: String
  private let children: [CauseTree]

  init(_ text: String, _ children: [CauseTree]) {
    self.text = text
    self.children = children
  }

  /// The tree with a line for each, indented by generation.
  func lines(indentedBy indentation: Int = 0) -> String {
    String(repeating: " ", count: indentation) + text + "\n"
      + children.map { $0.lines(indentedBy: indentation + 2) }.sorted().joined()
  }
}
