import Testing

@testable import BenchHarness

@Suite struct CallgrindProfileTests {
  @Test func instructionsCallsAndDescriptionAreRead() {
    let profile = CallgrindProfile(
      """
      # callgrind format
      version: 1
      creator: callgrind-3.19.0
      desc: Timerange: Basic block 0 - 3026
      desc: Trigger: Client Request: 3/0/2
      events: Ir
      fn=(10) main
      0 5
      cob=(4) /opt/swift/usr/lib/swift/linux/libswiftCore.so
      cfn=(12) swift_retain
      calls=100 0
      0 400
      cfn=(14) swift_release
      calls=7 0
      0 20
      fn=(12)
      0 400
      cfn=(20) swift_retain'2
      calls=3 0
      0 9
      cfn=(14)
      calls=5 0
      0 9
      totals: 123456
      """)
    #expect(profile.description == "3/0/2")
    #expect(profile.instructions == 123_456)
    #expect(profile.calls == ["swift_retain": 103, "swift_release": 12])
  }

  @Test func aFileOfAnotherKindSaysNothing() {
    let profile = CallgrindProfile("calls=many\nfn=\ntotals: lots\n")
    #expect(profile.instructions == 0)
    #expect(profile.description.isEmpty)
  }

  @Test func aPlanIsReadAsItWasWritten() {
    let plan = CallgrindPlan([
      .init(benchmark: "send/observed, plain class/1", pass: 128, attempts: 3),
      .init(benchmark: "size/forEach/10", pass: 1, attempts: 2),
    ])
    #expect(CallgrindPlan(text: plan.text) == plan)
    #expect(CallgrindPlan(text: "8\tthree\tsend/root\n") == nil)
    #expect(CallgrindPlan(text: "send/root\n") == nil)
  }

  @Test(arguments: [
    ("Clang 21.0.0 (https://example.com 11673e6660b2d0a5f9f99b1c7b773f4c2f6df1b0)", " (11673e66)"),
    ("Debian clang version 14.0.6", ""),
  ])
  func aToolchainIsToldByTheRevisionOfItsCompiler(compiler: String, revision: String) {
    #expect(Build.revision(of: compiler) == revision)
  }
}
