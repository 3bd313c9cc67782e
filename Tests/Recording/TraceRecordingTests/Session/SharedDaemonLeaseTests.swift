import Glibc
import TestSupport
import Testing

@testable import TraceRecording

struct SharedDaemonLeaseTests {
  @Test func recordingsShareItAndAWatchdogTakesItAlone() throws {
    let scratch = try ScratchDirectory()
    let first = SharedDaemonLease()
    let second = SharedDaemonLease()
    #expect(first.take(in: scratch.directory))
    #expect(second.take(in: scratch.directory))
    let watchdog = open(SharedDaemonLease.path(in: scratch.directory), O_RDONLY | O_CLOEXEC)
    defer { close(watchdog) }
    func takesAlone() -> Bool { flock(watchdog, LOCK_EX | LOCK_NB) == 0 }
    #expect(!takesAlone())
    first.end()
    #expect(!takesAlone())
    second.end()
    #expect(takesAlone())
    #expect(!first.take(in: scratch.directory))
    // The first recording removes the file, and the next recording makes another one.
    unlink(SharedDaemonLease.path(in: scratch.directory))
    #expect(first.take(in: scratch.directory))
    let next = open(SharedDaemonLease.path(in: scratch.directory), O_RDONLY | O_CLOEXEC)
    defer { close(next) }
    #expect(flock(next, LOCK_EX | LOCK_NB) != 0)
  }

  @Test func withoutALockRecordingsGoOn() {
    #expect(SharedDaemonLease().take(in: "/no/such/directory"))
  }
}
