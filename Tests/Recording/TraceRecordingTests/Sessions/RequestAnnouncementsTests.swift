import Testing

@testable import TraceRecording

struct RequestAnnouncementsTests {
  private let now = ContinuousClock.now

  @Test func takeOne_noRequest_isForTheProgram() {
    var announcements = RequestAnnouncements()
    let first = announcements.takeOne(of: 0, at: now)
    #expect(!first)
  }

  /// Two commands write their requests, and the first signal finds both.
  @Test func takeOne_requestsAnsweredTogether_areAllAnnounced() {
    var announcements = RequestAnnouncements()
    let signals = [2, 0, 0].map { announcements.takeOne(of: $0, at: now) }
    #expect(signals == [true, true, false])
  }

  /// The system merges signals that are pending together.
  @Test func takeOne_signalNeverArrived_isNotExpectedForEver() {
    var announcements = RequestAnnouncements()
    let first = announcements.takeOne(of: 2, at: now)
    let later = announcements.takeOne(of: 0, at: now + .seconds(60))
    #expect(first)
    #expect(!later)
  }
}
