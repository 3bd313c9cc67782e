import Durations
import TextTables

extension TraceFilter {
  /// A statement about a period that selects no time of a trace, and about each pattern that
  /// matches nothing in it, with the most similar name.
  ///
  /// - Parameters:
  ///   - names: The names of the whole trace, which was read.
  ///   - participants: Its processes.
  ///   - range: The times of its first and last event; `nil` without an event.
  func remarksOnUnmatchedConditions(
    _ names: NameTable, _ participants: TraceParticipants, _ range: ClosedRange<Int64>?
  ) -> [String] {
    guard !isEmpty else { return [] }
    let all = names.all.filter { $0 != TraceName(name: "") && $0.name != NameTable.overflowName }
    // Names of actions have a prefix, and paths of files do not.
    let usual = all.filter { !$0.prefix.isEmpty }.map(\.name)
    let processes = participants.processes
    return remarksOnPeriod(of: range)
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

  private func remarksOnPeriod(of range: ClosedRange<Int64>?) -> [String] {
    guard let range else { return [] }
    let start = start?.timestamp(start: range.lowerBound) ?? .min
    let end = end?.timestamp(start: range.lowerBound) ?? .max
    let problem: String
    if start > end {
      problem = "ends before it begins"
    } else if start > range.upperBound {
      let duration = range.upperBound.subtractingClamped(range.lowerBound)
      problem = "begins after the end of the recording, which lasts \(Units.duration(duration))"
    } else if end < range.lowerBound {
      problem = "ends before the recording begins"
    } else {
      return []
    }
    return ["No time is selected: the period \(problem)."]
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
