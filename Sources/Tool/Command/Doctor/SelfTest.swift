import CSelfTest
import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// Records two events of a process of this command itself, and reads them back.
enum SelfTest {
  /// The number of events that the process emits.
  private static let events: UInt64 = 2

  static func run() -> Finding {
    setenv(SIGNPOST_SELF_TEST_VARIABLE, "1", 1)
    defer { unsetenv(SIGNPOST_SELF_TEST_VARIABLE) }
    guard let program = realpath("/proc/self/exe", nil) else {
      return Finding(
        .selfTest, .problem, "/proc is not mounted", remedy: "mount -t proc proc /proc")
    }
    defer { free(program) }
    var problems: [String] = []
    var recording = Recording(
      options: Recording.Options(output: .temporary(room: 1 << 20)),
      arguments: [ByteString(program), ByteString("doctor"), ByteString("--emit-events")]
    ) { message in
      if case .problem(let text) = message { problems.append(text) }
    }
    do {
      return try recording.run { finding(of: $0, problems: problems) }
    } catch {
      return Finding(.selfTest, .problem, error.message)
    }
  }

  private static func finding(of result: Recording.Result, problems: [String]) -> Finding {
    guard result.sawProcesses else {
      return Finding(
        .selfTest, .problem,
        "the process of the test did not register with its session daemon")
    }
    guard problems.isEmpty else {
      return Finding(.selfTest, .problem, problems.joined(separator: "\n"))
    }
    do {
      let summary = try TraceReader(directory: result.directory).forEachEvent { _ in }
      guard summary.composableEventCount == events, summary.damage.isEmpty else {
        return Finding(
          .selfTest, .problem,
          "\(summary.composableEventCount) of \(events) events were in the trace")
      }
      return Finding(.selfTest, .good, "two events were recorded, and read back")
    } catch {
      return Finding(
        .selfTest, .note, "two events were recorded, and cannot be read here: \(error)",
        remedy: "sudo apt-get install libbabeltrace2-0")
    }
  }
}
