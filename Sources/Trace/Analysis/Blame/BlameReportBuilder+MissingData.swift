import TextTables

extension BlameReportBuilder {
  /// Statements about data that the recording does not have, with the option that records it.
  var missingData: [String] {
    missingDifferences + missingObservers + unmatchedPatterns
      + changes.unknownTypes.sorted().map { type in
        "No observer names the type of the changed values: fields of this name in other types than "
          + "\(type) are listed, too."
      }
  }

  private var missingDifferences: [String] {
    if facts.differences == 0 {
      if facts.changingActions == 0, properties.isEmpty {
        return ["No action is known to have changed a state."]
      }
      return [
        properties.isEmpty
          ? "No state differences were recorded: record with --state-diffs."
          : "No state differences were recorded: these are the changes that an observer reacted to, "
            + "first of all its properties. Record with --state-diffs for all changes."
      ]
    }
    var remarks: [String] = []
    if !facts.hasValues, !properties.isEmpty {
      remarks.append(
        "Returns to an earlier value are unknown, as no values were recorded: wrap the reducer in "
          + ".signpost(stateDiff: .full) to record them.")
    }
    if facts.truncated > 0 {
      let count = Units.count(UInt64(facts.truncated), "state difference")
      remarks.append("\(count) were truncated: some changes may be missing.")
    }
    if facts.withoutDifference > 0 {
      let count = Units.count(UInt64(facts.withoutDifference), "action")
      remarks.append(
        "\(count) changed a state without a recorded difference: the wrapper has stateDiff: .none, or "
          + "values changed that cannot be compared, such as shared ones.")
    }
    return remarks
  }

  private var missingObservers: [String] {
    if facts.observers == 0 {
      return [
        "No reactions of observers were recorded: the program has none, or was recorded with "
          + "--loglevel info."
      ]
    }
    if facts.hasObserverCauses { return [] }
    return [
      "The causes of reactions were not recorded: the program has a version before 8 of the schema."
    ]
  }

  private var unmatchedPatterns: [String] {
    guard facts.differences > 0 || !facts.paths.isEmpty else { return [] }
    let all = changes.changes + changes.noticed
    return patterns.compactMap { pattern in
      if pattern == .all { return nil }
      let found = all.filter { $0.pattern == pattern }
      if found.contains(where: { $0.relation != .asPart }) { return nil }
      let paths = facts.paths.sorted()
      return "The recording has no change of “\(pattern.text)”"
        + (found.isEmpty ? "." : " itself, only of values around it.")
        + PropertyPattern.generalized(pattern.text).hint(from: paths, listing: paths)
    }
  }
}
