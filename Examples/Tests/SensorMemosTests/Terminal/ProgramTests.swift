import ExampleTestSupport
import Foundation
import Testing

private let program = ExampleProgram("SensorMemos")

@Suite(.serialized, .timeLimit(.minutes(1)))
struct ProgramTests {
  private func run(_ input: String, in directory: URL) async throws -> ExampleProgram.Outcome {
    try await program.run(["--directory", directory.path, "--interval", "10"], input: input)
  }

  @Test func recordsPlaysAndDeletes() async throws {
    try await withScratchDirectory { directory in
      let first = try await run("record\nchoose 1\nwait 500\nstop\nrename 1 Build\n", in: directory)
      #expect(first.errors == "")
      #expect(first.status == 0)
      #expect(
        first.lines.prefix(3) == [
          "0 memos", "0 memos | alert: May SensorMemos record the cpu use of this machine?",
          "0 memos | recording, 0 samples",
        ])
      #expect(first.lines.contains("0 memos | recording, 2 samples"))
      #expect(first.lines.last == "1 memo | 1 Build")

      let second = try await run("play 1\nspeed\nspeed\nwait\ndelete 1\nchoose 1\n", in: directory)
      #expect(second.errors == "")
      #expect(second.lines.first == "1 memo | 1 Build")
      #expect(second.lines.contains { $0.hasSuffix("at 10x") })
      #expect(
        second.lines.suffix(3) == [
          "1 memo | 1 Build", "1 memo | 1 Build | alert: Delete “Build”?", "0 memos",
        ])
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(files.sorted() == ["memos.json", "permission.json"])
    }
  }

  @Test func theEndOfTheInputKeepsARecording() async throws {
    try await withScratchDirectory { directory in
      let outcome = try await run("record\nchoose 1\nwait 500\n", in: directory)
      #expect(outcome.lines.last == "1 memo | 1 Memo 1")
      #expect(outcome.status == 0)
    }
  }

  @Test func aRefusalIsKept() async throws {
    try await withScratchDirectory { directory in
      _ = try await run("record\nchoose 2\n", in: directory)
      let outcome = try await run("record\nchoose 1\n", in: directory)
      #expect(
        outcome.lines == [
          "0 memos", "0 memos | alert: Recording was refused. Press p to decide anew.", "0 memos",
        ])
    }
  }

  @Test func aDirectoryThatCannotBeMadeIsReported() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("file")
      try Data().write(to: file)
      let outcome = try await run("record\nchoose 1\nwait 300\n", in: file)
      #expect(outcome.lines.contains { $0.contains("The samples cannot be written or read:") })
      #expect(outcome.errors.contains("SensorMemos: The memos cannot be saved."))
      #expect(outcome.status == 74)
    }
  }

  @Test func whatMakesNoSenseNowIsReported() async throws {
    try await withScratchDirectory { directory in
      let outcome = try await run(
        "play \(Int.min)\nstop\nspeed\nchoose 1\nrename 1\nplay x\njump\n", in: directory)
      #expect(
        outcome.errors.split(separator: "\n").map { $0.split(separator: ";")[0] } == [
          "SensorMemos: line 1: there is no memo \(Int.min)",
          "SensorMemos: line 2: nothing is going on",
          "SensorMemos: line 3: nothing is being played",
          "SensorMemos: line 4: no question is being asked",
          "SensorMemos: line 5: 'rename 1' lacks its row and title",
          "SensorMemos: line 6: 'play x' lacks its row",
          "SensorMemos: line 7: unknown command 'jump'",
        ])
      #expect(outcome.status == 65)
    }
  }

  @Test func keysRecordPlayAndDelete() async throws {
    try await withScratchDirectory { directory in
      let terminal = try PseudoTerminal(program)
      try terminal.start(
        ["--directory", directory.path, "--interval", "10"], environment: ["NO_COLOR": "1"])
      try await terminal.expect("No memos yet.")
      terminal.type("r")
      try await terminal.expect("[a] Allow   [r] Refuse")
      terminal.type("a")
      try await terminal.expect("● recording  0:00.3")
      terminal.type("s")
      try await terminal.expect("› Memo 1")
      terminal.type("e\u{15}Build\r")
      try await terminal.expect("› Build")
      terminal.type("\r")
      try await terminal.expect("▶ 0:00.1 of 0:0")
      terminal.type("x")
      try await terminal.expect("2×")
      try await terminal.expect("r record")
      terminal.type("dk")
      try await terminal.expect("[k] Keep")
      try await terminal.expect("› Build")
      terminal.type("dd")
      try await terminal.expect("No memos yet.")
      terminal.type("q")
      #expect(try await terminal.ended() == .clean)
    }
  }

  @Test func aSignalDoesNotLoseARecording() async throws {
    try await withScratchDirectory { directory in
      let terminal = try PseudoTerminal(program)
      try terminal.start(
        ["--directory", directory.path, "--interval", "10"], environment: ["NO_COLOR": "1"])
      terminal.type("ra")
      try await terminal.expect("● recording  0:00.2")
      kill(terminal.process.processIdentifier, SIGTERM)
      try await terminal.waitForEnd()
      #expect(terminal.process.terminationReason == .uncaughtSignal)
      #expect(terminal.isCooked)
      let memos = directory.appendingPathComponent("memos.json")
      #expect(try String(contentsOf: memos, encoding: .utf8).contains("Memo 1"))
    }
  }
}
