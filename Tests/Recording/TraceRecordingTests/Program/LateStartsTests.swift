import RecordingManifests
import Testing

@testable import TraceRecording

@Suite struct LateStartsTests {
  @Test func processes_severalLines_areEachOnceInTheirOrder() {
    let text = "7 one\n3 two words\n7 one\n\nno number\n9\n12 cut"
    #expect(
      LateStarts.processes(in: text) == [
        .init(pid: 7, name: "one"), .init(pid: 3, name: "two words"), .init(pid: 9, name: ""),
        .init(pid: 12, name: "cut"),
      ])
    #expect(LateStarts.processes(in: "").isEmpty)
  }

  @Test func lateRemark_manyPrograms_countsAllAndNamesSome() {
    var manifest = RecordingManifest(mode: .program, command: [], session: "", started: "")
    #expect(manifest.lateRemark == nil)
    manifest.late = [.init(pid: 7, name: "a")]
    #expect(manifest.lateRemark?.hasPrefix("1 program was not recorded") == true)
    #expect(manifest.lateRemark?.hasSuffix("is not in the trace: a (7).") == true)
    manifest.late = (1...7).map { .init(pid: $0, name: "p") }
    #expect(manifest.lateRemark?.hasPrefix("7 programs were not recorded") == true)
    #expect(
      manifest.lateRemark?.hasSuffix(": p (1), p (2), p (3), p (4), p (5) and 2 more.") == true)
  }
}
