import Testing
import TraceRecording

@testable import BenchHarness

@Suite struct ForeignSessionsTests {
  @Test(arguments: [(0, 0, false), (0, 1, true), (1, 0, false), (1, 1, false), (1, 2, true)])
  func areRecording_countsSessionsBesideThoseOfBench(intended: Int, found: Int, expected: Bool) {
    #expect(ForeignSessions(intended: intended, count: { found }).areRecording == expected)
  }

  @Test func owner_namesSessionsUserAndDaemon() {
    var daemon = RegisteredDaemon(pid: 4711, user: 1000, socket: "/home/a/.lttng/lttng-ust-sock-8")
    #expect(
      ForeignSessions.owner(daemon, sessions: ["other"])
        == "session other of uid 1000 (session daemon 4711, /home/a/.lttng/lttng-ust-sock-8)")
    #expect(
      ForeignSessions.owner(daemon, sessions: ["one", "two"])
        == "one of the sessions one, two of uid 1000 (session daemon 4711, "
        + "/home/a/.lttng/lttng-ust-sock-8)")
    daemon.pid = 0
    #expect(
      ForeignSessions.owner(daemon, sessions: [])
        == "a session of uid 1000 (session daemon, /home/a/.lttng/lttng-ust-sock-8)")
  }
}
