import Foundation
import TestSupport
import Testing

@testable import ReplayFile

/// The files of sessions, as they are written and read, and damaged.
@Suite struct ReplayRecordingTests {
  private enum Action: Codable, Equatable {
    case typed(String)
    case ticked(Double)
    case marked(Set<Int>)
  }

  private static let actions: [Action] = [
    .typed(#"say "data": \"# + "\n\t日本 🙂 \u{1B}"), .ticked(.infinity), .marked([3, 1, 2]),
    .typed(""),
  ]

  private static func name(_ action: Action) -> String {
    switch action {
    case .typed: "typed"
    case .ticked: "ticked"
    case .marked: "marked"
    }
  }

  private static func lines() throws -> [ReplayLine] {
    let encoder = ReplayCoding.encoder()
    var header = ReplayHeader(
      feature: "Notes", prefix: "notes", process: ReplayHeader.Process(name: "app", pid: nil),
      store: "1")
    header.actions = actions.count
    header.state = Data(#"{"text":"\\","data":1}"#.utf8)
    var lines = [ReplayLine.header(header)]
    for (index, value) in actions.enumerated() {
      var action = ReplayAction(action: index + 1, at: Int64(index), name: name(value))
      if index > 0 { action.cause = ReplayAction.Cause(effect: 1, action: index) }
      action.data = try encoder.encode(value)
      lines.append(.action(action))
    }
    return lines + [.effect(ReplayEffect(effect: 1, of: 1, outcome: "finished", outputs: 3))]
  }

  private static func content(_ lines: [ReplayLine]) throws -> Data {
    let encoder = ReplayCoding.encoder()
    return Data(try lines.map { try $0.encoded(by: encoder) }.joined(separator: [0x0A]))
  }

  private func recording(_ text: String) throws -> ReplayRecording {
    try ReplayRecording(Data(text.utf8), path: "notes.jsonl")
  }

  @Test func init_encodedLines_areReadAgain() throws {
    let lines = try Self.lines()
    let recording = try ReplayRecording(Self.content(lines), path: "notes.jsonl")
    var read = [ReplayLine.header(recording.header)]
    read += recording.actions.map { ReplayLine.action($0) }
    read += recording.effects.map { ReplayLine.effect($0) }
    #expect(read == lines)
    #expect(try recording.decodedActions(of: Action.self, name: Self.name) == Self.actions)
  }

  /// Wherever a file is cut off, also within a character or after a backslash.
  @Test func init_fileThatIsCutOff_isRefused() throws {
    let content = try Self.content(try Self.lines().dropLast())
    for count in 0..<content.count - 1 {
      #expect(throws: ReplayFileError.self, "\(count) bytes") {
        try ReplayRecording(content.prefix(count), path: "notes.jsonl")
      }
    }
  }

  /// Any other content is read or refused with a reason.
  @Test func init_damagedBytes_areReadOrRefused() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let content = try Self.content(try Self.lines())
    for _ in 0..<2000 {
      var damaged = content
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.insert(Array(#"\"{}[],:"#.utf8).randomElement(using: &random)!, at: place)
        }
      }
      do {
        _ = try ReplayRecording(damaged, path: "notes.jsonl")
      } catch {
        #expect(error is ReplayFileError, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    ("", "is no session"), ("\n\n", "is no session"), ("[]", "is no session"),
    (#"{"signpostSession":"1"}"#, "is no session"),
    (#"{"signpostSession":2}"#, "has version 2"),
    (#"{"signpostSession":1}"#, "damaged at line 1: 'feature' is missing"),
  ])
  func init_otherFirstLine_isRefused(text: String, reason: String) {
    let error = #expect(throws: ReplayFileError.self) { try recording(text) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test(arguments: [(0, true), (1, false), (2, true), (3, true)])
  func init_causeOfALaterAction_isRefused(cause: Int, isRefused: Bool) throws {
    var lines = try Self.lines()
    guard case .action(var action) = lines[2] else {
      Issue.record("no action")
      return
    }
    action.cause = ReplayAction.Cause(effect: 1, action: cause)
    lines[2] = .action(action)
    let content = try Self.content(lines)
    if isRefused {
      #expect(
        throws: ReplayFileError.malformed(
          path: "notes.jsonl", line: 3, reason: "its cause comes after it")
      ) { try ReplayRecording(content, path: "notes.jsonl") }
    } else {
      #expect(try ReplayRecording(content, path: "notes.jsonl").actions[1].cause?.action == cause)
    }
  }

  @Test func init_pathOfADirectoryOrNothing_saysWhich() throws {
    let scratch = try ScratchDirectory()
    for (path, reason) in [("nothing", "there is no such file"), (".", "cannot be read")] {
      let error = #expect(throws: ReplayFileError.self) {
        try ReplayRecording(path: scratch.path(path))
      }
      #expect(error?.description.contains(reason) == true)
    }
  }

  @Test func decodedActions_changedType_listsEachCase() throws {
    enum Fewer: Codable {
      case typed(String)
      case ticked(Double)
    }
    let recording = try ReplayRecording(Self.content(Self.lines()), path: "notes.jsonl")
    let error = #expect(throws: ReplayFileError.self) {
      _ = try recording.decodedActions(of: Fewer.self) { action in
        if case .typed = action { "wrote" } else { "ticked" }
      }
    }
    let text = try #require(error?.description)
    #expect(text.contains("• typed, 2 times, first as action 1: it is called 'wrote' now"))
    #expect(text.contains("• marked, once, first as action 3: "))
    #expect(!text.contains("• ticked"))
  }

  @Test func decodedState_missingOrChangedState_isExplained() throws {
    var recording = try ReplayRecording(Self.content(Self.lines()), path: "notes.jsonl")
    struct Notes: Codable, Equatable {
      var text: String
      var data: Int
    }
    #expect(try recording.decodedState(of: Notes.self) == Notes(text: "\\", data: 1))
    let changed = #expect(throws: ReplayFileError.self) {
      _ = try recording.decodedState(of: [Int].self)
    }
    #expect(changed?.description.contains("is no 'Array<Int>' any more") == true)
    struct Plain {}
    let plain = #expect(throws: ReplayFileError.self) {
      _ = try recording.decodedState(of: Plain.self)
    }
    #expect(plain?.description.contains("'Plain' is not 'Codable'") == true)
    guard case .header(var header) = try Self.lines()[0] else { return }
    header.state = nil
    header.stateProblem = "the state is too large"
    let lines = try [ReplayLine.header(header)] + Self.lines().dropFirst()
    recording = try ReplayRecording(Self.content(lines), path: "notes.jsonl")
    let missing = #expect(throws: ReplayFileError.self) {
      _ = try recording.decodedState(of: Int.self)
    }
    #expect(missing?.description.contains("begins with: the state is too large.") == true)
  }
}
