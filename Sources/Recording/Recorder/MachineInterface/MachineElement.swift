/// An element in the output of `lttng --mi xml`.
struct MachineElement: Equatable {
  var name: String
  var text = ""
  var children: [MachineElement] = []

  /// The elements at a path below this one, such as `["sessions", "session"]`.
  func all(_ path: [String]) -> [MachineElement] {
    guard let first = path.first else { return [self] }
    return children.filter { $0.name == first }.flatMap { $0.all(Array(path.dropFirst())) }
  }

  /// The text of the first element at a path; nil if there is none.
  func text(_ path: String...) -> String? {
    all(path).first?.text
  }

  /// The number in the first element at a path; nil if there is none.
  func number(_ path: String...) -> Int? {
    all(path).first.flatMap { Int($0.text) }
  }

  /// Whether the first element at a path is true, in LTTng's notation.
  func isTrue(_ path: String...) -> Bool {
    all(path).first.map { ["1", "true"].contains($0.text) } ?? false
  }

  /// The first element of this name at any depth.
  func first(_ name: String) -> MachineElement? {
    for child in children {
      if child.name == name { return child }
      if let found = child.first(name) { return found }
    }
    return nil
  }

  /// Parses a document and returns its root; nil if it is not well-formed, for example empty.
  static func parse(_ document: String) -> MachineElement? {
    var parser = MachineParser(document)
    return parser.root()
  }
}
