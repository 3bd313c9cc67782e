import TextTables

extension TraceFilter {
  /// A statement about a period that ends before it begins, and about each pattern that matches
  /// nothing in a trace, with the most similar name.
  ///
  /// - Parameters:
  ///   - names: The names of the whole trace, which was read.
  ///   - participants: Its processes.
  func remarksOnUnmatchedConditions(
    _ names: NameTable, _ participants: TraceParticipants
  ) -> [String] {
    guard !isEmpty else { return [] }
    let all = names.all.filter { $0 != TraceName(name: "") && $0.name != NameTable.overflowName }
    // Names of actions have a prefix, and paths of files do not.
    let usual = all.filter { !$0.prefix.isEmpty }.map(\.name)
    let processes = participants.processes
    return remarksOnPeriod(startingAt: participants.start)
      + Self.remarks(self.names, "name", in: usual + all.map(\.name))
      + Self.remarks(prefixes, "prefix", in: all.map(\.prefix))
      + Self.remarks(
        self.processes, "process",
        in: processes.flatMap { process in
          [process.name, process.vpid.map { "\($0)" }, "\(process.name) on \(process.host)"]
            .compactMap(\.self)
        })
      + Self.remarks(hosts, "machine", in: processes.map(\.host))
  }

  private func remarksOnPeriod(startingAt origin: Int64?) -> [String] {
    guard let origin, let start, let end,
      start.timestamp(start: origin) > end.timestamp(start: origin)
    else { return [] }
    return ["No time is selected: the period ends before it begins."]
  }

  private static func remarks(
    _ patterns: [NamePattern], _ kind: String, in names: [String]
  ) -> [String] {
    if names.isEmpty { return [] }
    return patterns.filter { pattern in !names.contains(where: pattern.matches) }.map { pattern in
      "The recording has no \(kind) “\(pattern.text)”." + pattern.text.suggestion(from: names)
    }
  }
}
