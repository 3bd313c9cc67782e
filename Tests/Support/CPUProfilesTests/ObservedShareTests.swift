import TestSupport
import Testing

/// The bounds that tests of profiles judge by.
@Suite struct ObservedShareTests {
  /// Without a hit, or without a miss, the probability is a power.
  @Test(arguments: [(19, true), (20, false)])
  func allows_onlyMisses_isRefutedOnceAPowerIsAMillionth(samples: Int, expected: Bool) {
    #expect(ObservedShare(0, of: samples).allows(atLeast: 0.5) == expected)
    #expect(ObservedShare(samples, of: samples).allows(atMost: 0.5) == expected)
  }

  @Test func allows_hitsAsExpected_isNeverRefuted() {
    for hits in 0...163 {
      let share = Double(hits) / 163
      #expect(ObservedShare(hits, of: 163).allows(atLeast: share))
      #expect(ObservedShare(hits, of: 163).allows(atMost: share))
    }
  }

  /// The coin that is thrown a hundred times: 26 or fewer heads are rarer than once in a million.
  @Test(arguments: [(25, false), (26, false), (27, true), (50, true), (100, true)])
  func allows_atLeast_comparesTheExactTail(hits: Int, expected: Bool) {
    #expect(ObservedShare(hits, of: 100).allows(atLeast: 0.5) == expected)
    #expect(ObservedShare(100 - hits, of: 100).allows(atMost: 0.5) == expected)
  }

  @Test func allows_samplesOfTheWrongFunction_areRefuted() {
    #expect(ObservedShare(152, of: 163).allows(atLeast: 0.95))
    #expect(!ObservedShare(130, of: 163).allows(atLeast: 0.95))
    #expect(!ObservedShare(0, of: 50).allows(atLeast: 0.5))
    #expect(!ObservedShare(40, of: 163).allows(atMost: 0.05))
  }

  @Test func allows_noSamples_saysNothing() {
    #expect(ObservedShare(0, of: 0).allows(atLeast: 1))
    #expect(ObservedShare(0, of: 0).allows(atMost: 0))
  }
}
