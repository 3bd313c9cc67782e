import Glibc
import TestSupport
import Testing

@testable import TraceRecording

@Suite struct SnapshotRequestTests {
  @Test func answer_severalRequests_reachesEachOfThemOnce() throws {
    let scratch = try ScratchDirectory()
    let early = (1...3).map { SnapshotRequest(directory: scratch.directory, pid: $0) }
    for request in early { #expect(request.write()) }
    let found = SnapshotRequest.all(in: scratch.directory)
    #expect(Set(found.map(\.pid)) == [1, 2, 3])
    // A request during the snapshot is no part of its answer.
    let late = SnapshotRequest(directory: scratch.directory, pid: 12)
    #expect(late.write())
    for request in found { request.answer("snapshot-a") }
    for request in early {
      #expect(request.takeAnswer() == "snapshot-a")
      #expect(request.takeAnswer() == nil)
    }
    #expect(late.takeAnswer() == nil)
    #expect(SnapshotRequest.all(in: scratch.directory) == [late])
    late.answer(nil)
    #expect(late.takeAnswer() == "")
  }

  @Test func write_answerOfAnEarlierProcess_isForgotten() throws {
    let scratch = try ScratchDirectory()
    let request = SnapshotRequest(directory: scratch.directory, pid: 7)
    #expect(request.write())
    request.answer("snapshot-old")
    #expect(request.write())
    #expect(request.takeAnswer() == nil)
    request.withdraw()
    #expect(SnapshotRequest.all(in: scratch.directory).isEmpty)
  }

  @Test func answer_requestThatWasWithdrawn_leavesNothing() throws {
    let scratch = try ScratchDirectory()
    let request = SnapshotRequest(directory: scratch.directory, pid: 7)
    #expect(request.write())
    request.withdraw()
    request.answer("snapshot-late")
    #expect(request.takeAnswer() == nil)
    #expect(scratch.entries("") == [])
  }

  @Test func write_noDirectory_fails() {
    #expect(!SnapshotRequest(directory: "/nowhere/at/all", pid: 7).write())
  }
}
