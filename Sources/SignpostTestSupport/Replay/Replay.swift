public import ComposableCore
import Foundation
import ReplayFile

/// A recorded session as a test: the feature goes through it again, and has to do what it did.
///
/// ```swift
/// @MainActor
/// @Test func goesThroughTheSession() async throws {
///   try await Replay("session.jsonl").run { Feature() }
/// }
/// ```
///
/// `signpost extract` makes a session of a recording of a program whose reducer is wrapped in
/// `.signpost("app", payload: .replayable)`. For each action the replay checks what kind of effect
/// the reducer returns, which properties of the state change, and the digest of the state after it,
/// as far as the recording has them. The first difference is reported as an issue at the place of
/// ``run(_:initialState:advancing:timeout:reducer:withDependencies:fileID:filePath:line:column:)``,
/// with what came before it; the replay ends there.
public struct Replay: Sendable {
  /// What a replay takes from the session.
  public enum Mode: Sendable {
    /// All actions, those of effects as well. Effects do not run, so that no dependency of theirs
    /// is needed, and each run is the same.
    case everything
    /// The actions from outside. Effects run, with the dependencies of the test, and have to send
    /// what they sent when the session was recorded.
    case fromOutside
  }

  /// Where the file is.
  let path: String

  /// A session in a file.
  ///
  /// - Parameters:
  ///   - path: The file. One that is not absolute is looked for beside the source file that says
  ///     this, and
  ///     then in the working directory.
  ///   - filePath: That source file.
  public init(_ path: String, filePath: StaticString = #filePath) {
    let beside = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
      .appendingPathComponent(path).path
    let isBeside = !path.hasPrefix("/") && FileManager.default.fileExists(atPath: beside)
    self.path = isBeside ? beside : path
  }

  /// Has a feature go through the session.
  ///
  /// - Parameters:
  ///   - mode: What is taken from the session.
  ///   - initialState: The state to begin with; that of the recording if `nil`, which has it if it
  ///     is
  ///     `Codable`.
  ///   - clock: A clock of the feature's, which is moved on by the times of the recording.
  ///   - timeout: How long to wait at most for what an effect sends.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies of the feature.
  /// - Returns: How far it came.
  /// - Throws: If the session cannot be read, or has actions or a state that do not decode any
  ///   more. No action is processed then.
  @MainActor
  @discardableResult
  public func run<R: Reducer>(
    _ mode: Mode = .everything,
    initialState: R.State? = nil,
    advancing clock: TestClock<Duration>? = nil,
    timeout: Duration = .seconds(5),
    reducer: () -> R,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws -> ReplayResult<R.State> where R.Action: Codable {
    let recording = try ReplayRecording(path: path)
    let actions = try withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try recording.decodedActions(
        of: R.Action.self, name: { ReplayStore<R.State, R.Action>.name(of: $0) })
    }
    // The elements of stacks get the ids that they had: from where the recorded state says, or from
    // where the passed one was made.
    let store = try withDependencies {
      $0.stackElementID =
        initialState == nil ? StackElementIDGenerator() : $0.stackElementID.copy()
    } operation: {
      ReplayStore(
        initialState: try initialState ?? recording.decodedState(of: R.State.self),
        runsEffects: mode == .fromOutside, withDependencies: prepareDependencies
      ) { reducer()._prepare() }
    }
    let run = ReplayRun(recording, actions, mode, clock: clock, timeout: timeout, store)
    let difference = await run.differenceAtFirst()
    if let difference {
      SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        .report(difference.description)
    }
    return ReplayResult(
      actionCount: run.processedCount, state: run.state,
      difference: difference.map { $0.description })
  }
}

/// What came of a replay.
public struct ReplayResult<State> {
  /// How many actions were processed, the one that differs among them.
  public let actionCount: Int
  /// The state after them.
  public let state: State
  /// The first difference, as it was reported; `nil` if there is none.
  public let difference: String?
}

extension ReplayResult: Sendable where State: Sendable {}
