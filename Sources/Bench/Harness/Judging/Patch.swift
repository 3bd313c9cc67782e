/// The difference of two texts, in the format of `git apply` and `patch -p1`.
struct Patch {
  /// The number of unchanged lines around changed ones.
  private static let context = 3

  /// Empty if the texts are equal.
  let text: String

  /// - Parameters:
  ///   - path: The path relative to the root of the repository.
  ///   - old: nil if the file does not exist yet.
  init(path: String, old: String?, new: String) {
    guard old != new else {
      text = ""
      return
    }
    let edits = Self.edits(from: Self.lines(old ?? ""), to: Self.lines(new))
    let head =
      old == nil
      ? "diff --git a/\(path) b/\(path)\nnew file mode 100644\n--- /dev/null\n"
      : "diff --git a/\(path) b/\(path)\n--- a/\(path)\n"
    text = head + "+++ b/\(path)\n" + Self.hunks(edits).joined()
  }

  private struct Line {
    var text: Substring
    /// A text may lack a final newline.
    var hasEnd: Bool
  }

  private enum Edit {
    case keep(Line)
    case remove(Line)
    case insert(Line)

    var isChange: Bool {
      if case .keep = self { return false }
      return true
    }
  }

  private static func lines(_ text: String) -> [Line] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Line(text: $0, hasEnd: true) }
    if lines.last?.text.isEmpty == true {
      lines.removeLast()
    } else if !lines.isEmpty {
      lines[lines.count - 1].hasEnd = false
    }
    return lines
  }

  private static func edits(from old: [Line], to new: [Line]) -> [Edit] {
    let difference = new.difference(from: old) { $0.text == $1.text && $0.hasEnd == $1.hasEnd }
    let removed = Set(difference.removals.map(\.place))
    let inserted = Set(difference.insertions.map(\.place))
    var edits: [Edit] = []
    var next = 0
    for (index, line) in old.enumerated() {
      if removed.contains(index) {
        edits.append(.remove(line))
        continue
      }
      while inserted.contains(next) {
        edits.append(.insert(new[next]))
        next += 1
      }
      edits.append(.keep(line))
      next += 1
    }
    return edits + new[next...].map { .insert($0) }
  }

  private static func hunks(_ edits: [Edit]) -> [String] {
    var ranges: [Range<Int>] = []
    for (index, edit) in edits.enumerated() where edit.isChange {
      let range = max(index - context, 0)..<min(index + context + 1, edits.count)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges.map { hunk(edits, $0) }
  }

  private static func hunk(_ edits: [Edit], _ range: Range<Int>) -> String {
    func isOld(_ edit: Edit) -> Bool { if case .insert = edit { false } else { true } }
    func isNew(_ edit: Edit) -> Bool { if case .remove = edit { false } else { true } }
    func place(_ isCounted: (Edit) -> Bool) -> String {
      let length = edits[range].count(where: isCounted)
      let before = edits[..<range.lowerBound].count(where: isCounted)
      return "\(length == 0 ? before : before + 1),\(length)"
    }
    let body = edits[range].map { edit in
      let (mark, line) =
        switch edit {
        case .keep(let line): (" ", line)
        case .remove(let line): ("-", line)
        case .insert(let line): ("+", line)
        }
      return mark + line.text + "\n" + (line.hasEnd ? "" : "\\ No newline at end of file\n")
    }
    return "@@ -\(place(isOld)) +\(place(isNew)) @@\n" + body.joined()
  }
}

extension CollectionDifference.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
