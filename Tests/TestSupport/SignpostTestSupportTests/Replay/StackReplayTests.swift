import ComposableCore
import Foundation
import ReplayFile
import Scenarios
import SignpostTestSupport
import TestSupport
import Testing

/// Features with a stack, whose actions name elements by ids.
@MainActor
@Suite struct StackReplayTests {
  private let scratch = try! ScratchDirectory()

  private static let session: [(action: Folders.Action, cause: Int?)] = [
    (.path(.element(id: 4, action: .noteChanged("first"))), nil),
    (.openButtonTapped("mail"), nil),
    (.path(.element(id: 9, action: .noteChanged("new"))), nil),
    (.upButtonTapped, nil),
    (.openButtonTapped("photos"), nil),
    (.path(.element(id: 10, action: .noteChanged("newer"))), nil),
    (.path(.push(id: 11, state: Folder.State(name: "music"))), nil),
    (.path(.element(id: 11, action: .noteChanged("loud"))), nil),
    (.path(.popFrom(id: 10)), nil),
  ]

  /// A session of a program that ran before: ids do not begin with 0, and some are used up.
  private func replay() throws -> Replay {
    let session = try withDependencies {
      $0.stackElementID = StackElementIDGenerator(from: 4)
    } operation: {
      var state = Folders.State()
      state.path.append(Folder.State(name: "home"))
      for _ in 0..<4 {
        state.path.append(Folder.State(name: "closed"))
        state.path.removeLast()
      }
      return try WrittenSession(of: Folders(), Self.session, from: state)
    }
    let content = String(decoding: try session.content, as: UTF8.self)
    return Replay(try scratch.file("session.jsonl", content))
  }

  @Test(arguments: [Replay.Mode.everything, .fromOutside])
  func elementsHaveTheirRecordedIDs(mode: Replay.Mode) async throws {
    let replay = try replay()
    // Twice, as a replay does not go on where another one ended.
    for _ in 1...2 {
      let result = try await replay.run(mode) { Folders() }
      #expect(result.difference == nil)
      #expect(result.actionCount == 9)
      #expect(result.state.path.ids == [4])
      #expect(result.state.path[0].note == "first")
    }
    // Nor do the test's own stacks.
    @Dependency(\.stackElementID) var ids
    #expect(ids.peek().debugDescription == "#0")
  }

  /// All stores of a process draw ids from one sequence.
  @Test(arguments: [Replay.Mode.everything, .fromOutside])
  func gapsThatOtherStoresLeftAreThoseOfTheRecording(mode: Replay.Mode) async throws {
    let steps: [(action: Folders.Action, cause: Int?)] = [
      (.openButtonTapped("mail"), nil),
      (.path(.element(id: 3, action: .noteChanged("new"))), nil),
      (.openButtonTapped("photos"), nil),
      (.path(.push(id: 12, state: Folder.State(name: "music"))), nil),
      (.openButtonTapped("films"), nil),
      (.path(.element(id: 14, action: .noteChanged("old"))), nil),
    ]
    let session = try withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      try WrittenSession(
        of: Folders(), steps, from: Folders.State(), elementsElsewhere: [0: 3, 2: 7, 4: 1])
    }
    #expect(session.actions.map(\.nextElement) == [3, 4, 11, 12, 14, 15])
    let content = String(decoding: try session.content, as: UTF8.self)
    let replay = Replay(try scratch.file("session.jsonl", content))
    let result = try await replay.run(mode) { Folders() }
    #expect(result.difference == nil)
    #expect(result.state.path.ids == [3, 11, 12, 14])

    let lines = content.split(separator: "\n").filter { !$0.contains("\"effect\":") }
    #expect(lines.count { $0.contains("\"nextElement\":") } == 6)
  }

  /// Recorded by `ScenarioRunner folders`, of one of two stores; see `test_replay.sh`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["REPLAY_FOLDERS"] != nil))
  func foldersAsRecorded() async throws {
    let path = try #require(ProcessInfo.processInfo.environment["REPLAY_FOLDERS"])
    let result = try await Replay(path).run { Folders() }
    #expect(result.difference == nil)
    #expect(result.actionCount > 8)
  }

  @Test func aStateThatIsPassedHasTheIDsOfTheTest() async throws {
    let session = try WrittenSession(
      of: Folders(),
      [
        (.openButtonTapped("mail"), nil),
        (.path(.element(id: 1, action: .noteChanged("new"))), nil),
      ], from: Folders.State(path: StackState([Folder.State(name: "home")])))
    let content = String(decoding: try session.content, as: UTF8.self)
    let replay = Replay(try scratch.file("session.jsonl", content))
    let result = try await withDependencies {
      $0.stackElementID = StackElementIDGenerator()
    } operation: {
      let state = Folders.State(path: StackState([Folder.State(name: "home")]))
      return try await replay.run(initialState: state) { Folders() }
    }
    #expect(result.difference == nil)
    #expect(result.state.path.ids == [0, 1])
  }

  @Test func anotherOrderIsADifference() async throws {
    let replay = try replay()
    var result: ReplayResult<Folders.State>?
    await withKnownIssue { result = try await replay.run { Folders(opensBelow: true) } }
    #expect(result?.actionCount == 2)
    #expect(result?.difference?.contains("Action 2 of 9") == true)
  }

  @Test func theFileHasIDsAndTheNextOne() throws {
    let stack = withDependencies {
      $0.stackElementID = StackElementIDGenerator(from: 3)
    } operation: {
      StackState(["a", "b"])
    }
    func text(_ encoder: JSONEncoder) throws -> String {
      try withDependencies {
        $0.stackElementID = StackElementIDGenerator(from: 8)
      } operation: {
        String(decoding: try encoder.encode(stack), as: UTF8.self)
      }
    }
    #expect(
      try text(ReplayCoding.stateEncoder()) == #"{"elements":["a","b"],"ids":[3,4],"next":8}"#)
    #expect(try text(ReplayCoding.encoder()) == #"{"elements":["a","b"],"ids":[3,4]}"#)
    #expect(try text(JSONEncoder()) == #"["a","b"]"#)
    #expect(throws: DecodingError.self) {
      let text = #"{"elements":["a","b"],"ids":[3,3]}"#
      _ = try ReplayCoding.decoder().decode(StackState<String>.self, from: Data(text.utf8))
    }
  }

  @Test func digestsTellIDsApart() throws {
    let ids = StackElementIDGenerator()
    let (first, second, same) = withDependencies {
      $0.stackElementID = ids
    } operation: {
      var changed = StackState(["a"])
      changed[0] = "b"
      return (StackState(["b"]), changed, changed)
    }
    #expect(try StateDigest.of(first) != StateDigest.of(second))
    #expect(try StateDigest.of(second) == StateDigest.of(same))
  }
}
