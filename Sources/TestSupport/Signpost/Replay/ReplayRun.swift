import ByteBuffers
import ComposableCore
import CustomDump
import Foundation
import ReplayFile
import Signpost

/// The state of a replay in progress.
@MainActor
final class ReplayRun<State, Action: Codable> {
  private let recording: ReplayRecording
  private let actions: [Action]
  private let mode: Replay.Mode
  private let clock: TestClock<Duration>?
  private let timeout: Duration
  private let store: ReplayStore<State, Action>
  private let encoder = ReplayCoding.encoder()
  private let digest: ((State) -> UInt64?)?
  private var expectations: ReplayOutputs
  private var clockStart: TestClock<Duration>.Instant?
  /// The number of arrivals that were checked.
  private var noticedCount = 0

  private(set) var processedCount = 0
  var state: State { store.state }

  init(
    _ recording: ReplayRecording, _ actions: [Action], _ mode: Replay.Mode,
    clock: TestClock<Duration>?, timeout: Duration, _ store: ReplayStore<State, Action>
  ) {
    self.recording = recording
    self.actions = actions
    self.mode = mode
    self.clock = clock
    self.timeout = timeout
    self.store = store
    expectations = ReplayOutputs(recording)
    digest = recording.header.hasDigests ? ComparableState<State>.digest : nil
    clockStart = clock?.now
  }

  /// Replays the session up to the first difference.
  func differenceAtFirst() async -> ReplayDifference? {
    for (index, recorded) in recording.actions.enumerated() {
      await advance(to: recorded.at)
      if let next = recorded.nextElement {
        store.advanceStackElementIDs(to: StackElementID(generation: next))
      }
      let step: ReplayStore<State, Action>.Step?
      if mode == .fromOutside, let origin = recorded.cause?.action {
        guard let arrival = await arrival(of: recorded, from: origin - 1) else {
          return unexpected() ?? missing(recorded, from: origin)
        }
        if let difference = unexpected() { return difference }
        if let difference = difference(of: store.arrivals[arrival].action, from: index) {
          return difference
        }
        step = store.process(arrival)
      } else {
        step = store.send(actions[index])
      }
      processedCount += 1
      guard let step else {
        return difference(recorded, ["The store did not process it."], nil)
      }
      if let difference = check(step, recorded) { return difference }
      if mode == .fromOutside {
        if store.hasEffects { await Task.megaYield() }
        if let difference = unexpected() { return difference }
      }
    }
    return nil
  }

  // MARK: - What an action does

  private func check(
    _ step: ReplayStore<State, Action>.Step, _ recorded: ReplayAction
  ) -> ReplayDifference? {
    // The program ended within the action, so its results are unknown.
    guard let returned = recorded.returned else { return nil }
    var facts: [String] = []
    let effect = "\(step.effect)"
    if effect != returned {
      facts.append(
        "Its effect is another one: \(Self.words(effect)) instead of \(Self.words(returned)).")
    }
    if recording.header.hasChanges || recorded.stateChanged == "no" {
      let changed = ChangedProperties.recorded(from: step.before, to: step.after)
      if changed != recorded.changed ?? [] {
        facts.append(
          "It changes \(Self.list(changed)) instead of \(Self.list(recorded.changed ?? [])).")
      }
    }
    if let expected = recorded.digest, let digest = digest?(step.after) {
      let actual = String(hexadecimal: digest)
      if actual != expected {
        facts.append(
          "The state after it is another one: its digest is \(actual) instead of \(expected).")
      }
    }
    if facts.isEmpty { return sendDifference(step, recorded) }
    return difference(recorded, facts, Self.text(of: step))
  }

