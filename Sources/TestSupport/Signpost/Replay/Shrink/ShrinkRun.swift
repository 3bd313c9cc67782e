import CCore
import ComposableCore
import ComposableCoreTestSupport
import CustomDump
import Foundation
import ReplayFile
import Signpost

/// Runs parts of a session, and decides whether they fail as the whole session does.
@MainActor
struct ShrinkRun<State, Action: Codable> {
  typealias Step = ReplayStore<State, Action>.Step

  let recording: ReplayRecording
  let actions: [Action]
  /// For each action, the id of the next element of a stack before it.
  private let nextElements: [Int?]
  let makeStore: @MainActor () -> ReplayStore<State, Action>

  init(
    _ recording: ReplayRecording, _ actions: [Action],
    _ makeStore: @escaping @MainActor () -> ReplayStore<State, Action>
  ) {
    self.recording = recording
    self.actions = actions
    self.makeStore = makeStore
    var next: Int?
    nextElements = recording.actions.map { action in
      next = action.nextElement ?? next
      return next
    }
  }

  /// Processes actions, until the function returns `false`.
  ///
  /// - Parameter each: Receives the index of an action, its step, and the state.
  /// - Returns: The state at the end.
  @discardableResult
  func run(_ indices: some Sequence<Int>, each: (Int, Step) -> Bool) -> State {
    let store = makeStore()
    for index in indices {
      if let next = nextElements[index] {
        store.advanceStackElementIDs(to: StackElementID(generation: next))
      }
      guard let step = store.send(actions[index]), each(index, step) else { break }
    }
    return store.state
  }

  /// The whole session.
  var all: Range<Int> { actions.indices }

  // MARK: - Expectations

  /// The number of first actions after which an expectation fails; `nil` if it holds.
  func length(untilBroken holds: (State) -> Bool, atEnd: Bool) -> Int? {
    if atEnd { return holds(run(all) { _, _ in true }) ? nil : actions.count }
    var length: Int?
    run(all) { index, step in
      if !holds(step.after) { length = index + 1 }
      return length == nil
    }
    return length
  }

  func isBroken(_ holds: (State) -> Bool, atEnd: Bool, by indices: [Int]) -> Bool {
    if atEnd { return !holds(run(indices) { _, _ in true }) }
    var isBroken = false
    run(indices) { _, step in
      isBroken = !holds(step.after)
      return !isBroken
    }
    return isBroken
  }

  // MARK: - Differences

  /// The behaviour of an action that differs from the recording.
  struct Behaviour: Equatable {
    var effect: EffectKind
    var changed: [String]
    /// The difference of the states, if only values differ from the recording.
    var values: String?
    /// The actions of returned `send` effects.
    var sent: [Data]
  }

  /// The behaviour of an action in the whole session.
  func behaviour(at index: Int) -> Behaviour? {
    var behaviour: Behaviour?
    run(0...index) { current, step in
      if current == index { behaviour = self.behaviour(step, comparesValues: true) }
      return true
    }
    guard var behaviour else { return nil }
    if isOtherwiseDifferent(behaviour, recording.actions[index]) { behaviour.values = nil }
    return behaviour
  }

  private func behaviour(_ step: Step, comparesValues: Bool) -> Behaviour {
    let encoder = ReplayCoding.encoder()
    return Behaviour(
      effect: step.effect,
      changed: ChangedProperties.recorded(from: step.before, to: step.after),
      values: comparesValues ? diff(step.before, step.after) : nil,
      sent: step.sent.compactMap { try? encoder.encode($0) })
  }

  /// The behaviour of each action of a part of the session.
  func behaviours(of indices: [Int]) -> [Behaviour] {
    var behaviours: [Behaviour] = []
    run(indices) { _, step in
      behaviours.append(behaviour(step, comparesValues: false))
      return true
    }
    return behaviours
  }

  /// Whether effect or changed properties differ from the recording.
  private func isOtherwiseDifferent(_ behaviour: Behaviour, _ recorded: ReplayAction) -> Bool {
    if let returned = recorded.returned, returned != "\(behaviour.effect)" { return true }
    guard recording.header.hasChanges || recorded.stateChanged == "no" else { return false }
    return behaviour.changed != recorded.changed ?? []
  }

  /// Whether a part of the session ends with an action that behaves so.
  func ends(_ indices: [Int], with index: Int, _ behaviour: Behaviour) -> Bool {
    guard indices.last == index else { return false }
    var isSame = false
    run(indices) { current, step in
      if current == index {
        isSame = self.behaviour(step, comparesValues: behaviour.values != nil) == behaviour
      }
      return true
    }
    return isSame
  }

  // MARK: - Issues

  /// The first issue of a part of the session, and the index of its action.
  func issue(of indices: some Sequence<Int>) -> (place: String, message: String, index: Int)? {
    let issues = IssueCollector()
    var index: Int?
    issues.collectingOnly {
      _ = run(indices) { current, _ in
        index = current
        return issues.all.isEmpty
      }
    }
    guard let message = issues.all.first, let index else { return nil }
    let place = message.split(separator: ":", maxSplits: 2).prefix(2).joined(separator: ":")
    return (place, message, index)
  }

  // MARK: - Crashes

  /// The signal that ends a part of the session, and the index of the action within which it does;
  /// `nil` if it does not crash.
  func crash(of indices: [Int]) throws -> (signal: Int32, index: Int)? {
    let end = try withChild { progress in
      _ = run(
        indices.lazy.map { index in
          progress.pointee = Int64(index)
          return index
        }
      ) { _, _ in true }
    }
    // An attempt that takes too long, or waits for a lock of a thread that the child does not have.
    guard end.signal != 0, end.signal != SIGALRM else { return nil }
    return (end.signal, Int(end.progress))
  }

  /// The longest time that an attempt in a child process takes.
  static var mostSeconds: UInt32 { 30 }

  private func withChild(
    _ body: (UnsafeMutablePointer<Int64>) -> Void
  ) throws -> composable_child_end {
    try withoutActuallyEscaping(body) { body in
      let child = ChildBody(body)
      let end = composable_run_in_child(
        { context, progress in
          Unmanaged<ChildBody>.fromOpaque(context).takeUnretainedValue().body(progress)
        }, Unmanaged.passUnretained(child).toOpaque(), Self.mostSeconds)
      guard end.was_started else { throw ReplayShrinkError.noChild }
      return end
    }
  }
}

/// A closure that C calls.
private final class ChildBody {
  let body: (UnsafeMutablePointer<Int64>) -> Void

  init(_ body: @escaping (UnsafeMutablePointer<Int64>) -> Void) { self.body = body }
}

/// A session that cannot be shrunk.
enum ReplayShrinkError: Error, CustomStringConvertible {
  case noChild
  case noFailure(path: String, String)

  var description: String {
    switch self {
    case .noChild:
      "The system refused to start a child process, in which the feature may crash: "
        + "the limit of processes or of memory is reached."
    case .noFailure(let path, let words):
      "The session “\(path)” does not fail: \(words). Nothing was shrunk."
    }
  }
}
