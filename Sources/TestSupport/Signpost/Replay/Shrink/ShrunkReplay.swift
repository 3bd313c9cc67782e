import Foundation
import ReplayFile

/// A session with only the actions that matter for its failure.
public struct ShrunkReplay: Sendable {
  /// The number of actions that matter.
  public var actionCount: Int { recording.actions.count }
  /// The number of actions of the whole session.
  public let recordedCount: Int
  /// The names of the actions that matter, in their order.
  public var actionNames: [String] { recording.actions.map(\.name) }
  /// The failure of the whole session.
  public let failure: String
  /// The number of parts of the session that were run.
  public let attempts: Int

  /// The indices of the actions in the whole session.
  let indices: [Int]
  private(set) var recording: ReplayRecording
  private let source: ShrunkSource
  /// The difference of the last action from the recording.
  private var difference: ShrunkSource.Difference?

  init(
    _ recording: ReplayRecording, _ indices: [Int], failure: String, attempts: Int,
    source: ShrunkSource
  ) {
    recordedCount = recording.actions.count
    self.failure = failure
    self.attempts = attempts
    self.indices = indices
    self.recording = recording.selecting(indices)
    self.source = source
  }

  /// Sets the checks of the session: the recorded behaviour of the last action, and the present one
  /// of the others.
  ///
  /// - Parameter values: The present difference of the states, if only values differ.
  mutating func keepCheck<State, Action>(
    of whole: ReplayRecording, at index: Int, _ now: [ShrinkRun<State, Action>.Behaviour],
    values: String?
  ) {
    recording.header.hasChanges = whole.header.hasChanges
    for (place, behaviour) in now.enumerated() {
      recording.actions[place].returned = "\(behaviour.effect)"
      recording.actions[place].changed = behaviour.changed.isEmpty ? nil : behaviour.changed
    }
    guard let last = now.last else { return }
    let recorded = whole.actions[index]
    recording.actions[now.count - 1].returned = recorded.returned
    recording.actions[now.count - 1].stateChanged = recorded.stateChanged
    recording.actions[now.count - 1].changed = recorded.changed
    difference = ShrunkSource.Difference(values: values)
    if whole.header.hasChanges {
      difference?.now = last.changed
      difference?.recorded = recorded.changed ?? []
    }
  }

  /// Writes the session to a file, which `Replay` reads.
  ///
  /// The session of a difference checks the action that differs. Any other session has the actions
  /// only: a replay shows the issue or the crash.
  ///
  /// - Parameter path: The file; an existing one is replaced.
  /// - Throws: If it cannot be written.
  public func write(to path: String) throws {
    try recording.content.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// The source of a test that has the reducer process the actions.
  ///
  /// It is a file with its imports, and contains the values of the actions and of the initial
  /// state. Values of types without a literal are left as a comment, and have to be filled in.
  ///
  /// For a difference, the test expects that the last action changes the recorded properties. If
  /// only values or effects differ, or the failure is an expectation of the caller, the
  /// expectation is yours to state: until then the test records an issue in its place.
  ///
  /// - Parameters:
  ///   - name: The name of the function; by default from the last action.
  ///   - expectation: An expression about `state`, which the test expects at the end.
  public func swiftSource(name: String? = nil, expecting expectation: String? = nil) -> String {
    source.text(
      name: name, names: actionNames, failure: failure, difference: difference,
      expectation: expectation)
  }
}

extension ShrunkReplay: CustomStringConvertible {
  /// The numbers and the names of the actions.
  public var description: String {
    let lines = zip(indices, actionNames).map { "  \($0 + 1). \($1)" }
    return """
      \(actionCount) of \(recordedCount) actions matter (found in \(attempts) attempts):
      \(lines.joined(separator: "\n"))
      """
  }
}
