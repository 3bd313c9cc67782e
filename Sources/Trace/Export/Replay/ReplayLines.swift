import ByteBuffers
import Foundation
import ReplayFile
import TraceAnalysis

/// Converts the events of a trace to the lines of a session's file.
struct ReplayLines {
  private let key: ReplayIntervals.Key
  /// The action that the session starts with, `nil` for the first one.
  private var awaited: UInt64?
  /// Events that begin after this time are unreliable.
  private let limit: Int64
  private var intervals = ReplayIntervals()
  private(set) var actions: [ReplayAction] = []
  private(set) var effects: [ReplayEffect] = []
  /// The state before the first action.
  private(set) var state: Data?
  /// When the first action was processed, in nanoseconds since the Unix epoch.
  private(set) var start: Int64 = 0
  /// The reason why the session ends before the trace does.
  private(set) var cut: String?
  private var stateAction: UInt64?
  private var pending: Pending?
  /// The numbers of the session's actions, by the ids of their intervals.
  private var numbers: [UInt64: Int] = [:]
  private var effectsByID: [UInt64: ReplayEffect] = [:]
  private var effectCount = 0
  /// The number of the id that the next element of a stack gets.
  private var nextElement: UInt64 = 0

  /// An action whose successor has not begun.
  private struct Pending {
    var id: UInt64
    var action: ReplayAction
    var size: UInt64?
    var hasEnded = false
  }

  init(of key: ReplayIntervals.Key, _ candidate: ReplayCandidate, limit: Int64) {
    self.key = key
    self.limit = limit
    awaited = candidate.firstWithState
    stateAction = candidate.firstWithState
  }

  mutating func add(_ event: TraceEvent, _ reader: TraceReader) {
    guard event.process == key.process, cut == nil else { return }
    switch event.payload {
    case .actionBegin(let begin): self.begin(begin, event, reader)
    case .actionData(let data): addData(data, reader.texts)
    case .stateData(let data):
      guard data.action == stateAction, (state?.count ?? 0) == Int(data.offset) else { return }
      state = (state ?? Data()) + Data(reader.texts.message.utf8)
    case .actionEnd(let end):
      intervals.end(end.action, key.process)
      if pending?.id == end.action {
        pending?.hasEnded = true
        pending?.action.returned = "\(end.effect)"
        pending?.action.stateChanged = end.stateChanged == .unknown ? nil : "\(end.stateChanged)"
      }
      if end.effect == .none { numbers[end.action] = nil }
    case .stateDiff(let action):
      guard pending?.id == action else { return }
      let text = reader.texts.message
      if StateDifference.hasValues(text) {
        let names = StateDifference(text).names
        pending?.action.changed = names.isEmpty ? nil : names
      } else {
        pending?.action.changed = text.components(separatedBy: ", ")
      }
    case .stateDigest(let action, let digest):
      if pending?.id == action { pending?.action.digest = String(hexadecimal: digest) }
    case .effectBegin(let begin): self.begin(begin)
    case .effectOutput(let output): effectsByID[output.effect]?.outputs += 1
    case .effectEnd(let end):
      guard var effect = effectsByID[end.effect], effect.outcome == ReplayEffect.running else {
        return
      }
      effect.outcome = "\(end.outcome)"
      effect.outputs = Int(end.outputs)
      effectsByID[end.effect] = effect
    default: break
    }
  }

  // MARK: - Actions

  private mutating func begin(
    _ begin: TraceEvent.ActionBegin, _ event: TraceEvent, _ reader: TraceReader
  ) {
    let name = reader.names[begin.name]
    intervals.begin(begin, key.process, prefix: name.prefix)
    if intervals.isNested(begin.action, key.process), let number = numbers[begin.parent] {
      numbers[begin.action] = number
      return
    }
    guard intervals.key(of: begin.action, key.process) == key else { return }
    if let awaited {
      guard begin.action == awaited else { return }
      self.awaited = nil
    }
    guard event.timestamp < limit else {
      pending = nil
      cut = "events were lost after action \(actions.count)"
      return
    }
    guard keepPending(isLast: false) else { return }
    let number = actions.count + 1
    if number == 1 { start = event.timestamp }
    var action = ReplayAction(action: number, at: event.timestamp - start, name: name.name)
    if begin.cause != 0 {
      let effect = effect(begin.cause)
      action.cause = ReplayAction.Cause(effect: effect.effect, action: effect.of)
    }
    pending = Pending(id: begin.action, action: action)
    numbers[begin.action] = number
  }

  private mutating func addData(_ data: TraceEvent.Data, _ texts: EventTexts) {
    _ = intervals.addData(data.action, key.process)
    guard pending?.id == data.action else { return }
    pending?.size = data.size
    if data.nextElement > nextElement {
      nextElement = data.nextElement
      pending?.action.nextElement = Int(clamping: nextElement)
    }
    if pending?.action.data.count == Int(data.offset) {
      pending?.action.data.append(contentsOf: texts.message.utf8)
    }
  }

  /// Adds the latest action to the file.
  ///
  /// - Parameter isLast: Whether the trace ends with it, so that its end may be missing.
  /// - Returns: Whether the session continues.
  private mutating func keepPending(isLast: Bool) -> Bool {
    guard let pending else { return true }
    self.pending = nil
    cut = problem(with: pending, isLast: isLast)
    if cut == nil { actions.append(pending.action) }
    return cut == nil
  }

  private func problem(with pending: Pending, isLast: Bool) -> String? {
    let action = "action \(pending.action.action), '\(pending.action.name)'"
    guard let size = pending.size else { return "the data of \(action), were not recorded" }
    if size == 0 { return "\(action), could not be encoded" }
    let data = pending.action.data
    if data.isEmpty { return "\(action), takes \(size) bytes, more than the wrapper's limit" }
    guard data.count == Int(size), ReplayFileText.isJSON(data) else {
      return "the data of \(action), are incomplete"
    }
    // A program that crashed in its reducer leaves an action without an end.
    return pending.hasEnded || isLast ? nil : "the end of \(action), was not recorded"
  }

  // MARK: - Effects

  private mutating func begin(_ begin: TraceEvent.EffectBegin) {
    guard let number = numbers[begin.action], effectsByID[begin.effect] == nil else { return }
    add(begin.effect, of: number)
  }

  private mutating func add(_ id: UInt64, of action: Int?) {
    effectCount += 1
    effectsByID[id] = ReplayEffect(
      effect: effectCount, of: action, outcome: ReplayEffect.running, outputs: 0)
  }

  /// The effect of an id; an unknown one began before the session.
  private mutating func effect(_ id: UInt64) -> ReplayEffect {
    if effectsByID[id] == nil { add(id, of: nil) }
    return effectsByID[id]!
  }

  /// Processes the end of the trace.
  mutating func finish() {
    if cut == nil {
      if limit < .max {
        pending = nil
        cut = "events were lost after action \(actions.count)"
      } else {
        _ = keepPending(isLast: true)
      }
    }
    effects = effectsByID.values
      .filter { ($0.of ?? 0) <= actions.count }
      .map { effect in
        var effect = effect
        // The effect may have continued after the cut.
        if cut != nil { effect.outcome = ReplayEffect.running }
        return effect
      }
      .sorted { $0.effect < $1.effect }
  }
}
