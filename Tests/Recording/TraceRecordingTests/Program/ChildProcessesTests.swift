import Glibc
import SystemSupport
import Testing

@testable import TraceRecording

@Suite struct ChildProcessesTests {
  @Test func hasEnded_processThatIsNotReaped_isTrue() throws {
    let launch = ProcessLaunch(
      ByteString("/bin/sleep"), ["sleep", "1000"].map { ByteString($0) })
    let pid = try launch.start()
    #expect(!hasEnded(pid))
    kill(pid, SIGKILL)
    var information = siginfo_t()
    #expect(waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == 0)
    #expect(hasEnded(pid))
    _ = ExitReason.waiting(for: pid)
    #expect(hasEnded(pid))
  }

  @Test func hasEnded_processOfAnotherUserOrThisOne_isFalse() {
    #expect(!hasEnded(1))
    #expect(!hasEnded(getpid()))
  }

  @Test(arguments: [1, 2])
  func processStatus_zombie_hasItsThreads(threads: Int) throws {
    let status = try #require(
      ProcessStatus(
        stat: "7 (shop) Z 1 7 7 0 -1 0 0 0 0 0 0 0 0 0 20 0 \(threads) 0 4711 0 0"))
    #expect(status.threads == threads)
  }
}
