import Foundation
import TestSupport
import Testing
import TraceRecording

@testable import SignpostTool

extension RecordingTests {
  @Suite(.serialized) struct DoctorTests {
    let bench: Workbench

    init() throws {
      bench = try Workbench()
    }

    private func examine(
      _ prefix: [String] = [], environment: [String: String] = [:]
    ) throws -> (code: Int32, report: DoctorReport) {
      let result = try bench.run(
        prefix + [Tools.signpost, "doctor", "--json"],
        environment: bench.environment.merging(environment) { $1 })
      let report = try JSONDecoder().decode(DoctorReport.self, from: Data(result.output.utf8))
      bench.expectNothingLeft()
      return (result.code, report)
    }

    private func finding(_ check: Finding.Check, in report: DoctorReport) -> Finding? {
      report.findings.first { $0.check == check }
    }

    @Test func twoEventsAreRecordedAndReadBack() throws {
      let (code, report) = try examine()
      #expect(code == 0)
      #expect(report.works)
      #expect(finding(.selfTest, in: report)?.verdict == .good, "\(report)")
      #expect(Set(report.findings.map(\.check)).count == report.findings.count)
    }

    @Test func withoutToolsTheLineThatInstallsThemIsGiven() throws {
      try bench.script("bin/nothing", "")
      let (code, report) = try examine(environment: ["PATH": bench.path("bin")])
      #expect(code == 69)
      #expect(!report.works)
      #expect(finding(.tools, in: report)?.remedy?.contains("apt-get install lttng-tools") == true)
    }

    @Test func aPerfThatSamplesNothingIsNamedAndRecordingWorks() throws {
      let path = bench.path("bin") + ":" + (bench.environment["PATH"] ?? "")
      for (script, reason, remedy) in [
        ("echo 'no such event today' >&2; exit 129", "no such event today", "perf record -e"),
        (
          "echo 'WARNING: perf not found for kernel 6.1' >&2; exit 2", "not for its kernel",
          "install"
        ),
        (
          "echo 'Operation not permitted' >&2; exit 255", "may not open events", "--cap-add PERFMON"
        ),
        ("echo '  Error: unknown option `control=fd:3' >&2; exit 129", "too old", "install"),
      ] {
        try bench.script("bin/perf", script)
        let (code, report) = try examine(environment: ["PATH": path])
        #expect(code == 0)
        #expect(report.works)
        let perf = try #require(finding(.perf, in: report))
        #expect(perf.verdict == .note, "\(report)")
        #expect(perf.summary.contains(reason), "\(report)")
        #expect(perf.summary.contains("record does without --cpu-profile"))
        #expect(perf.remedy?.contains(remedy) == true, "\(report)")
      }
      // A perf that works.
      try bench.script("bin/perf", "exit 0")
      let (_, report) = try examine(environment: ["PATH": path])
      #expect(finding(.perf, in: report)?.verdict == .good)
    }

    @Test func tracingThatIsOffIsNamed() throws {
      let (code, report) = try examine(environment: ["SIGNPOST_TRACING": "0"])
      #expect(code == 69)
      #expect(finding(.environment, in: report)?.remedy == "unset SIGNPOST_TRACING")
      #expect(finding(.selfTest, in: report)?.verdict == .problem)
    }

    @Test(.enabled(if: Tools.hasNamespaces)) func sharedMemoryWithoutRoomIsNamed() throws {
      let script = try bench.script(
        "script", "mount -t tmpfs -o size=8k tmpfs /dev/shm || exit 91; exec \"$@\"")
      let (code, report) = try examine(["unshare", "--mount", script])
      #expect(code == 69)
      #expect(finding(.sharedMemory, in: report)?.verdict == .problem)
      #expect(finding(.sharedMemory, in: report)?.remedy?.contains("--shm-size") == true)
      #expect(finding(.selfTest, in: report)?.verdict == .problem)
    }

    @Test func theTextHasALineForEachFindingAndOneForTheRemedy() {
      let report = DoctorReport([
        Finding(.tools, .good, "LTTng 2.13.9"),
        Finding(.sharedMemory, .problem, "no room", remedy: "make room"),
      ])
      #expect(
        report.text == """
          ok       tools          LTTng 2.13.9
          problem  shared-memory  no room
                                  → make room
          Recording does not work here.

          """)
    }
  }
}
