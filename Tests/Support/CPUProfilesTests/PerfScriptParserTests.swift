import Foundation
import TestSupport
import Testing

@testable import CPUProfiles

@Suite struct PerfScriptParserTests {
  private func profile(_ text: String, window: CPUProfile.Window? = nil) throws -> CPUProfile {
    var parser = PerfScriptParser(window: window)
    var bytes: [UInt8] = []
    Array(text.utf8).withUnsafeBytes {
      var lines = Lines(bytes: $0)
      while let line = lines.next() { parser.add(line) }
    }
    parser.finish()
    bytes += parser.takeBytes()
    return try bytes.withUnsafeBytes { try CPUProfile($0) }
  }

  private func stacks(_ profile: CPUProfile) -> [[String]] {
    profile.samples.map { sample in
      profile.stack(of: sample).map { profile.functions[Int($0.function)].displayed }
    }
  }

  @Test func samplesHaveTimesThreadsAndStacks() throws {
    let profile = try self.profile(
      """
      12/13   850.000000199:    1001001 cpu-clock:
      \tffffffff821e5a67 clear_page ([kernel.kallsyms])
      \t            72b2 $s3app4workyySiF (/opt/my app/bin (new)/app)
      \t            72c2 main (/opt/my app/bin (new)/app)

      12/12   850.001000000:    1001001 cpu-clock:
      \t            72c2 main (/opt/my app/bin (new)/app)


      """, window: CPUProfile.Window(start: 1, end: 2))
    #expect(profile.window == CPUProfile.Window(start: 1, end: 2))
    #expect(profile.samples.map(\.time) == [850_000_000_199, 850_001_000_000])
    #expect(profile.samples.map(\.period) == [1_001_001, 1_001_001])
    #expect(
      profile.threads == [CPUProfile.Thread(pid: 12, tid: 13), CPUProfile.Thread(pid: 12, tid: 12)])
    #expect(stacks(profile) == [["clear_page", "app.work(Swift.Int) -> ()", "main"], ["main"]])
    #expect(profile.functions.filter(\.isKernel).map(\.name) == ["clear_page"])
    #expect(profile.functions.last?.module == "app")
  }

  @Test func whatHasNoNameIsToldApartByItsFile() throws {
    let profile = try self.profile(
      """
      1/1     0.000000001:          7 cpu-clock:u:
      \t            72b2 [unknown] (/usr/lib/libm.so.6 (deleted))
      \t            72b2 [unknown] ([unknown])
      \t            72c2 start_thread (/usr/lib/libc.so.6)
      \t               0 [unknown] ([unknown])

      """)
    #expect(stacks(profile) == [["[libm.so.6]", "[unknown]", "start_thread"]])
    #expect(profile.entryPoints.filter { $0 }.count == 1)
  }

  @Test func lossesAreCountedAndOtherLinesAreNot() throws {
    let profile = try self.profile(
      """
      app     1 [000]     1.000000000: PERF_RECORD_LOST lost 12
      nonsense
      1/1     2.000000000:          7 cpu-clock:

      \tnothing

      """)
    #expect(profile.lost == 12)
    #expect(stacks(profile) == [[]])
  }

  @Test func whatWasWrittenIsReadAgain() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("PerfScriptParserTests: seed \(seed)")
    var random = SplitMix(seed: seed)
    var text = ""
    var expected: [[String]] = []
    for index in 0..<200 {
      let stack = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "f\(Int.random(in: 0...20, using: &random))"
      }
      text += "3/\(index % 5)     0.\(String(format: "%09d", index)):   1001001 cpu-clock:\n"
      for name in stack { text += "\t 4f \(name) (/bin/app)\n" }
      text += "\n"
      expected.append(stack)
    }
    #expect(stacks(try profile(text)) == expected)
  }

  @Test func aFileThatIsCutOffOrOfALaterVersionIsRefused() throws {
    func reason(_ text: String) -> String? {
      do {
        _ = try Array(text.utf8).withUnsafeBytes { try CPUProfile($0) }
        return nil
      } catch {
        return (error as? CPUProfile.Damage)?.reason
      }
    }
    #expect(reason("") == "it is no CPU profile")
    #expect(reason("signpost-cpu-profile 9\n")?.contains("version 9") == true)
    #expect(reason("signpost-cpu-profile 1\nt 1 2\n")?.contains("cut off") == true)
    #expect(reason("signpost-cpu-profile 1\ns 1 1 0 0\ne\n") == "line 2 cannot be read")
    #expect(reason("signpost-cpu-profile 1\nn 5 0\ne\n") == "line 2 cannot be read")
    #expect(reason("signpost-cpu-profile 1\ne\n") == nil)
  }
}