  /// Compares the actions of returned `send` effects with those that followed in the session.
  private func sendDifference(
    _ step: ReplayStore<State, Action>.Step, _ recorded: ReplayAction
  ) -> ReplayDifference? {
    guard !step.sent.isEmpty else { return nil }
    var following = recording.actions.indices.filter {
      recording.actions[$0].cause?.action == recorded.action
    }
    for action in step.sent {
      let name = ReplayStore<State, Action>.name(of: action)
      let sameName = following.filter { recording.actions[$0].name == name }
      // Without one, the session ended before it was processed.
      guard let first = sameName.first else { continue }
      let same = sameName.first { isSame(action, recording.actions[$0]) }
      following.removeAll { $0 == same ?? first }
      guard same == nil else { continue }
      return difference(
        recorded, ["It returns '\(name)' with other values now (recorded: -, now: +)."],
        diff(actions[first], action).map(indented))
    }
    return nil
  }

  private static func text(of step: ReplayStore<State, Action>.Step) -> String {
    guard let text = diff(step.before, step.after) else {
      return "It leaves the state as it is."
    }
    return "It changes the state now:\n\(indented(text))"
  }

  private static func words(_ effect: String) -> String {
    effect == "none" ? "none" : "one of the kind '\(effect)'"
  }

  private static func list(_ properties: [String]) -> String {
    properties.isEmpty ? "no property" : "'\(properties.joined(separator: ", "))'"
  }

  // MARK: - What effects send

  /// Waits for an expected action from an effect.
  ///
  /// - Returns: Its index among the arrivals.
  private func arrival(of recorded: ReplayAction, from origin: Int) async -> Int? {
    func find() -> Int? {
      let arrivals = store.arrivals
      let candidates = arrivals.indices.filter {
        arrivals[$0].origin == origin
          && ReplayStore<State, Action>.name(of: arrivals[$0].action) == recorded.name
      }
      return candidates.first { isSame(arrivals[$0].action, recorded) } ?? candidates.first
    }
    if let found = find() { return found }
    var found: Int?
    await wait(atMost: timeout) {
      found = find()
      return found != nil || !store.hasEffects(of: origin)
    }
    return found ?? find()
  }

  private func isSame(_ action: Action, _ recorded: ReplayAction) -> Bool {
    guard let data = try? encoder.encode(action) else { return false }
    return recorded.hasData(data)
  }

  private func difference(of action: Action, from index: Int) -> ReplayDifference? {
    let recorded = recording.actions[index]
    if isSame(action, recorded) { return nil }
    let text = diff(actions[index], action).map(indented) ?? ""
    return difference(
      recorded, ["The effect that sends it sends other values now (recorded: -, now: +)."], text)
  }

  private func missing(_ recorded: ReplayAction, from origin: Int) -> ReplayDifference {
    let others = store.arrivals.filter { $0.origin == origin - 1 }
      .map { "'\(ReplayStore<State, Action>.name(of: $0.action))'" }
    let sent =
      others.isEmpty
      ? store.hasEffects(of: origin - 1)
        ? "it still runs after \(timeout)" : "it has ended without"
      : "it has sent \(others.joined(separator: ", ")) instead"
    return difference(
      recorded, ["The effect of \(describe(origin)) does not send it: \(sent)."], nil)
  }

  /// An action from an effect that is not in the session.
  private func unexpected() -> ReplayDifference? {
    for arrival in store.arrivals where arrival.number >= noticedCount {
      noticedCount = arrival.number + 1
      let name = ReplayStore<State, Action>.name(of: arrival.action)
      guard expectations.take(name, of: arrival.origin + 1) else {
        return difference(
          recording.actions[arrival.origin],
          ["An effect of it sends '\(name)' now, which none did."], nil)
      }
    }
    return nil
  }

  // MARK: - Time

  private func advance(to time: Int64) async {
    guard let clock, let clockStart else { return }
    let instant = clockStart.advanced(by: .nanoseconds(time))
    if instant > clock.now { await clock.advance(to: instant) }
  }

  // MARK: - Differences

  private func describe(_ number: Int) -> String {
    "action \(number), '\(recording.actions[number - 1].name)',"
  }

  private func difference(
    _ recorded: ReplayAction, _ facts: [String], _ details: String?
  ) -> ReplayDifference {
    ReplayDifference(recording, at: recorded, facts: facts, details: details)
  }
}
