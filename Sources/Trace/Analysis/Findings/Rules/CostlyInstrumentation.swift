import Durations
import TextTables

/// Wrappers whose payloads or state differences take much of the time.
final class CostlyInstrumentation: FindingRule {
  static let description = RuleDescription(
    id: "costly-instrumentation",
    title: "Payloads or state differences of a wrapper take much of the time",
    threshold: "5 % of the recording, and 100 ms",
    reason: """
      The wrapper composes payloads before an action, and differences and digests after it, only \
      while they are recorded. Beyond 5 %, the recording no longer shows how the program usually runs.
      """,
    correction: """
      Record less: a .text payload with one field, or none; no --state-diffs; states: .none.
      """)

  static let kinds: Set<Span.Kind> = [.action]
  static let receivesPoints = true

  static let leastPart = 0.05

  private struct Pending {
    var action: UInt64
    /// The time from the send to the begin, in which payloads are composed.
    var time: Int64
  }

  private final class Row {
    var count: UInt64 = 0
    var time: Int64 = 0
  }

  private struct Ended {
    var action: UInt64
    var end: Int64
  }

  private var begun: [ProcessIndex: Pending] = [:]
  private var ended: [ProcessIndex: Ended] = [:]
  private var payloads = NameRows { Row() }
  private var differences = NameRows { Row() }

  func begin(_ span: Span, _ time: ProgramTime) {
    // A queued action, or one of a nested wrapper, has other time before its begin.
    guard let send = span.send, span.isOutermost, send.depth == 0 else {
      begun[span.process] = nil
      return
    }
    begun[span.process] = Pending(
      action: span.id, time: max(span.start.subtractingClamped(send.time), 0))
  }

  func end(_ span: Span, _ time: ProgramTime) {
    ended[span.process] = span.end.map { Ended(action: span.id, end: $0) }
  }

  func point(_ point: TracePoint, _ time: ProgramTime) {
    let process = point.event.process
    switch point.event.payload {
    case .actionPayload(let action):
      add(payload: action, process, point.spanName)
    case .actionData(let data) where data.offset == 0:
      add(payload: data.action, process, point.spanName)
    case .stateDiff(let action), .stateDigest(let action, _):
      guard let last = ended[process], last.action == action else { return }
      // The next of a difference and a digest follows this one.
      ended[process] = Ended(action: action, end: point.event.timestamp)
      add(max(point.event.timestamp - last.end, 0), to: differences[point.spanName])
    default: break
    }
  }

  private func add(payload action: UInt64, _ process: ProcessIndex, _ name: NameID) {
    guard let pending = begun[process], pending.action == action else { return }
    begun[process] = nil
    add(pending.time, to: payloads[name])
  }

  private func add(_ time: Int64, to row: Row) {
    row.count += 1
    row.time = row.time.addingClamped(time)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    RuleConclusion(
      findings(
        payloads, "Payloads", "Record less of it: a .text payload with one field, or none.", facts)
        + findings(
          differences, "State differences and digests",
          "Record without --state-diffs, or with states: .none, unless you look at them.", facts))
  }

  private func findings(
    _ rows: NameRows<Row>, _ kind: String, _ advice: String, _ facts: FindingFacts
  ) -> [Finding] {
    let rows = rows.all
    let total = rows.reduce(0) { $0 + $1.row.time }
    guard facts.share(total) >= Self.leastPart, total >= Experience.noticed,
      let most = rows.max(by: { $0.row.time < $1.row.time })
    else { return [] }
    let count = rows.reduce(0) { $0 + $1.row.count }
    return [
      Finding(
        rule: Self.description.id, subject: facts.name(most.name),
        summary: """
          \(kind) of \(Units.count(count, "action")) take \(Units.percent(facts.share(total))) of \
          the time, mostly of \(facts.name(most.name)): \(Units.duration(most.row.time)) for \
          \(Units.count(most.row.count, "action")).
          """,
        costNs: total, payer: .recording, certainty: .certain, advice: advice,
        article: Self.description.command, command: facts.command(.report, most.name))
    ]
  }
}
