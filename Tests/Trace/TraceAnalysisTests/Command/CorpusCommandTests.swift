import Foundation
import ReplayFile
import TestSupport
import Testing

@Suite struct CorpusCommandTests {
  private let scratch = try! ScratchDirectory()

  private func session(
    _ name: String, _ changes: [(String, [String])], hasChanges: Bool = true
  ) throws {
    let actions = changes.enumerated().map { index, change in
      var action = ReplayAction(action: index + 1, at: 0, name: change.0)
      action.changed = change.1
      action.data = Data("{}".utf8)
      return action
    }
    var header = ReplayHeader(
      feature: "Todos", prefix: "", process: .init(name: "todos", pid: nil), store: "1")
    header.actions = actions.count
    header.hasChanges = hasChanges
    let recording = ReplayRecording(path: "", header: header, actions: actions, effects: [])
    try scratch.file("sessions/\(name).jsonl", String(decoding: recording.content, as: UTF8.self))
  }

  @Test func corpus_sessions_copiesTheOnesThatCoverAll() throws {
    try session("all", [("added", ["todos"]), ("toggled", ["todos[0].isDone"]), ("added", [])])
    try session("part", [("added", ["todos"]), ("toggled", ["todos[7].isDone"])])
    try session("other", [("cleared", ["todos"])])
    let output = scratch.path("chosen")
    let result = try SignpostExecutable.run(
      "corpus", scratch.path("sessions"), "--output", output)
    #expect(result.status == 0)
    #expect(result.output == "all.jsonl\nother.jsonl\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 2)
    #expect(try ReplayRecording(path: "\(output)/all.jsonl").actions.count == 3)
    let again = try SignpostExecutable.run(
      "corpus", scratch.path("sessions"), "--output", output)
    #expect(again.status == 73)
  }

  @Test func corpus_noSessions_endsWithNoTrace() throws {
    try scratch.file("empty/readme.txt", "nothing")
    #expect(try SignpostExecutable.run("corpus", scratch.path("empty")).status == 66)
  }

  @Test(arguments: ["none", "file"])
  func corpus_noDirectory_endsWithNoTrace(name: String) throws {
    try scratch.file("file", "text")
    #expect(try SignpostExecutable.run("corpus", scratch.path(name)).status == 66)
  }

  @Test func corpus_outputInAFile_isUnusable() throws {
    try session("all", [("added", ["todos"])])
    try scratch.file("file", "text")
    let result = try SignpostExecutable.run(
      "corpus", scratch.path("sessions"), "--output", scratch.path("file/chosen"))
    #expect(result.status == 73)
  }

  /// A limit on the size of files is an error like a full disk.
  @Test func corpus_noRoom_leavesNothing() throws {
    try session("all", [("added", ["todos"])])
    try session("large", [("cleared", [String(repeating: "x", count: 20_000)])])
    let output = scratch.path("chosen")
    let result = try SignpostExecutable.shell(
      "ulimit -f 16; \"$0\" corpus \"$1\" --output \"$2\"", scratch.path("sessions"), output)
    #expect(result.status == 71)
    #expect(result.errors.contains("large.jsonl"))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test func corpus_oneSessionWithoutNames_namesBothCauses() throws {
    try session("all", [("added", [])], hasChanges: false)
    let result = try SignpostExecutable.run("corpus", scratch.path("sessions"))
    #expect(result.errors.contains("1 of 1 session has the only pair of"))
    #expect(result.errors.contains("1 of them lacks names of changed properties"))
    #expect(result.errors.contains("--state-diffs"))
  }

  @Test func corpus_namesFromFullDifferences_areNotMissed() throws {
    try session("full", [("added", ["todos"])], hasChanges: false)
    let result = try SignpostExecutable.run("corpus", scratch.path("sessions"))
    #expect(result.errors.contains("1 of 1 session has the only pair of"))
    #expect(!result.errors.contains("lack"))
  }
}
