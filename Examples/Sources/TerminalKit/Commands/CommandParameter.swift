/// What follows the word of a command in a line, and what a terminal asks for once its key was
/// pressed.
package struct CommandParameter: Sendable {
  /// What its words are, such as "number".
  package let names: [String]
  /// An argument that makes sense.
  package let example: String

  package init(_ names: String..., example: String) {
    self.names = names
    self.example = example
  }

  var syntax: String { names.map { "<\($0)>" }.joined(separator: " ") }
}
