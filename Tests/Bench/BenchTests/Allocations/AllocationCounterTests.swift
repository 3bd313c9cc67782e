import BenchSuites
import CAllocations
import Testing

@testable import BenchHarness

/// Allocations elsewhere in the process would be counted, too: these tests run one at a time among
/// themselves, and each requires a number that most attempts agree on.
@MainActor
@Suite(
  .serialized, .enabled(if: AllocationCounter.isAvailable, "a sanitizer has its own allocator"))
struct AllocationCounterTests {
  private func counts(_ once: Int64, live: Int64 = 0) -> allocation_counts {
    allocation_counts(
      allocations: once, bytes: once * 24, live_allocations: live, live_bytes: live * 24)
  }

  @Test func whatHappensOnceDropsOut() {
    let found = AllocationCounter.perOperation(
      counts(7 + 128 * 4), counts(7 + 256 * 4), count: 128, areKept: false)
    #expect(found.count == 4)
    #expect(found.bytes == 96)
  }

  @Test func everyOtherTimeIsHalf() {
    let found = AllocationCounter.perOperation(counts(64), counts(128), count: 128, areKept: false)
    #expect(found.count == 0.5)
  }

  @Test func whatIsKeptIsWhatLivesOn() {
    let found = AllocationCounter.perOperation(
      counts(5000, live: 128), counts(9000, live: 256), count: 128, areKept: true)
    #expect(found.count == 1)
    #expect(found.bytes == 24)
  }

  @Test func theAnswerIsWhatMostAttemptsAgreeOn() throws {
    func attempts(_ counts: [Double], isRepeatable: Bool = false) -> Allocations? {
      AllocationCounter.mostFrequent(
        counts.map { Allocations(count: $0, bytes: 0, areKept: false, range: .none) },
        isRepeatable: isRepeatable)
    }
    let exact = try #require(attempts([4, 4, 4, 4, 4]))
    #expect(exact.count == 4)
    #expect(exact.isExact)
    let disturbed = try #require(attempts([4, 4, 9, 4, 3]))
    #expect(disturbed.count == 4)
    #expect(!disturbed.isExact)
    #expect(disturbed.range.count == 6)
    // Of a repeatable operation: no tolerance hides one more allocation.
    #expect(attempts([4, 4, 9, 4, 3], isRepeatable: true)?.isExact == true)
    #expect(attempts([1, 5.5, 6, 7, 30], isRepeatable: true)?.isExact == false)
    #expect(attempts([1, 5.5, 6, 7, 30])?.count == 6)
    #expect(attempts([]) == nil)
  }

  @Test func nothingIsCountedUnlessAsked() {
    allocations_start()
    let counts = allocations_stop()
    keep(Object())
    #expect(!allocations_are_counted())
    #expect(allocations_now().allocations == counts.allocations)
  }
}

private final class Object {}

@MainActor private var kept: AnyObject?
@inline(never)
@MainActor private func keep(_ object: AnyObject) { kept = object }
