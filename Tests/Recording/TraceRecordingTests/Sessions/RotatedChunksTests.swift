import Testing

@testable import TraceRecording

@Suite struct RotatedChunksTests {
  private let chunks = RotatedChunks(names: [
    "20261122T205649+0000-20261122T205650+0000-10", "20261122T205648+0000-20261122T205649+0000-9",
    "20261122T205650+0000-20261122T205651+0000-11", "lost+found",
  ])

  private func excess(_ keep: Int?, _ mostBytes: Int?, open: Int = 0) -> [Int] {
    chunks.excess(keep: keep, mostBytes: mostBytes, sizes: [10, 20, 30], open: open).map(\.number)
  }

  @Test func areInTheOrderOfTheirNumbers() {
    #expect(chunks.chunks.map(\.number) == [9, 10, 11])
  }

  @Test func theOldestGoFirst() {
    #expect(excess(nil, nil) == [])
    #expect(excess(3, nil) == [])
    #expect(excess(2, nil) == [9])
    #expect(excess(nil, 60) == [])
    #expect(excess(nil, 59) == [9])
    #expect(excess(nil, 50, open: 1) == [9, 10])
    #expect(excess(1, 60) == [9, 10])
  }

  @Test func theLatestChunkStays() {
    #expect(excess(2, 20, open: 5) == [9, 10])
    #expect(excess(nil, 20) == [9, 10])
    #expect(
      RotatedChunks(names: []).excess(keep: 1, mostBytes: 20, sizes: [], open: 100) == [])
  }

  @Test func aQuarterOfTheSizeIsAChunk() {
    #expect(RotationOptions.chunk(of: 1 << 30) == 256 << 20)
    #expect(RotationOptions.chunk(of: 1 << 20) == 1 << 20)
  }
}
