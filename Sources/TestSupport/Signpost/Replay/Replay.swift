import CompanionSupport
public import ComposableCore
import Foundation
import ReplayFile

/// A recorded session as a test: the feature processes it again, and must behave as recorded.
///
/// ```swift
/// @MainActor
/// @Test func goesThroughTheSession() async throws {
///   try await Replay("session.jsonl").run { Feature() }
/// }
/// ```
///
/// `signpost extract` creates a session from a recording of a program whose reducer is wrapped in
/// `.signpost("app", payload: .replayable)`. For each action the replay checks the kind of effect
/// that the reducer returns, the actions of returned `send` effects, the properties of the state
/// that change, and the digest of the state after it, as far as they were recorded. The first
/// difference is reported as an issue at the call of
/// ``run(_:initialState:advancing:timeout:reducer:withDependencies:fileID:filePath:line:column:)``,
/// with the actions before it; the replay ends there.
public struct Replay: Sendable {
  /// The part of the session that a replay sends.
  public enum Mode: Sendable {
    /// All actions, also those that effects sent. Effects do not run, so their dependencies are not
    /// needed, and each run is the same.
    case everything
    /// The actions from outside. Effects run, with the dependencies of the test, and must send the
    /// same actions as in the session.
    case fromOutside
  }

  /// The path of the file, or of the source with the session.
  let path: String
  /// The session, if the source has it.
  private let content: Data?

  /// The session.
  var recording: ReplayRecording {
    get throws {
      try content.map { try ReplayRecording($0, path: path) } ?? ReplayRecording(path: path)
    }
  }

  /// A session in a file.
  ///
  /// - Parameters:
  ///   - path: The file. A relative path is resolved against the directory of the calling source
  ///     file, and then against the working directory.
  ///   - filePath: That source file.
  public init(_ path: String, filePath: StaticString = #filePath) {
    content = nil
    let beside = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
      .appendingPathComponent(path).path
    if let session = Self.requestedSession {
      self.path = session
      return
    }
    let isBeside = !path.hasPrefix("/") && FileManager.default.fileExists(atPath: beside)
    self.path = isBeside ? beside : path
  }

  /// A session in the source of a test.
  ///
  /// - Parameters:
  ///   - content: The lines of a session's file. `signpost races --swift` writes such tests.
  ///   - filePath: The source file, which messages name.
  public init(content: String, filePath: StaticString = #filePath) {
    self.content = Self.requestedSession == nil ? Data(content.utf8) : nil
    path = Self.requestedSession ?? "\(filePath)"
  }

  /// The session that a command wants a test to examine; `nil` if none does.
  static var requestedSession: String? {
    ShrinkRequest.current?.session ?? RaceRequest.current?.session
  }

  /// Replays the session with a feature.
  ///
  /// - Parameters:
  ///   - mode: The part of the session to send.
  ///   - initialState: The initial state; the recorded one if `nil`, which exists for a
  ///     `Codable` state.
  ///   - clock: A clock of the feature, which is advanced by the times of the recording.
  ///   - timeout: The maximum time to wait for an action from an effect.
  ///   - reducer: The feature.
  ///   - prepareDependencies: Overrides dependencies of the feature.
  /// - Returns: The progress of the replay.
  /// - Throws: If the session cannot be read, or has actions or a state that can no longer be
  ///   decoded. No action is processed then.
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
    if ShrinkRequest.current != nil {
      try await shrink(
        initialState: initialState, reducer: reducer, withDependencies: prepareDependencies,
        fileID: fileID)
    }
    if RaceRequest.current != nil {
      try races(
        initialState: initialState, reducer: reducer, withDependencies: prepareDependencies,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    let recording = try recording
    let actions = try recording.decodedActions(of: R.self)
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

/// The result of a replay.
public struct ReplayResult<State> {
  /// The number of processed actions, including one that differs.
  public let actionCount: Int
  /// The state after them.
  public let state: State
  /// The first difference, as it was reported; `nil` if there is none.
  public let difference: String?
}

extension ReplayResult: Sendable where State: Sendable {}
