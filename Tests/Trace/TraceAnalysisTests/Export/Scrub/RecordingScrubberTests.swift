import Foundation
import RecordingManifests
import TestSupport
import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct RecordingScrubberTests {
  private static let secret = "a secret of the user"

  private let secrets = TraceWriter.simple([
    .schema(0), .storeCreated(1, 1),
    .actionBegin(10, 1, "checkout", "payButtonTapped"),
    .actionPayload(11, 1, secret), .stateDiff(12, 1, secret),
    .actionEnd(20, 1, changed: 2, effect: 3),
    .effectBegin(25, 1, "checkout", "payButtonTapped", action: 1),
    .log(30, 4, "app.net", secret, metadata: secret),
    .intervalBegin(40, 1, "fetch", message: secret), .intervalEnd(50, 1, "fetch", message: secret),
    .event(55, "hit", message: secret), .effectEnd(60, 1),
  ])

  /// Writes a recording, and its masked copy.
  private func scrubbed(
    _ writer: TraceWriter, _ options: RecordingScrubber.Options = .init(),
    prepare: (URL) throws -> Void = { _ in },
    _ body: (_ original: URL, _ copy: URL, RecordingScrubber.Result) throws -> Void
  ) throws {
    try withTemporaryDirectory { directory in
      let original = directory.appendingPathComponent("original")
      let copy = directory.appendingPathComponent("copy")
      try writer.write(to: original)
      try prepare(original)
      let result = try RecordingScrubber.write(original.path, to: copy.path, options: options)
      try body(original, copy, result)
    }
  }

  private func files(with text: String, below directory: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { path in
      let data = try? Data(contentsOf: directory.appendingPathComponent(path))
      return path.contains(text) || data?.range(of: Data(text.utf8)) != nil
    }
  }

  private func names(_ pattern: String) -> RecordingScrubber.Options {
    var options = RecordingScrubber.Options()
    options.names = [NamePattern(pattern)]
    options.masksTexts = false
    options.masksValues = false
    return options
  }

  @Test func write_textsAndValues_areMaskedEverywhere() throws {
    try scrubbed(secrets) { original, copy, result in
      let before = try files(with: Self.secret, below: original)
      #expect(!before.isEmpty)
      let left = try files(with: Self.secret, below: copy)
      #expect(left.isEmpty)
      #expect(result.texts == 7)
      #expect(result.leftOut.isEmpty)
    }
  }

  /// Nothing but texts differs: times, ids, counts, causes, losses.
  @Test func write_traceOfEverything_hasTheSameReport() throws {
    try scrubbed(TraceOfEverything.writer) { original, copy, _ in
      // Paths of the recording are in its losses and findings.
      let expected = try Report(directory: original.path).json()
        .replacing(original.path, with: copy.path)
      let report = try Report(directory: copy.path).json()
      #expect(report == expected)
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func write_traceOfEverything_isExported(format: ExportFormat) throws {
    try scrubbed(TraceOfEverything.writer) { _, copy, _ in
      let summary = try TraceExport.write(copy.path, as: format, to: copy.path + ".export")
      #expect(summary.damage.isEmpty)
    }
  }

  @Test func write_onlyTexts_keepsValues() throws {
    var options = RecordingScrubber.Options()
    options.masksValues = false
    try scrubbed(secrets, options) { _, _, result in #expect(result.texts == 4) }
    options.masksValues = true
    options.masksTexts = false
    try scrubbed(secrets, options) { _, _, result in #expect(result.texts == 3) }
  }

  @Test func write_chosenNames_getOneMaskEach() throws {
    try scrubbed(secrets, names("pay*")) { original, copy, result in
      #expect(result.names == 1 && result.texts == 0)
      let left = try files(with: "payButtonTapped", below: copy)
      #expect(left.isEmpty)
      let (before, after) = (
        try Report(directory: original.path), try Report(directory: copy.path)
      )
      let mask = try #require(after.actions.first?.name)
      #expect(mask.utf8.count == "payButtonTapped".utf8.count)
      #expect(after.effects.map(\.name) == [mask])
      #expect(after.actions.map(\.prefix) == before.actions.map(\.prefix))
      #expect(after.actions.map(\.count) == before.actions.map(\.count))
    }
  }

  /// The outer name of a nested action ends with the inner one.
  @Test(arguments: ["*", "tap*", "tap"])
  func write_namesOfNestedActions_keepTheFigures(pattern: String) throws {
    let nested = TraceWriter.simple([
      .schema(0), .storeCreated(1, 1),
      .actionBegin(10, 1, "outer", "child.tap"),
      .actionBegin(11, 2, "inner", "tap", parent: 1),
      .actionEnd(30, 2, changed: 2), .actionEnd(40, 1, changed: 2),
      .actionBegin(50, 3, "outer", "other"),
      .actionBegin(51, 4, "inner", "child.tap", parent: 3),
      .actionEnd(60, 4, changed: 2), .actionEnd(70, 3, changed: 2),
    ])
    try scrubbed(nested, names(pattern)) { original, copy, _ in
      func figures(_ directory: URL) throws -> [[UInt64]] {
        let report = try Report(directory: directory.path)
        return report.actions.map {
          [$0.count, UInt64($0.selfNs), UInt64($0.exclusiveNs), UInt64($0.levels?.count ?? 0)]
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
      }
      let (before, after) = (try figures(original), try figures(copy))
      #expect(after == before)
    }
  }

  /// The copy contains no name that the pattern covers, nor a name within one.
  @Test(arguments: [
    ("Outer", "Outer.Inner.State", 0, 17), ("Inner", "Outer.Inner.State", 6, 17),
    ("Outer.Inner", "App.Outer.Inner.State", 4, 21), ("Outer", "App/Outer.swift", 4, 15),
    ("App", "App/Outer.swift", 0, 15), ("Outer", "App/Outer.swift:41", 4, 15),
    ("shop", "com.shop.net", 4, 8),
    ("list", "app.list.element.tapped", 4, 8), ("list.element", "list.element.tapped", 0, 12),
    ("Out", "Outer.Inner.State", 0, 0), ("Outer", "TheOuter.State", 0, 0),
  ])
  func mask_nameAroundOthers_hasWhatIsNestedInATypeAndTheCasesOfAnAction(
    pattern: String, name: String, start: Int, end: Int
  ) throws {
    var mask = TextMask(names(pattern))
    let bytes = Array(name.utf8)
    let result = mask.mask(bytes, .name)
    guard end > 0 else {
      #expect(result == nil)
      return
    }
    let masked = try #require(result)
    #expect(masked.count == bytes.count)
    #expect(masked[..<start] == bytes[..<start])
    #expect(masked[end...] == bytes[end...])
    func components(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
      name[start..<end].split { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }
    let pairs = zip(components(bytes), components(masked))
    #expect(components(bytes).count == components(masked).count)
    #expect(pairs.allSatisfy { $0.count == $1.count && $0 != $1 })
  }

  @Test func write_featureAroundOthers_isNowhereInTheCopy() throws {
    let writer = TraceWriter.simple([
      .schema(0), .storeCreated(1, 1, feature: "Outer.Inner.State"),
      .actionBegin(10, 1, "app", "tap"), .actionEnd(20, 1, changed: 2),
    ])
    try scrubbed(writer, names("Outer")) { original, copy, result in
      let before = try files(with: "Outer", below: original)
      #expect(!before.isEmpty)
      for text in ["Outer", "Inner"] {
        let left = try files(with: text, below: copy)
        #expect(left.isEmpty)
      }
      #expect(result.names == 1)
    }
  }

  @Test func write_namesOfProcessAndMachine_areMaskedInMetadataAndContext() throws {
    var writer = secrets
    writer.environment = [("hostname", "\"secret-machine\""), ("procname", "\"demo\"")]
    try scrubbed(writer, names("*e*m*")) { _, copy, _ in
      let left = try files(with: "secret-machine", below: copy)
      #expect(left.isEmpty)
      let report = try Report(directory: copy.path)
      #expect(report.processes.first?.name.isEmpty == false)
      #expect(report.processes.first?.name != "demo")
    }
  }

  @Test func write_nameOfASession_isMaskedInMetadataAndDirectories() throws {
    var writer = secrets
    writer.environment = [("trace_name", #""a \"private\" session""#)]
    try withTemporaryDirectory { directory in
      let original = directory.appendingPathComponent("original")
      try writer.write(to: original.appendingPathComponent("a private session-20261126-095000/ust"))
      let copy = directory.path + "/copy"
      _ = try RecordingScrubber.write(
        original.path, to: copy + "/", options: names(#"a *private* session"#))
      let left = try files(with: "private", below: URL(fileURLWithPath: copy))
      #expect(left.isEmpty)
      let names = try FileManager.default.contentsOfDirectory(atPath: copy)
      #expect(names.first?.hasSuffix("-20261126-095000") == true)
      let events = try Report(directory: copy).events
      #expect(try events == Report(directory: original.path).events)
    }
  }

  @Test(arguments: [
    ("ip-10-0-0-12", "ip-10-0-0-12", ""), ("build-7", "build-7", ""),
    ("build-7-4711-20261126-095000", "build-7", "-4711-20261126-095000"),
    ("night-2-20261126-095000", "night-2", "-20261126-095000"),
    ("shop-4711-20261126-095000", "shop", "-4711-20261126-095000"),
  ])
  func write_directoryWhoseNameHasNumbers_isMasked(
    directory: String, name: String, rest: String
  ) throws {
    try withTemporaryDirectory { place in
      try secrets.write(to: place.appendingPathComponent("original/\(directory)"))
      let copy = place.path + "/copy"
      _ = try RecordingScrubber.write(place.path + "/original", to: copy, options: names(name))
      let found = try #require(try FileManager.default.contentsOfDirectory(atPath: copy).first)
      #expect(found.hasSuffix(rest))
      #expect(found.utf8.count == directory.utf8.count)
      #expect(!found.hasPrefix(name))
    }
  }

  @Test func write_namesInTheCommand_areMasked() throws {
    let command = [
      "signpost", "record", "--attach=shop", "--on-slow", "16ms:checkout:shop", "-o", "a/shop/b",
      "/opt/shop",
    ]
    var manifest = RecordingManifest(
      mode: .attached, command: command, session: "s", started: "2026-11-22T20:15:00Z")
    manifest.part = .recording
    let data = try JSONEncoder().encode(manifest)
    try scrubbed(
      secrets, names("shop"),
      prepare: { try data.write(to: $0.appendingPathComponent(RecordingManifest.fileName)) }
    ) { _, copy, _ in
      let masked = try JSONDecoder().decode(
        RecordingManifest.self,
        from: Data(contentsOf: copy.appendingPathComponent(RecordingManifest.fileName))
      ).command
      let mask = masked[2].dropFirst("--attach=".count)
      #expect(mask.count == 4 && mask != "shop")
      let expected = [
        "signpost", "record", "--attach=\(mask)", "--on-slow", "16ms:checkout:\(mask)", "-o",
        "a/\(mask)/b", "xxxxxxxxx",
      ]
      #expect(masked == expected)
    }
  }

  /// LTTng leaves earlier contents of its buffers behind the events of a packet.
  @Test func write_textsBehindTheContentAndInACutEvent_areRemoved() throws {
    try scrubbed(
      secrets,
      prepare: { original in
        let file = original.appendingPathComponent("ch_0")
        var bytes = try Data(contentsOf: file)
        let end = bytes.count
        bytes.replaceSubrange(
          (end - 100)..<(end - 100 + Self.secret.utf8.count), with: Self.secret.utf8)
        try bytes.write(to: file)
      }
    ) { original, copy, _ in
      let left = try files(with: Self.secret, below: copy)
      #expect(left.isEmpty)
    }
    for length in stride(from: 100, to: 900, by: 37) {
      try scrubbed(
        secrets,
        prepare: { original in
          let file = original.appendingPathComponent("ch_0")
          try Data(contentsOf: file).prefix(length).write(to: file)
        }
      ) { original, copy, _ in
        let left = try files(with: Self.secret, below: copy)
        #expect(left.isEmpty)
        func size(_ directory: URL) throws -> Int {
          try Data(contentsOf: directory.appendingPathComponent("ch_0")).count
        }
        let sizes = (try size(original), try size(copy))
        #expect(sizes.0 >= sizes.1)
        let expected = try Report(directory: original.path).events
        let events = try Report(directory: copy.path).events
        #expect(events == expected)
      }
    }
  }

  @Test func write_unknownFiles_areLeftOut() throws {
    try scrubbed(
      secrets,
      prepare: { original in
        for name in ["recorder.log", "perf.data"] {
          try Data(Self.secret.utf8).write(to: original.appendingPathComponent(name))
        }
      }
    ) { _, copy, result in
      #expect(result.leftOut.sorted() == ["perf.data", "recorder.log"])
      let left = try files(with: Self.secret, below: copy)
      #expect(left.isEmpty)
    }
  }

  @Test func write_data_isRefusedByExtraction() throws {
    let writer = TraceWriter.simple([
      .schema(0), .storeCreated(1, 1), .actionBegin(10, 1, "app", "tap"),
      .actionData(11, 1, "{\"tap\":{\"text\":\"\(Self.secret)\"}}"), .actionEnd(20, 1),
    ])
    try scrubbed(writer) { original, copy, _ in
      let left = try files(with: Self.secret, below: copy)
      #expect(left.isEmpty)
      let result = try SignpostExecutable.run(
        "extract", copy.path, "-o", copy.path + ".jsonl")
      #expect(result.status == 79)
      #expect(result.errors.contains("could not be encoded"))
    }
  }

  @Test func write_existingOutput_isRefused() throws {
    try withTemporaryDirectory { directory in
      try secrets.write(to: directory.appendingPathComponent("original"))
      let path = directory.path + "/original"
      #expect(throws: ScrubFailure.exists(path)) { try RecordingScrubber.write(path, to: path) }
      #expect(throws: TraceReaderError.noDirectory(directory.path + "/none")) {
        try RecordingScrubber.write(directory.path + "/none", to: directory.path + "/copy")
      }
    }
  }

  @Test func write_outputInAMissingDirectory_isNotCreated() throws {
    try withTemporaryDirectory { directory in
      try secrets.write(to: directory.appendingPathComponent("original"))
      let output = directory.path + "/none/copy"
      #expect(throws: ScrubFailure.notCreated(output, reason: "No such file or directory")) {
        try RecordingScrubber.write(directory.path + "/original", to: output)
      }
      let result = try SignpostExecutable.run(
        "scrub", directory.path + "/original", "-o", output)
      #expect(result.status == 73)
    }
  }

  /// Metadata that says nothing of an event: a text could be missed.
  @Test func write_unknownLayout_leavesNothing() throws {
    try withTemporaryDirectory { directory in
      let original = directory.appendingPathComponent("original")
      try secrets.write(to: original)
      let metadata = original.appendingPathComponent("metadata")
      let text = try String(contentsOf: metadata, encoding: .utf8)
      try Data(text.replacing("string _message", with: "variant <x> { string a; } _message").utf8)
        .write(to: metadata)
      #expect(throws: ScrubFailure.self) {
        try RecordingScrubber.write(original.path, to: directory.path + "/copy")
      }
      let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(left == ["original"])
    }
  }
}
