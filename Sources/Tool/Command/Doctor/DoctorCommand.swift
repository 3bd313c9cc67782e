import ArgumentParser
import CSelfTest
import Foundation
import TraceRecording

/// Checks whether recording works on this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check whether recording works on this machine.",
    discussion: """
      Examines LTTng's tools and library, the session daemon, shared memory, memory limits, \
      privileges, disk and perf, and records two events as a test. Each problem is printed with \
      its remedy.

      EXAMPLE
      signpost doctor --json

      EXIT STATUS
        0  recording works
       \(ExitStatus.tracerUnavailable.rawValue)  it does not
      """)

  @Flag(help: "Print the findings as JSON.")
  var json = false

  @Flag(name: .customLong("emit-events"), help: .hidden)
  var emitEvents = false

  func run() throws {
    if emitEvents {
      guard signpost_self_test_emit() else { throw ExitStatus.failure.exitCode }
      return
    }
    var findings = Doctor().examine()
    // Without tools there is nothing to test.
    let isWorthTesting = !findings.contains { $0.check == .tools && $0.verdict == .problem }
    if isWorthTesting { findings.append(SelfTest.run()) }
    let report = DoctorReport(findings)
    try Console.output(json ? report.json : report.text)
    if !report.works { throw ExitStatus.tracerUnavailable.exitCode }
  }
}

/// The output of `signpost doctor`.
struct DoctorReport: Codable, Equatable {
  /// The version of this format.
  var version = 1
  /// Whether recording works.
  var works: Bool
  var findings: [Finding]

  init(_ findings: [Finding]) {
    self.findings = findings
    works = !findings.contains { $0.verdict == .problem }
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  var text: String {
    let width = findings.map(\.check.rawValue.count).max() ?? 0
    let indent = String(repeating: " ", count: 9 + width + 2)
    var lines = findings.flatMap { finding in
      let verdict = finding.verdict == .good ? "ok" : finding.verdict.rawValue
      let summary = finding.summary.split(separator: "\n").joined(separator: "\n" + indent)
      let line =
        verdict.padding(toLength: 9, withPad: " ", startingAt: 0)
        + finding.check.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + summary
      return [line] + (finding.remedy.map { ["\(indent)→ \($0)"] } ?? [])
    }
    lines.append(works ? "Recording works here." : "Recording does not work here.")
    return lines.joined(separator: "\n") + "\n"
  }
}
