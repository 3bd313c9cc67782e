import ComposableCore
import ComposableCoreTestSupport
import Foundation
import Testing

@Suite(.dependency(\.uuid, .incrementing), .dependency(Counter(value: 10)))
struct DependencyTraitTests {
  @Dependency(\.uuid) var uuid
  @Dependency(Counter.self) var counter

  @Test func aSuiteOverridesForItsTests() {
    #expect(uuid() == UUID(0))
    #expect(counter.value == 10)
  }

  @Test func eachTestHasValuesOfItsOwn() {
    #expect(uuid() == UUID(0))
  }

  @Test(.dependency(\.uuid, .constant(UUID(7)))) func aTestOverridesItsSuite() {
    #expect(uuid() == UUID(7))
  }

  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 1) })
  func severalMayBeOverridden() {
    @Dependency(\.date.now) var now
    #expect(now == Date(timeIntervalSince1970: 1))
  }

  @Test(
    .dependencies {
      await Task.yield()
      $0.uuid = .constant(UUID(3))
    }
  )
  func dependencies_mayBePreparedAsynchronously() {
    #expect(uuid() == UUID(3))
  }

  @Test(
    .dependency(\.calendar, Calendar(identifier: .iso8601)),
    .dependency(\.date.now, Date(timeIntervalSince1970: 1))
  )
  func toOverrideIsNoUse() {
    @Dependency(\.calendar) var calendar
    @Dependency(\.date.now) var now
    #expect(calendar.identifier == .iso8601)
    #expect(now == Date(timeIntervalSince1970: 1))
  }

  @Test(.dependencies, arguments: 0..<5) func eachArgumentHasDefaultsOfItsOwn(_: Int) {
    @Dependency(Tally.self) var tally
    #expect(tally.next() == 1)
  }
}

/// A dependency that is its own key.
struct Counter: TestDependencyKey {
  var value = 0
  static var testValue: Self { Self() }
}

/// A dependency whose test value remembers how often it was used.
final class Tally: TestDependencyKey, @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  static var testValue: Tally { Tally() }

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
