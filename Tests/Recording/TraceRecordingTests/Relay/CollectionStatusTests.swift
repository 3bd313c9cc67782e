import Testing

@testable import TraceRecording

@Suite struct CollectionStatusTests {
  private func recording(
    _ name: String, isArriving: Bool = false, isSealed: Bool = false
  ) -> CollectionStatus.Recording {
    .init(
      host: "alpha", name: name, bytes: 0, bytesPerSecond: 0, isArriving: isArriving,
      isSealed: isSealed)
  }

  @Test func `a recording is finished once its recorder has said so`() {
    let names = (
      open: "a-20261123-014137-1", sealed: "b-20261123-014137-2", cutOff: "c-20261123-014137-3"
    )
    let status = CollectionStatus(
      time: "",
      recordings: [
        recording(names.open, isArriving: true), recording(names.sealed, isSealed: true),
        recording(names.cutOff),
        // LTTng's own sessions say nothing at their end.
        recording("auto-20261123-014137"), recording("production", isArriving: true),
      ])
    #expect(status.unfinished.map(\.name) == [names.open, names.cutOff, "production"])
  }

  @Test func `a disk is full before nothing at all fits`() {
    func isFull(_ free: Int?) -> Bool {
      CollectionStatus(time: "", recordings: [], freeBytes: free).isDiskFull
    }
    #expect(isFull(0))
    #expect(isFull(4096))
    #expect(!isFull(1 << 20))
    #expect(!isFull(nil))
  }

  @Test func `what arrived when the relay daemon died still counts as arriving`() {
    let before = CollectionStatus(
      time: "", recordings: [recording("one", isArriving: true), recording("two")])
    let after = CollectionStatus(
      time: "", recordings: [recording("one"), recording("two"), recording("three")])
    #expect(after.keepingArriving(of: before).unfinished.map(\.name) == ["one"])
  }
}
