import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct StackExportTests {
  // Without those whose ends are missing, as nothing says how long they took. Events are lost in a
  // stream that could be of any process.
  private static let expected: [(stack: [String], time: Int)] = [
    (["demo (4242), thread 4242 [events lost]", "[app] tap"], 12_000),
    (["demo (4242), thread 4242 [events lost]", "[app] tap", "[row] tap"], 6_000),
    (["demo (4242), thread 4242 [events lost]", "[app] loaded"], 8_000),
    (["demo (4242), thread 4242 [events lost]", "[app] again"], 3_000),
    (["demo (4242), thread 4242 [events lost]", "[app] after"], 5_000),
    (["worker (4343), thread 4344 [events lost]", "[app] tap"], 8_000),
    (["worker (4343), thread 4344 [events lost]", #"[app] a;b, "c"�<d>"#], 30_000),
    (["worker (4343), thread 4344 [events lost]", #"[app] a;b, "c"�<d>"#, "[row] deep"], 25_000),
    (
      [
        "worker (4343), thread 4344 [events lost]", #"[app] a;b, "c"�<d>"#, "[row] deep",
        "[cell] deeper",
      ], 10_000
    ),
  ]

  @Test func foldedStacksAreSelfTimes() throws {
    let lines = try exported(TraceOfEverything.writer, as: .folded).split(separator: "\n")
    let expected = Self.expected.map { entry in
      let frames = entry.stack.map { $0.replacingOccurrences(of: ";", with: "_") }
      return "\(frames.joined(separator: ";")) \(entry.time)"
    }
    #expect(lines.map(String.init).sorted() == expected.sorted())
  }

  /// A mark makes one character of itself and the one before it.
  @Test(arguments: ["a;\u{301}b", "a\r\nb", "a\u{2028}b"])
  func folded_nameWithASeparator_isOneFrame(name: String) throws {
    let trace = TraceWriter.simple([.actionBegin(0, 1, "", name), .actionEnd(5, 1)])
    let lines = try exported(trace, as: .folded).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.utf8.count { $0 == UInt8(ascii: ";") } == 1, "\(lines)")
  }

  @Test func speedscopeHasAProfileForEachProcess() throws {
    let data = try exportedData(TraceOfEverything.writer, as: .speedscope)
    let file = try JSONDecoder().decode(SpeedscopeFile.self, from: data)
    #expect(
      file.profiles.map(\.name) == [
        "demo (4242), thread 4242 [events lost]", "worker (4343), thread 4344 [events lost]",
      ])
    #expect(file.profiles.map(\.endValue) == [34_000, 73_000])
    var found: [String: Int] = [:]
    for profile in file.profiles {
      #expect(profile.type == "sampled")
      #expect(profile.unit == "nanoseconds")
      #expect(profile.samples.count == profile.weights.count)
      #expect(profile.weights.reduce(0, +) == profile.endValue)
      for (sample, weight) in zip(profile.samples, profile.weights) {
        found[sample.map { file.shared.frames[$0].name }.joined(separator: "\n"), default: 0] +=
          weight
      }
    }
    let expected = Self.expected.map { ($0.stack.joined(separator: "\n"), $0.time) }
    #expect(found == Dictionary(uniqueKeysWithValues: expected))
  }

  private struct SpeedscopeFile: Decodable {
    var shared: Shared
    var profiles: [Profile]

    struct Shared: Decodable { var frames: [Frame] }
    struct Frame: Decodable { var name: String }
    struct Profile: Decodable {
      var type: String
      var name: String
      var unit: String
      var endValue: Int
      var samples: [[Int]]
      var weights: [Int]
    }
  }
}
