import Durations
import TextTables

/// How a process leaves out chains of actions: `record --sample` and `record --max-rate`.
///
/// A chain is an action from outside with all that it leads to: its effects, their actions, and the
/// observers that these notify. A process records each chain entirely, or no part of it.
public struct TraceSampling: Sendable, Equatable, Codable {
  /// The numerator of the part of all chains that is recorded.
  public var kept: UInt64
  /// The denominator of this part.
  public var of: UInt64
  /// The most actions to record in a second; 0 for no limit.
  public var maxRate: UInt64
  /// The actions that this limit has left out, in the order of names.
  public var leftOut: [LeftOut] = []

  /// Actions that were left out.
  public struct LeftOut: Sendable, Equatable, Codable {
    /// The name of the actions at the root store, without a prefix.
    public var name: String
    /// The number of these actions.
    public var count: UInt64
  }

  init(kept: UInt64, of: UInt64, maxRate: UInt64) {
    self.kept = kept
    self.of = of
    self.maxRate = maxRate
  }

  /// More names than a program usually leaves out; the program itself counts about as many.
  private static let mostNames = 1024

  /// Sets the number of actions with a name, which only ever grows.
  mutating func add(_ name: String, leftOut count: UInt64) {
    guard !name.isEmpty, count > 0 else { return }
    let index = leftOut.firstIndex { $0.name >= name } ?? leftOut.endIndex
    if index < leftOut.endIndex, leftOut[index].name == name {
      leftOut[index].count = max(leftOut[index].count, count)
    } else if leftOut.count < Self.mostNames {
      leftOut.insert(LeftOut(name: name, count: count), at: index)
    }
  }

  /// Whether chains were left out: a limit may never have been reached.
  package var leavesOutChains: Bool { isSample || !leftOut.isEmpty }

  /// Whether a part of all chains is recorded, as the limit of a rate alone does not say which.
  public var isSample: Bool { kept < of }

  /// The part, such as `1/100`.
  public var text: String { "\(kept)/\(of)" }

  /// The part, and the limit.
  var label: String {
    let limit = maxRate > 0 ? ["\(maxRate)/s"] : []
    return ((isSample ? [text] : []) + limit).joined(separator: ", ")
  }

  /// The factor by which a figure of recorded chains estimates the figure of all.
  var factor: Double { Double(of) / Double(kept) }
}

extension TraceSampling {
  /// Statements for readers about the chains that processes have left out.
  static func remarks(of processes: [TraceProcess]) -> [String] {
    [sampleRemark(of: processes)].compactMap { $0 } + leftOutRemarks(processes)
  }

  /// The statement about a sample; `nil` if no process records one.
  static func sampleRemark(of processes: [TraceProcess]) -> String? {
    let samplings = processes.compactMap(\.sampling).filter(\.isSample)
    guard let first = samplings.first else { return nil }
    let all = samplings.count < processes.count ? ["all"] : []
    let parts = Set(samplings.map(\.text)).sorted() + all
    return parts.count == 1
      ? "Sampled \(first.text) (--sample): this part of all chains of an action and its consequences "
        + "is recorded, each chain entirely."
      : "Sampled (--sample): processes recorded different parts of all chains of actions, "
        + "\(parts.joined(separator: " and ")). Figures are of the recorded chains."
  }

  private static func leftOutRemarks(_ processes: [TraceProcess]) -> [String] {
    guard processes.contains(where: { $0.sampling?.maxRate ?? 0 > 0 }) else { return [] }
    let all = leftOut(of: processes)
    guard !all.isEmpty else { return [] }
    let total = all.reduce(UInt64(0)) { $0.addingClamped($1.count) }
    let shown = all.prefix(5).map { "\($0.name) (\(Units.count($0.count)))" }
    let rest = all.count > 5 ? " and \(all.count - 5) more" : ""
    let ofSample = processes.contains { $0.sampling?.isSample == true } ? " in the sample" : ""
    return [
      "Left out by --max-rate: \(Units.count(total, "action"))\(ofSample) of "
        + shown.joined(separator: ", ") + "\(rest). Figures are of the recorded chains."
    ]
  }

  /// The actions that the maximum rate has left out in all processes, the most frequent first.
  static func leftOut(of processes: [TraceProcess]) -> [LeftOut] {
    var counts: [String: UInt64] = [:]
    for row in processes.flatMap({ $0.sampling?.leftOut ?? [] }) {
      counts[row.name] = (counts[row.name] ?? 0).addingClamped(row.count)
    }
    return counts.map { LeftOut(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
