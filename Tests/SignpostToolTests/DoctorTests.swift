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
