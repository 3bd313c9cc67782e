import Foundation
import Glibc
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct LTTngProcessesTests {
  /// The id of a process that has ended.
  private func endedProcess() throws -> pid_t {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  private func listen(at path: String) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    return isBound && Glibc.listen(descriptor, 8) == 0 ? descriptor : nil
  }

  @Test func findDead_daemonEndedBefore_findsIt() throws {
    let scratch = try ScratchDirectory()
    try scratch.file("lttng-sessiond.pid", "\(endedProcess())\n")
    var processes = LTTngProcesses(directory: scratch.directory)
    #expect(processes.findDead() == .sessionDaemon)
    #expect(processes.usage == nil)
  }

  @Test func findDead_daemonOfAnotherContainer_findsNone() throws {
    let scratch = try ScratchDirectory()
    try scratch.file("lttng-sessiond.pid", "\(endedProcess())\n")
    let listener = try #require(listen(at: scratch.path("client-lttng-sessiond")))
    defer { close(listener) }
    var processes = LTTngProcesses(directory: scratch.directory)
    #expect(processes.findDead() == nil)
  }

  @Test func findDead_liveDaemonOrNone_findsNone() throws {
    let scratch = try ScratchDirectory()
    var none = LTTngProcesses(directory: scratch.directory)
    #expect(none.findDead() == nil)
    try scratch.file("lttng-sessiond.pid", "\(getpid())\n")
    var live = LTTngProcesses(directory: scratch.directory)
    #expect(live.findDead() == nil)
  }

  @Test func advice_daemonWithoutConsumer_namesItsRestart() throws {
    let scratch = try ScratchDirectory()
    try scratch.file("lttng-sessiond.pid", "\(getpid())\n")
    let processes = LTTngProcesses(directory: scratch.directory)
    let advice = try #require(processes.advice(in: scratch.directory))
    #expect(advice.contains("process \(getpid()), records nothing without its consumer"))
    // A recording has started it, and recorders replace it.
    try scratch.file("signpost", "")
    #expect(processes.advice(in: scratch.directory) == nil)
  }

  @Test func advice_service_isRestartedBySystemd() {
    #expect(
      LTTngProcesses.advice(about: 7, isService: true)
        .hasSuffix("and then the recording: systemctl restart lttng-sessiond"))
    #expect(
      LTTngProcesses.advice(about: 7, isService: false)
        .hasSuffix("kill 7 && lttng-sessiond --background"))
  }

  @Test func advice_noDaemon_isNone() throws {
    let scratch = try ScratchDirectory()
    #expect(LTTngProcesses(directory: scratch.directory).advice(in: scratch.directory) == nil)
  }
}
