import TextTables

extension RaceReport {
  /// The report as text.
  public func text(_ layout: TextLayout = TextLayout()) -> String {
    let sections = [
      remarks.flatMap { layout.wrapped($0.printable()) }, overview(layout), table(layout),
    ]
    return sections.filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private func overview(_ layout: TextLayout) -> [String] {
    let heading =
      "\(Units.count(UInt64(candidates.count), "candidate")) for races among "
      + Units.count(UInt64(concurrentPairs), "pair")
    let gap = Units.duration(withinNs)
    return [layout.styled(heading, .heading)]
      + layout.wrapped(
        "A pair is two actions of one store, at most \(gap) apart, with different senders, neither "
          + "of which caused the other."
          + (isComplete ? "" : " Events are missing, so that there may be more."))
      + (hasStateDifferences
        ? []
        : layout.wrapped(
          "No state differences were recorded, so that no pair can be a candidate: record with "
            + "--state-diffs."))
  }

  private func table(_ layout: TextLayout) -> [String] {
    if candidates.isEmpty { return [] }
    let columns: [(heading: String, importance: Int, cell: (Candidate) -> String)] = [
      ("pairs", 20, { Units.count(UInt64($0.pairs)) }),
      ("closest", 18, { Units.duration($0.gapNs) }),
      ("at", 14, { "+" + Units.duration($0.second.sinceNs) }),
      ("both change", 19, { Self.generalized($0.properties).joined(separator: ", ").printable() }),
    ]
    let table = TextTable(
      heading: "Candidates", rows: candidates.prefix(layout.maximumRows),
      name: {
        "\(displayName(prefix: $0.first.prefix, name: $0.first.name)) | "
          + displayName(prefix: $0.second.prefix, name: $0.second.name)
      }, columns: columns)
    return table.lines(layout)
      + layout.rest(candidates.count - layout.maximumRows, see: "--limit and --json")
      + [""]
      + layout.wrapped(
        "A test that replays the session shows whether their order matters: signpost races DIRECTORY "
          + "--test 'swift test --filter myReplay'.")
  }

  /// The properties with a star for each position, so that the elements of a list are one.
  private static func generalized(_ properties: [String]) -> [String] {
    var known: Set<String> = []
    return properties.map { PropertyPattern.generalized($0) }.filter { known.insert($0).inserted }
  }
}
