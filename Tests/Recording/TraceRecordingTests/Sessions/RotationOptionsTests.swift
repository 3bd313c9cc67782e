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
}
