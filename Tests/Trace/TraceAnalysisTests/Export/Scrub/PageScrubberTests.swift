import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct PageScrubberTests {
  /// A page, and its masked copy, decoded.
  private func scrubbed(
    _ writer: TraceWriter, _ options: RecordingScrubber.Options = .init()
  ) throws -> (original: DecodedPage, copy: DecodedPage, result: RecordingScrubber.Result) {
    try withTemporaryDirectory { directory in
      let (recording, page, copy) = (
        directory.path + "/recording", directory.path + "/page.html", directory.path + "/copy.html"
      )
      try writer.write(to: URL(fileURLWithPath: recording))
      try TraceExport.write(recording, as: .html, to: page)
      let result = try PageScrubber.write(page, to: copy, options: options)
      func decoded(_ path: String) throws -> DecodedPage {
        try DecodedPage(html: try Data(contentsOf: URL(fileURLWithPath: path)))
      }
      return (try decoded(page), try decoded(copy), result)
    }
  }

  @Test func write_texts_areMaskedAndNothingElse() throws {
    let (original, copy, result) = try scrubbed(TraceOfEverything.writer)
    #expect(result.texts > 0)
    #expect(copy.records.count == original.records.count)
    for (before, after) in zip(original.records, copy.records) {
      #expect(after.text?.utf8.count == before.text?.utf8.count)
      #expect((after.text ?? "").allSatisfy { "x\n".contains($0) })
      var expected = before
      expected.text = after.text
      #expect(after == expected)
    }
  }

  @Test func write_curvesOfProperties_areMaskedAsValues() throws {
    let (original, copy, _) = try scrubbed(
      .simple([
        .schema(0), .storeCreated(1, 1), .actionBegin(10, 5, "app", "x"), .actionEnd(11, 5),
        .stateDiff(12, 5, "- S(screen: .list)\n+ S(screen: .secret)"),
      ]))
    let (before, after) = (try #require(original.head.curves.first), copy.head.curves.first)
    #expect(before.property == "screen")
    #expect(before.values == [".list", ".secret"])
    #expect(after?.property == "xxxxxx")
    #expect(after?.values == ["xxxxx", "xxxxxxx"])
    #expect(after?.most == before.most)
  }

  @Test func write_name_isMaskedInTheWholePage() throws {
    var options = RecordingScrubber.Options()
    options.names = [NamePattern("loaded")]
    options.masksTexts = false
    options.masksValues = false
    let (original, copy, result) = try scrubbed(TraceOfEverything.writer, options)
    #expect(result.names == 1)
    #expect(String(decoding: original.json, as: UTF8.self).contains("loaded"))
    #expect(!String(decoding: copy.json, as: UTF8.self).contains("loaded"))
  }

  @Test(arguments: [
    ("to", "pay to a tool, to", "pay ## a tool, ##"), ("a", "a_b a", "a_b #"),
    ("tool", "a toolbox", "a ####box"), (#"a"b"#, #"by a"b."#, "by ###."),
  ])
  func sentence_shortName_isMaskedAsAWord(name: String, text: String, expected: String) {
    var options = RecordingScrubber.Options()
    options.names = [NamePattern(name)]
    var mask = TextMask(options)
    let letters: String? = mask.mask(name)
    let hidden = expected.replacing(
      String(repeating: "#", count: name.count), with: letters ?? "no mask")
    #expect(mask.sentence(text) == hidden)
  }

  /// Kinds and ids, which the page decodes, are texts as well.
  @Test func write_shortName_isMaskedInSentencesAlone() throws {
    var options = RecordingScrubber.Options()
    options.names = [NamePattern("log"), NamePattern("run"), NamePattern("1")]
    options.masksTexts = false
    options.masksValues = false
    let (original, copy, result) = try scrubbed(
      .simple([
        .schema(0), .storeCreated(1, 1), .actionBegin(10, 1, "app", "log"), .actionEnd(20, 1),
        .actionBegin(30, 1, "run", "1"), .actionEnd(40, 1), .log(50, 4, "app", "message"),
      ]), options)
    #expect(result.names == 3)
    #expect(copy.head.lanes.map(\.kind) == original.head.lanes.map(\.kind))
    #expect(copy.head.lanes.map(\.store) == original.head.lanes.map(\.store))
    #expect(copy.head.names.joined().allSatisfy { !["log", "run", "1"].contains($0) })
    #expect(copy.records.map(\.id) == original.records.map(\.id))
  }

  @Test func write_name_leavesNoTitle() throws {
    try withTemporaryDirectory { directory in
      let (recording, page, copy) = (
        directory.path + "/my-server", directory.path + "/page.html", directory.path + "/copy.html"
      )
      try TraceOfEverything.writer.write(to: URL(fileURLWithPath: recording))
      try TraceExport.write(recording, as: .html, to: page)
      #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<title>my-server"))
      var options = RecordingScrubber.Options()
      options.names = [NamePattern("my-server")]
      _ = try PageScrubber.write(page, to: copy, options: options)
      #expect(try String(contentsOfFile: copy, encoding: .utf8).contains("<title>Signpost<"))
    }
  }

  /// A size of a text that no number of bytes has.
  @Test func write_damagedTexts_areRefused() throws {
    try withTemporaryDirectory { directory in
      let (recording, page, copy) = (
        directory.path + "/recording", directory.path + "/page.html", directory.path + "/copy.html"
      )
      try TraceOfEverything.writer.write(to: URL(fileURLWithPath: recording))
      try TraceExport.write(recording, as: .html, to: page)
      var text = try String(contentsOfFile: page, encoding: .utf8)
      let start = try #require(text.range(of: "id=\"chunk-0\">")?.upperBound)
      let end = try #require(text[start...].range(of: "</script>")?.lowerBound)
      let compressed = try #require(Data(base64Encoded: String(text[start..<end])))
      var chunk = try #require(Decompressor.inflated(Array(compressed)))
      // Numbers of seven bits a byte: the columns, the number and the size of each, their contents.
      var place = 0
      func next() -> Int {
        var (value, shift) = (0, 0)
        repeat {
          value |= Int(chunk[place] & 0x7f) << shift
          shift += 7
          place += 1
        } while chunk[place - 1] & 0x80 != 0
        return value
      }
      let columns = (0..<next()).map { _ in (number: next(), size: next()) }
      let texts = try #require(columns.firstIndex { $0.number == 32 })
      place += columns[..<texts].reduce(0) { $0 + $1.size }
      try #require(columns[texts].size >= 10)
      chunk.replaceSubrange(
        place..<place + 10, with: [UInt8](repeating: 0xff, count: 9) + [0x01])
      let compressor = try #require(Compressor(.none, level: 6))
      let damaged = try #require(
        chunk.withUnsafeBytes { compressor.withCompressed($0) { Data($0) } })
      text.replaceSubrange(start..<end, with: damaged.base64EncodedString())
      try Data(text.utf8).write(to: URL(fileURLWithPath: page))
      #expect(throws: ScrubFailure.unknownLayout(page)) {
        try PageScrubber.write(page, to: copy)
      }
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func write_otherFile_isRefused() throws {
    try withTemporaryDirectory { directory in
      let path = directory.path + "/page.html"
      try Data("<html></html>".utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: ScrubFailure.unknownLayout(path)) {
        try PageScrubber.write(path, to: directory.path + "/copy.html")
      }
      #expect(!FileManager.default.fileExists(atPath: directory.path + "/copy.html"))
    }
  }
}
