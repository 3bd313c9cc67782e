extension RecordingManifest.Selection {
  /// Whether all events are recorded.
  package var isEverything: Bool { kinds == nil && !hasPatterns }

  /// Whether events are selected by prefix or name.
  package var hasPatterns: Bool { prefixes != nil || names != nil }

  /// Whether both select the same events.
  package func selectsSame(as other: Self) -> Bool {
    (kinds, prefixes, names) == (other.kinds, other.prefixes, other.names)
  }

  /// Whether an event of these kinds may be left out.
  package func leavesOut(_ kinds: Set<String>) -> Bool {
    hasPatterns || self.kinds.map { !kinds.isSubset(of: $0) } ?? false
  }

  /// The selection as options of a command line; `everything` without options.
  package var text: String {
    let options =
      (kinds ?? []).map { "--kind \($0)" } + (prefixes ?? []).map { "--prefix \($0)" }
      + (names ?? []).map { "--name \($0)" }
    return options.isEmpty ? "everything" : options.joined(separator: " ")
  }

  /// The maximum number of changes that are listed.
  private static let mostChanges = 4

  /// Statements for readers about the selections of a recording.
  package static func remarks(on selections: [Self]) -> [String] {
    guard let first = selections.first, !selections.allSatisfy(\.isEverything) else { return [] }
    var remarks: [String] = []
    if selections.count == 1 {
      remarks.append("Only a selection was recorded: \(first.text). All else is missing.")
    } else {
      let changes = selections.dropFirst().suffix(mostChanges)
      let omitted = selections.count - 1 - changes.count
      let list =
        ["first \(first.text)"] + (omitted == 0 ? [] : ["\(omitted) more changes"])
        + changes.map { "from \($0.since ?? "an unknown time") on \($0.text)" }
      remarks.append(
        "Only a selection was recorded, which changed: \(list.joined(separator: "; ")). All else is "
          + "missing.")
    }
    if selections.contains(where: \.hasPatterns) {
      remarks.append(
        "An action looks like one from outside if the action around it, or the one that led to it, "
          + "was not selected.")
    }
    return remarks
  }
}
