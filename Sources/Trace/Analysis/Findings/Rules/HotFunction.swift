import Durations
import TextTables

/// A function of the program that takes a large part of the processor time.
final class HotFunction: FindingRule {
  static let description = RuleDescription(
    id: "hot-function",
    title: "A function takes much of the processor time",
    threshold: """
      25 % of the CPU samples in actions, effects, observers and intervals, at least 100 samples, and \
      5 % of the recording, in a function of the program itself without its callees
      """,
    reason: """
      A change of such a function changes a quarter of the work. With 100 samples, its part is known \
      to a tenth of all.
      """,
    correction: """
      Make it faster, call it less often, or call it in an effect, Effect.run, off the main actor.
      """)

  static let kinds: Set<Span.Kind> = []

  static let leastPart = 0.25
  static let leastSamples: UInt64 = 100
  static let leastPartOfTime = 0.05

  private struct Place: Hashable {
    var symbol: String
    var module: String
  }

  private struct Use {
    var name = ""
    var samples: UInt64 = 0
    /// The samples by their owners.
    var owners: [FunctionOwner: UInt64] = [:]
  }

  private struct FunctionOwner: Hashable, Comparable {
    var kind: String
    var prefix: String
    var name: String

    static func < (left: FunctionOwner, right: FunctionOwner) -> Bool {
      (left.kind, left.prefix, left.name) < (right.kind, right.prefix, right.name)
    }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard let report = facts.functions else {
      return .notJudged("the recording has no CPU samples: record with --cpu-profile")
    }
    var uses: [Place: Use] = [:]
    var all: UInt64 = 0
    for group in report.groups where group.kind != "between" {
      all += group.samples
      let owner = FunctionOwner(kind: group.kind, prefix: group.prefix, name: group.name)
      for function in group.functions where Self.isOfProgram(function) && function.selfSamples > 0 {
        var use = uses[Place(symbol: function.symbol, module: function.module)] ?? Use()
        use.name = function.name
        use.samples += function.selfSamples
        use.owners[owner, default: 0] += function.selfSamples
        uses[Place(symbol: function.symbol, module: function.module)] = use
      }
    }
    let perSample = report.samples > 0 ? report.cpuNs / Int64(clamping: report.samples) : 0
    return RuleConclusion(
      uses.values.sorted { $0.samples > $1.samples }.compactMap { use in
        let time = Int64(clamping: use.samples) * perSample
        guard use.samples >= Self.leastSamples,
          Double(use.samples) >= Double(all) * Self.leastPart,
          facts.share(time) >= Self.leastPartOfTime
        else { return nil }
        return finding(use, time, of: all, facts)
      })
  }

  /// Whether the function is one of the program's file, rather than of a library or the kernel.
  private static func isOfProgram(_ function: FunctionReport.Function) -> Bool {
    !function.module.isEmpty && !function.module.contains(".so") && function.name != "[kernel]"
  }

  private func finding(
    _ use: Use, _ time: Int64, of all: UInt64, _ facts: FindingFacts
  ) -> Finding? {
    guard
      let owner = use.owners.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key
    else { return nil }
    let payer: Finding.Payer =
      switch owner.kind {
      case "effect": .effects
      case "observer": .observers
      case "interval": .intervals
      default: .reducers
      }
    let part = Units.percent(Double(use.samples) / Double(max(all, 1)))
    return Finding(
      rule: Self.description.id, subject: use.name,
      summary: """
        The function \(use.name) itself takes \(part) of the processor time in actions, effects, \
        observers and intervals, most of it in \
        \(owner.kind) \(displayName(prefix: owner.prefix, name: owner.name)).
        """,
      costNs: time, payer: payer, certainty: .certain,
      advice: Self.description.correction,
      article: Self.description.command, command: facts.command(.report) + " --functions")
  }
}
