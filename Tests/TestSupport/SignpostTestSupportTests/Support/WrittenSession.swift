import ByteBuffers
import ComposableCore
import Foundation
import ReplayFile
import Scenarios

/// Writes sessions for tests, as the feature itself goes through them.
struct WrittenSession {
  var header: ReplayHeader
  var actions: [ReplayAction] = []
  var effects: [ReplayEffect] = []

  /// A session of actions, each with the number of the action that caused it, if one did.
  @MainActor
  init(
    _ steps: [(action: Errands.Action, cause: Int?)], _ outcome: String = "finished",
    from state: Errands.State = Errands.State()
  ) throws {
    try self.init(of: Errands(), steps, outcome, from: state, changed: Self.changed)
  }

  /// The same of any feature.
  ///
  /// - Parameter elementsElsewhere: How many elements other stores append to stacks before the
  ///   action of an index.
  @MainActor
  init<R: Reducer>(
    of feature: R, _ steps: [(action: R.Action, cause: Int?)], _ outcome: String = "finished",
    from state: R.State, elementsElsewhere: [Int: Int] = [:],
    changed: ((ReplayStore<R.State, R.Action>.Step) -> [String]?)? = nil
  ) throws where R.State: Codable, R.Action: Codable {
    header = ReplayHeader(
      feature: "\(R.self)", prefix: "errands",
      process: ReplayHeader.Process(name: "errands", pid: 42), store: "1")
    let encoder = ReplayCoding.encoder()
    let store = ReplayStore(initialState: state, runsEffects: false) { feature._prepare() }
    header.state = try ReplayCoding.stateEncoder().encode(state)
    header.isFromCreation = true
    header.hasDigests = true
    // The first version with the ids of elements.
    header.schema = 7
    header.hasChanges = changed != nil
    let ids = StackElementIDGenerator.current
    var nextElement = 0
    for (index, step) in steps.enumerated() {
      for _ in 0..<elementsElsewhere[index, default: 0] { _ = ids.next() }
      var action = ReplayAction(
        action: index + 1, at: Int64(index) * 1_000_000_000,
        name: ReplayStore<R.State, R.Action>.name(of: step.action),
        cause: step.cause.map { ReplayAction.Cause(effect: $0, action: $0) })
      action.data = try encoder.encode(step.action)
      if ids.peek().generation != nextElement {
        nextElement = ids.peek().generation
        action.nextElement = nextElement
      }
      let result = store.send(step.action)!
      action.returned = "\(result.effect)"
      action.digest = String(hexadecimal: try StateDigest.of(result.after))
      action.changed = changed?(result)
      actions.append(action)
    }
    let outputs = Dictionary(grouping: steps.compactMap(\.cause)) { $0 }
    for (cause, outputs) in outputs.sorted(by: { $0.key < $1.key }) {
      effects.append(
        ReplayEffect(effect: cause, of: cause, outcome: outcome, outputs: outputs.count))
    }
    header.actions = actions.count
  }

  private static func changed(
    _ step: ReplayStore<Errands.State, Errands.Action>.Step
  ) -> [String]? {
    var changed: [String] = []
    if step.before.names.count != step.after.names.count { changed.append("names") }
    if step.before.answer != step.after.answer { changed.append("answer") }
    if step.before.ticks != step.after.ticks { changed.append("ticks") }
    if step.before.isAsking != step.after.isAsking { changed.append("isAsking") }
    return changed.isEmpty ? nil : changed
  }

  var content: Data {
    get throws {
      let encoder = ReplayCoding.encoder()
      let lines: [ReplayLine] =
        [.header(header)] + actions.map { .action($0) } + effects.map { .effect($0) }
      return try Data(lines.map { try $0.encoded(by: encoder) + Data("\n".utf8) }.joined())
    }
  }
}
