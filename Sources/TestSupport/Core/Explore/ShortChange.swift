/// The lines of a difference of two states, without the properties that are the same.
enum ShortChange {
  /// - Parameter change: The difference: each line begins with '-', '+' or a space.
  static func lines(of change: String) -> [String] {
    let lines = change.split(separator: "\n")
    var isKept = lines.map { !$0.hasPrefix(" ") }
    /// The lines that open a value which is not closed yet.
    var open: [Int] = []
    for (index, line) in lines.enumerated() {
      if isKept[index] {
        for opening in open { isKept[opening] = true }
      } else if let last = line.last, "([".contains(last) {
        open.append(index)
      } else if let first = line.first(where: { $0 != " " }), ")]".contains(first) {
        isKept[index] = open.popLast().map { isKept[$0] } ?? true
      }
    }
    return zip(lines, isKept).filter(\.1).map { withoutUnderscore($0.0) }
  }

  /// The name of a property in the source code: the storage of an observable one has an underscore.
  private static func withoutUnderscore(_ line: Substring) -> String {
    guard let name = line.dropFirst().firstIndex(where: { $0 != " " }), line[name] == "_",
      line[name...].dropFirst().first?.isLetter == true
    else { return String(line) }
    return String(line[..<name] + line[line.index(after: name)...])
  }
}
