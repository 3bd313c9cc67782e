import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// Files, streams and exit statuses of `signpost export`, seen from outside.
@Suite struct ExportCommandTests {
  private let trace = TraceWriter.simple([
    .schema(0), .actionBegin(10, 1, "counter", "increment"), .actionEnd(40, 1),
  ])

  @Test func theExportIsAFile() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory.appendingPathComponent("recording"))
      let (recording, file) = (directory.path + "/recording", directory.path + "/spans.csv")
      let result = try SignpostExecutable.run("export", recording, "-f", "csv", "-o", file)
      #expect(result.status == 0)
      #expect(result.output == "")
      #expect(result.errors == "signpost: wrote \(file)\n")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("increment"))
      let entries = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(entries.sorted() == ["recording", "spans.csv"])
    }
  }

  /// An output inside of a recording would be a part of it.
  @Test(arguments: [
    (".", ".", "recording"), (".", "./", "recording"), (".", "../recording/.", "recording"),
    ("ust/part", "..", "recording-ust"), ("ust/part", "../..", "recording"),
    ("ust/part", ".", "recording-part"), ("ust", "part", "recording-part"),
  ])
  func export_fromInsideOfTheRecording_writesBesideIt(
    place: String, path: String, name: String
  ) throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try trace.write(to: recording.appendingPathComponent("ust/part"))
      try Data("{}".utf8).write(to: recording.appendingPathComponent("signpost.json"))
      let before = try FileManager.default.subpathsOfDirectory(atPath: recording.path)
      func export() throws -> Command.Result {
        try SignpostExecutable.shell(
          "cd \"$1\" && \"$0\" export \"$2\" -f csv", "\(recording.path)/\(place)", path)
      }
      let result = try export()
      #expect(result.status == 0)
      #expect(result.errors.hasSuffix("/\(name).csv\n"))
      let entries = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(entries.sorted() == ["recording", "\(name).csv"].sorted())
      #expect(try FileManager.default.subpathsOfDirectory(atPath: recording.path) == before)
      #expect(try export().status == 73)
    }
  }

  @Test(arguments: [
    (["scrub", "."], "recording-scrubbed"), (["extract", "."], "session.jsonl"),
  ])
  func command_fromInsideOfTheRecording_writesBesideIt(
    command: [String], output: String
  ) throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try TraceWriter.simple([
        .schema(0), .storeCreated(1, 1), .send(9, 1, store: 1, name: "tap"),
        .actionBegin(10, 1, "app", "tap"), .actionData(11, 1, "{\"tap\":{}}"),
        .actionEnd(20, 1, changed: 1),
      ]).write(to: recording)
      let result = try SignpostExecutable.shell(
        "cd '\(recording.path)' && \"$0\" \"$@\"", command)
      #expect(result.status == 0, "\(result.errors)")
      let entries = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(entries.sorted() == ["recording", output].sorted())
    }
  }

  @Test func aMinusIsStandardOutput() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let result = try SignpostExecutable.run("export", directory.path, "-f", "csv", "-o", "-")
      #expect(result.status == 0)
      #expect(result.output.hasPrefix("kind,"))
      #expect(result.output.contains("increment"))
      #expect(result.errors == "")
    }
  }

  @Test func pathsAreForTimelines() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let wrongFormat = try SignpostExecutable.run(
        "export", directory.path, "-f", "csv", "-o", "-", "--paths", "3")
      #expect(wrongFormat.status == 64)
      #expect(wrongFormat.errors.contains("--format perfetto"))
      let negative = try SignpostExecutable.run(
        "export", directory.path, "-f", "chrome", "-o", "-", "--paths=-1")
      #expect(negative.status == 64)
      let counts = try [[], ["--paths", "0"]].map { options in
        let result = try SignpostExecutable.run(
          ["export", directory.path, "-f", "chrome", "-o", "-"] + options)
        #expect(result.status == 0)
        return result.output.components(separatedBy: "\"cat\":\"path\"").count - 1
      }
      #expect(counts == [1, 0])
    }
  }

  @Test func aFileIsReplacedOnlyIfAsked() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory.appendingPathComponent("recording"))
      let (recording, file) = (directory.path + "/recording", directory.path + "/spans.csv")
      try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
      let refused = try SignpostExecutable.run("export", recording, "-f", "csv", "-o", file)
      #expect(refused.status == 73)
      #expect(refused.errors.contains("“\(file)” is there already"))
      #expect(refused.errors.contains("--force"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
      let forced = try SignpostExecutable.run(
        "export", recording, "-f", "csv", "-o", file, "--force")
      #expect(forced.status == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("increment"))
    }
  }

  @Test func whatCanNotBeWrittenIsAnError() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let full = try SignpostExecutable.run(
        "export", directory.path, "-f", "csv", "-o", "/dev/full")
      #expect(full.status == 71)
      #expect(full.errors.contains("“/dev/full” could not be written to its end"))
      let missing = try SignpostExecutable.run(
        "export", directory.path, "-f", "csv", "-o", directory.path + "/missing/spans.csv")
      #expect(missing.status == 73)
      #expect(missing.errors.contains("cannot be created: No such file or directory"))
    }
  }

  @Test func whereThereIsNoTraceNothingIsWritten() throws {
    try withTemporaryDirectory { directory in
      let file = directory.path + "/spans.csv"
      let result = try SignpostExecutable.run("export", directory.path, "-f", "csv", "-o", file)
      #expect(result.status == 66)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }
  }

  @Test func aDamagedTraceIsExportedUpToTheDamage() throws {
    try withTemporaryDirectory { directory in
      try trace.write(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try Data(contentsOf: file).prefix(300).write(to: file)
      let result = try SignpostExecutable.run("export", directory.path, "-f", "csv", "-o", "-")
      #expect(result.status == 65)
      #expect(result.output.contains("increment"))
      #expect(result.errors.contains("ch_0: the file ends at byte 300"))
    }
  }

  @Test func aTraceOfOthersHasAStatusOfItsOwn() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([.foreign(1), .foreign(2)]).write(to: directory)
      let result = try SignpostExecutable.run("export", directory.path, "-f", "csv", "-o", "-")
      #expect(result.status == 68)
      #expect(result.errors.contains("has 2 events, but none of the provider composable"))
    }
  }
}
