import Glibc
import RecordingManifests
import SystemSupport
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct ProcessFollowerTests {
  /// Starts processes, and ends them.
  private struct Programs {
    let supervisor = ProcessSupervisor(isAlone: false)
    let log: String

    func start() throws -> pid_t {
      try supervisor.start(
        "/bin/sleep", ["sleep", "1000"], environment: .inherited, log: log, group: .own)
    }

    func end(_ pid: pid_t) {
      kill(pid, SIGKILL)
      while supervisor.exitReason(of: pid) == nil { usleep(1_000) }
    }
  }

  /// Calls the body with a follower of all processes, which does not ask LTTng.
  private func withFollower(_ body: (ProcessFollower, Programs) throws -> Void) throws {
    let scratch = try ScratchDirectory()
    let programs = Programs(log: scratch.path("log"))
    defer { programs.supervisor.restoreSignals() }
    let tools = LTTngTools(client: try scratch.script("lttng", "exit 1"), environment: .inherited)
    let watchdog = try Watchdog.start(tools: tools, supervisor: programs.supervisor)
    defer { watchdog.finish(supervisor: programs.supervisor) }
    let client = LTTngClient(
      daemon: SessionDaemon(place: .serving), tools: tools,
      directory: PrivateDirectory(path: scratch.directory), supervisor: programs.supervisor)
    try body(
      ProcessFollower(
        client: client, session: "a", target: .everything, follows: true, tracked: [],
        watchdog: watchdog), programs)
  }

  /// LTTng's client reads the name of a listed process from /proc.
  @Test func update_endedProcessIsStillListed_countsItOnce() throws {
    try withFollower { follower, programs in
      let pid = try programs.start()
      #expect(follower.update([ListedProcess(pid: pid, name: "shop")]))
      kill(pid, SIGKILL)
      var information = siginfo_t()
      #expect(waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == 0)
      for name in ["shop", ""] { #expect(!follower.update([ListedProcess(pid: pid, name: name)])) }
      programs.end(pid)
      for name in ["shop", ""] { #expect(!follower.update([ListedProcess(pid: pid, name: name)])) }
      #expect(follower.counts.started == 1)
      #expect(follower.update([]))
      #expect(follower.counts.running == 0)
      #expect(follower.counts.started == 1)
    }
  }

  @Test func update_severalProcessesComeAndGo_countsEach() throws {
    try withFollower { follower, programs in
      let processes = try ["shop", "shop", "till"].map {
        ListedProcess(pid: try programs.start(), name: $0)
      }
      defer { processes.map(\.pid).forEach(programs.end) }
      #expect(follower.update([processes[0]]))
      #expect(follower.update(Array(processes[1...])))
      #expect(!follower.update(processes[1...].reversed()))
      #expect(follower.counts.started == 3)
      #expect(follower.counts.running == 2)
      #expect(follower.counts.restarts == 1)
      #expect(follower.seen.map(\.name) == ["shop", "shop", "till"])
    }
  }
}
