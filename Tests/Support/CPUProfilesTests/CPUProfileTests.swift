import Foundation
import TestSupport
import Testing

@testable import CPUProfiles

/// The profile of a recording, as a file.
@Suite struct CPUProfileTests {
  private func read(_ text: String) throws -> CPUProfile {
    try Array(text.utf8).withUnsafeBytes { try CPUProfile($0) }
  }

  private static let text = """
    signpost-cpu-profile 1
    w -5 90
    f main\tapp
    k clear_page\t
    n -1 0
    n 0 1
    t 12 13
    s 10 1001001 0 1
    s 20 4294967295 0 -1
    l 7
    e

    """

  @Test func init_writtenText_hasEachPart() throws {
    let profile = try read(Self.text)
    #expect(profile.window == CPUProfile.Window(start: -5, end: 90))
    #expect(profile.lost == 7)
    #expect(profile.samples.map(\.period) == [1_001_001, .max])
    #expect(Array(profile.stack(of: profile.samples[0])) == [profile.nodes[1], profile.nodes[0]])
    #expect(Array(profile.stack(of: profile.samples[1])).isEmpty)
    #expect(profile.entryPoints == [true, true])
  }

  @Test func init_textThatIsCutOff_isRefused() {
    let bytes = Array(Self.text.utf8)
    for count in 0..<bytes.count {
      #expect(throws: CPUProfile.Damage.self, "\(count) bytes") {
        try bytes[..<count].withUnsafeBytes { try CPUProfile($0) }
      }
    }
  }

  /// A stack of a profile that is read ends, and has known functions.
  @Test func init_damagedText_isRefusedOrConsistent() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let bytes = Array(Self.text.utf8)
    for _ in 0..<5000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        damaged[place] = Array("0123456789- \t\nsnfktlwe".utf8).randomElement(using: &random)!
      }
      guard let profile = try? damaged.withUnsafeBytes({ try CPUProfile($0) }) else { continue }
      for sample in profile.samples {
        let stack = Array(profile.stack(of: sample).prefix(profile.nodes.count + 1))
        #expect(stack.count <= profile.nodes.count, "seed \(seed)")
        #expect(
          stack.allSatisfy { profile.functions.indices.contains(Int($0.function)) }, "seed \(seed)")
        #expect(profile.threads.indices.contains(Int(sample.thread)), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [
    "s 1 -1 0 0", "s 1 4294967296 0 0", "s 99999999999999999999 1 0 0", "s 1 1 1 0", "s 1 1 -1 0",
    "s 1 1 0 2", "s 1 1 0 -2", "n 2 0", "n -2 0", "n 0 2", "n 0", "f no tab", "t 1", "l -1", "l",
    "w 2 1", "x", "", "s",
  ])
  func init_invalidLine_isNamed(line: String) {
    let text = Self.text.replacing("l 7", with: line)
    #expect(throws: CPUProfile.Damage("line 10 cannot be read")) { try read(text) }
  }

  @Test func init_pathOfNoProfile_isExplained() throws {
    let scratch = try ScratchDirectory()
    func reason(_ path: String) -> String? {
      #expect(throws: CPUProfile.Damage.self) { try CPUProfile(path: scratch.path(path)) }?.reason
    }
    #expect(reason("missing") == "No such file or directory")
    try scratch.file("empty", "")
    #expect(reason("empty") == "it is empty")
    try scratch.file("text", "perf")
    #expect(reason("text") == "it is no CPU profile")
    #expect(reason(".") != nil)
  }

  @Test func writer_namesOfSeveralLines_stayInTheirs() throws {
    var writer = CPUProfileWriter(window: nil)
    let function = CPUProfile.Function(name: "a\nb\tc", module: "d\r\n")
    #expect(writer.number(of: function) == writer.number(of: function))
    let other = writer.number(of: CPUProfile.Function(name: "日本", module: ""))
    #expect(other == 1)
    writer.end()
    let profile = try writer.bytes.withUnsafeBytes { try CPUProfile($0) }
    #expect(profile.functions.map(\.name) == ["a?b?c", "日本"])
    #expect(profile.functions.map(\.module) == ["d??", ""])
  }

  @Test(arguments: [
    ("", "", false, "[unknown]"), ("", "app", false, "[app]"), ("", "app", true, "[kernel]"),
    ("f", "app", true, "f"),
  ])
  func displayed_noName_isThePlace(name: String, module: String, isKernel: Bool, text: String) {
    let function = CPUProfile.Function(name: name, module: module, isKernel: isKernel)
    #expect(function.displayed == text)
  }
}
