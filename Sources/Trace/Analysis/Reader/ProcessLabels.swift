/// Labels that distinguish the processes of a trace.
///
/// Process ids are unique only among the processes that run on a machine at the same time. A
/// recording of several machines or sessions may contain the same id twice.
public struct ProcessLabels: Sendable, Equatable {
  private var labels: [String] = []

  /// Creates a label for each process: its name and id; the machine, if there are several; and a
  /// number, if two processes have all of these in common.
  public init(_ processes: [TraceProcess]) {
    let hasHosts = Self.haveSeveralHosts(processes)
    var counts: [String: Int] = [:]
    for process in processes {
      var label = process.name.isEmpty ? "process" : process.name
      if let vpid = process.vpid { label += " (\(vpid))" }
      if hasHosts, !process.host.isEmpty { label += " on \(process.host)" }
      let count = counts[label, default: 0] + 1
      counts[label] = count
      labels.append(count == 1 ? label : "\(label) #\(count)")
    }
  }

  /// Returns the label of a process.
  public subscript(process: ProcessIndex) -> String { labels[Int(process)] }

  /// Whether processes ran on more than one machine, as far as known.
  static func haveSeveralHosts(_ processes: [TraceProcess]) -> Bool {
    Set(processes.lazy.map(\.host).filter { !$0.isEmpty }).count > 1
  }
}
