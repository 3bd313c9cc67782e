import Testing

@testable import TraceRecording

@Suite struct LTTngClientTests {
  @Test func lossesThatLTTngCountsHalfTheRangeTooHighAreMended() {
    let answer = LTTngClient.Answer(
      reason: .exited(0),
      text: """
        Session "a" stopped
        Warning: 9223372036854782720 events were discarded, please refer to the documentation
        Warning: 12 packets were lost
        """)
    #expect(
      answer.warnings == [
        "Warning: 6912 events were discarded, please refer to the documentation",
        "Warning: 12 packets were lost",
      ])
  }
}
