import BenchSuites
import Testing

@testable import BenchHarness

struct EventBalanceTests {
  private let all = RecordedEvents(actions: 100, effects: 10)

  @Test func numbersCountIfEverythingIsInTheTrace() {
    let balance = EventBalance(emitted: all, recorded: all, lost: 0)
    #expect(balance.isEven)
    #expect(balance.description == "100 actions and 10 effects recorded, no event lost")
  }

  @Test(arguments: [
    EventBalance(
      emitted: RecordedEvents(actions: 100, effects: 10),
      recorded: RecordedEvents(actions: 90, effects: 10), lost: 20),
    // Lost without anyone knowing.
    EventBalance(
      emitted: RecordedEvents(actions: 100, effects: 10),
      recorded: RecordedEvents(actions: 99, effects: 10), lost: 0),
    // Other events were lost, too, and their cost counts as well.
    EventBalance(
      emitted: RecordedEvents(actions: 100, effects: 10),
      recorded: RecordedEvents(actions: 100, effects: 10), lost: 1),
    // Another program was recorded, too.
    EventBalance(
      emitted: RecordedEvents(actions: 100, effects: 10),
      recorded: RecordedEvents(actions: 101, effects: 10), lost: 0),
  ])
  func numbersDoNotCountOtherwise(balance: EventBalance) {
    #expect(!balance.isEven)
    #expect(balance.description.hasPrefix("not counted: \(balance.lost) events lost; "))
  }

  @Test func aTraceThatIsNotThereIsSaidSo() {
    #expect(throws: (any Error).self) { try EventBalance(emitted: all, trace: "/nonexistent") }
  }
}
