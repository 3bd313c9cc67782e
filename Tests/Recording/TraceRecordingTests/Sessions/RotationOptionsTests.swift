import Testing

@testable import TraceRecording

@Suite struct RotationOptionsTests {
  @Test func command_shortPeriod_setsLTTngsTimer() {
    for seconds in [1, 4294] {
      let options = RotationOptions(schedule: .seconds(seconds))
      #expect(options.command(session: "s")?.last == "--timer=\(seconds)s")
      #expect(options.period == nil)
    }
  }

  @Test func command_periodBeyondLTTngsTimer_isLeftToTheRecorder() {
    for seconds in [4295, 7200] {
      let options = RotationOptions(schedule: .seconds(seconds))
      #expect(options.command(session: "s") == nil)
      #expect(options.period == .seconds(seconds))
    }
  }

  @Test func command_size_isLeftToTheRecorder() {
    let options = RotationOptions(schedule: .bytes(1 << 20))
    #expect(options.command(session: "s") == nil)
    #expect(options.period == nil)
  }

  /// The limit of a recording without options, and the words about it.
  private func note(room: Int) throws -> String {
    let bytes = try #require(RotationOptions.unattended(nil, room: room).mostBytes)
    return RotationOptions.note(onLimit: bytes, room: room)
  }

  @Test func noteOnLimit_enoughRoom_isAQuarter() throws {
    #expect(
      try note(room: 64 << 20)
        == "the latest 16 MiB are kept, a quarter of the free space; --max-size and --keep change "
        + "that")
    #expect(try note(room: 16 << 20).contains("the latest 4 MiB are kept, a quarter"))
  }

  @Test func noteOnLimit_littleRoom_namesTheSmallestLimitAndTheRoom() throws {
    #expect(
      try note(room: 12 << 20)
        == "the latest 4 MiB are kept, the smallest limit, as only 12 MiB are free")
  }

  @Test func noteOnLimit_lessRoomThanTheSmallestLimit_announcesThePause() throws {
    #expect(
      try note(room: 3 << 20)
        == "the recording pauses when the disk is full, as only 3 MiB are free, less than the "
        + "smallest limit of 4 MiB")
  }
}
