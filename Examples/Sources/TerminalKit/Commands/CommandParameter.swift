/// The argument of a command: the text after the word of the command in a line, or the answer to
/// the question of a terminal after the key was pressed.
package struct CommandParameter: Sendable {
  /// The words of the argument, such as "number".
  package let names: [String]
  /// An argument that makes sense.
  package let example: String

  package init(_ names: String..., example: String) {
    self.names = names
    self.example = example
  }

  var syntax: String { names.map { "<\($0)>" }.joined(separator: " ") }
}
