/// Texts that tell the processes of a trace apart.
///
/// Process ids are unique among those that run on a machine at the same time, and no further: a recording
/// of several machines, or of several sessions, may have the same twice.
public struct ProcessLabels: Sendable, Equatable {
  private var labels: [String] = []

  /// Makes a text for each process: its name and id; the machine, if there are several; and a number, if
  /// even these are the same of two.
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

  /// The text for a process.
  public subscript(process: ProcessIndex) -> String { labels[Int(process)] }

  /// Whether processes ran on more than one machine, as far as the trace says.
  static func haveSeveralHosts(_ processes: [TraceProcess]) -> Bool {
    Set(processes.lazy.map(\.host).filter { !$0.isEmpty }).count > 1
  }
}
