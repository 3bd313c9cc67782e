import Durations
import TextTables

extension TraceFilter {
  /// The conditions that match nothing in a trace.
  struct Unmatched {
    /// A statement about a period outside of the trace, and about each pattern that matches
    /// nothing, with the most similar name or the first names of the trace.
    var remarks: [String] = []
    /// Whether the filter selects nothing: the period is outside of the trace, or no pattern of a
    /// kind matches.
    var selectsNothing = false

    /// - Parameters:
    ///   - names: All texts that a pattern can match.
    ///   - listed: The ones to list.
    mutating func add(
      _ patterns: [NamePattern], _ kind: String, in names: [String], listing listed: [String]
    ) {
      if names.isEmpty { return }
      let unmatched = patterns.filter { pattern in !names.contains(where: pattern.matches) }
      if !unmatched.isEmpty, unmatched.count == patterns.count { selectsNothing = true }
      remarks += unmatched.map { pattern in
        "The recording has no \(kind) “\(pattern.text)”."
          + pattern.text.hint(from: names, listing: listed)
      }
    }
  }

  /// The conditions that match nothing in a trace that was read.
  ///
  /// - Parameters:
  ///   - names: The names of the whole trace, which was read.
  ///   - participants: Its processes.
  ///   - range: The times of its first and last event; `nil` without an event.
  func unmatched(
    _ names: NameTable, _ participants: TraceParticipants, _ range: ClosedRange<Int64>?
  ) -> Unmatched {
    var unmatched = Unmatched()
    guard !isEmpty else { return unmatched }
    let all = names.all.filter { $0 != TraceName(name: "") && $0.name != NameTable.overflowName }
    // Names of actions have a prefix, and paths of files do not.
    let usual = all.filter { !$0.prefix.isEmpty }.map(\.name)
    let processes = participants.processes
    if let problem = problemOfPeriod(in: range) {
      unmatched.remarks.append("No time is selected: the period \(problem).")
      unmatched.selectsNothing = true
    }
    unmatched.add(self.names, "name", in: usual + all.map(\.name), listing: usual)
    unmatched.add(prefixes, "prefix", in: all.map(\.prefix), listing: all.map(\.prefix))
    unmatched.add(
      self.processes, "process",
      in: processes.flatMap { process in
        [process.name, process.vpid.map { "\($0)" }, "\(process.name) on \(process.host)"]
          .compactMap(\.self)
      }, listing: processes.map(\.name))
    unmatched.add(hosts, "machine", in: processes.map(\.host), listing: processes.map(\.host))
    return unmatched
  }

  private func problemOfPeriod(in range: ClosedRange<Int64>?) -> String? {
    guard let range else { return nil }
    let start = start?.timestamp(start: range.lowerBound) ?? .min
    let end = end?.timestamp(start: range.lowerBound) ?? .max
    if start > end { return "ends before it begins" }
    if start > range.upperBound {
      let duration = range.upperBound.subtractingClamped(range.lowerBound)
      return "begins after the end of the recording, which lasts \(Units.duration(duration))"
    }
    return end < range.lowerBound ? "ends before the recording begins" : nil
  }
}

extension TraceSummary {
  /// Adds the conditions of a filter that match nothing in the trace.
  mutating func add(_ unmatched: TraceFilter.Unmatched) {
    remarks += unmatched.remarks
    if unmatched.selectsNothing { selectsNothing = true }
  }
}

extension String {
  /// The number of names in a hint.
  private static var hintedNames: Int { 5 }

  /// The most similar of several names, or else the first of the listed ones in the order of the
  /// alphabet; with a space before it, or nothing.
  func hint(from names: [String], listing listed: [String]) -> String {
    let suggestion = suggestion(from: names)
    let all = Set(listed).subtracting([""]).sorted()
    guard suggestion.isEmpty, !all.isEmpty else { return suggestion }
    let first = all.prefix(Self.hintedNames).map { "'\($0.printable())'" }
    let rest = all.count - first.count
    return " It has \(first.joined(separator: ", "))" + (rest > 0 ? " and \(rest) more." : ".")
  }
}
