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

  /// A resumed recording has several sessions, each of which numbers its chunks from 0 on, and the
  /// clocks of the machine may have been set to summer time meanwhile.
  @Test func chunks_ofSeveralSessions_areInTheOrderOfTime() {
    let names = [
      "20261122T205648+0000-20261122T205649+0000-0", "20261122T205649+0000-20261122T205650+0000-1",
      "20261122T165700-0400-20261122T165701-0400-0", "20261122T222710+0130-20261122T222711+0130-1",
    ]
    #expect(RotatedChunks(names: names.reversed()).chunks.map(\.name) == names)
    let name = RotatedChunks.Chunk.name(begin: 1_795_380_000, end: 1_795_380_060, number: 7)
    let chunk = RotatedChunks.Chunk(name: name)
    #expect(chunk?.begin == 1_795_380_000)
    #expect(chunk?.number == 7)
    #expect(RotatedChunks.Chunk(name: "20261122T205648-1") == nil)
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
    #expect(RotationOptions.chunk(of: 1 << 40) == 1 << 30)
  }

  @Test func unattended_withoutLimit_takesAQuarterOfTheRoom() {
    #expect(
      RotationOptions.unattended(nil, room: 1 << 30)
        == RotationOptions(schedule: .bytes(64 << 20), mostBytes: 256 << 20))
    #expect(
      RotationOptions.unattended(RotationOptions(schedule: .seconds(60)), room: 1 << 30)
        == RotationOptions(schedule: .seconds(60), mostBytes: 256 << 20))
    #expect(RotationOptions.unattended(nil, room: 0).mostBytes == RotationOptions.leastBytes)
    for (schedule, mostBytes, limit) in [
      (RotationOptions.Schedule.seconds(60), nil, nil), (.seconds(60), 10 << 20, 5 << 20),
      (.bytes(3 << 20), nil, 3 << 20), (.bytes(3 << 20), 10 << 20, 3 << 20),
      (.bytes(10 << 30), 8 << 20, 4 << 20),
    ] as [(RotationOptions.Schedule, Int?, Int?)] {
      #expect(
        RotationOptions(schedule: schedule, mostBytes: mostBytes).mostChunkBytes == limit,
        "an older chunk has to be there to be removed")
    }
    for limited in [
      RotationOptions(schedule: .seconds(60), keep: 3),
      RotationOptions(schedule: .seconds(60), mostBytes: 1 << 40),
    ] {
      #expect(RotationOptions.unattended(limited, room: 1 << 30) == limited)
    }
  }
}
