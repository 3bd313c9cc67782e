import Testing

@testable import TraceRecording

@Suite struct ChainSampleTests {
  @Test(arguments: [
    ("1/100", "1/100"), ("0.01", "1/100"), ("1%", "1/100"), ("0.5%", "1/200"), ("2/8", "1/4"),
    ("0.3", "3/10"), ("25%", "1/4"), ("1", "1/1"), ("100%", "1/1"), ("1.0", "1/1"),
    ("1/999999999", "1/999999999"),
  ])
  func init_partOfAll_isInLowestTerms(_ text: String, _ expected: String) throws {
    #expect(try #require(ChainSample(text)).text == expected)
  }

  @Test(arguments: [
    "", "0", "0/4", "0%", "0.0", "2", "3/2", "101%", "1.5", "-1", "-0.5", "1/0", "1/", "/2",
    "1/2/3", "half", "1 / 2", "1e-2", ".5", "5.", "%", "1/100%", "0x1", "1/1000000000000", "٠.٥",
    "1/-2",
  ])
  func init_otherTexts_isNil(_ text: String) {
    #expect(ChainSample(text) == nil)
  }

  @Test(arguments: [("50000/s", 50_000), ("1", 1), ("7/s", 7)])
  func actionRate_numberPerSecond_isAccepted(_ text: String, _ expected: UInt32) throws {
    #expect(try #require(ActionRate(text)).perSecond == expected)
  }

  @Test(arguments: ["", "0", "0/s", "-1", "/s", "5/m", "5 /s", "1.5", "many", "99999999999", "5s"])
  func actionRate_otherTexts_isNil(_ text: String) {
    #expect(ActionRate(text) == nil)
  }

  @Test func environment_sampleAndRate_isPassedToTheProgram() {
    var events = EventSelection()
    #expect(events.environment.isEmpty)
    events.sample = ChainSample("1%")
    events.maxRate = ActionRate("50000/s")
    let variables = events.environment.map { "\($0.name)=\($0.value)" }
    #expect(variables == ["SIGNPOST_SAMPLE=1/100", "SIGNPOST_MAX_RATE=50000"])
  }
}
