import BenchSuites
import CAllocations

/// What an operation asks of the allocator each time it is performed.
struct Allocations: Codable, Equatable, Sendable {
  /// Exact, and a whole number unless something is only allocated every few times.
  var count: Double
  /// What these allocations asked for, or, of objects that are kept, what they occupy.
  var bytes: Double
  /// Whether these are the allocations that live on in the objects that were made, rather than all.
  var areKept: Bool
  /// Whether counting again gave the same numbers.
  var isExact: Bool
}

/// Counts allocations, in a pass of its own so that counting takes no part in what is timed.
enum AllocationCounter {
  static var isAvailable: Bool { allocations_can_be_counted() }

  /// Counts twice as many operations less as many, so that what happens once drops out.
  ///
  /// Other threads may have something to do just then, so this is done a few times, and what was
  /// found most often is the answer.
  @MainActor
  static func count(_ operation: Operation, pass count: Int) async -> Allocations? {
    guard isAvailable else { return nil }
    _ = await operation.time(count: 2 * count)
    var found: [Allocations] = []
    for _ in 0..<5 {
      let once = await counts(operation, count: count)
      let twice = await counts(operation, count: 2 * count)
      found.append(perOperation(once, twice, count: count, areKept: operation.isRetained))
    }
    return mostFrequent(found)
  }

  @MainActor
  private static func counts(_ operation: Operation, count: Int) async -> allocation_counts {
    // What is left to do from before is not this operation's doing.
    await Task.yield()
    switch operation {
    case .synchronous(let body):
      allocations_start()
      body(count)
      return allocations_stop()
    case .asynchronous(let body):
      allocations_start()
      await body(count)
      return allocations_stop()
    case .retained(let body):
      // Held here, the objects outlive the array that they came in, whose memory is not theirs.
      let kept = UnsafeMutableBufferPointer<Any>.allocate(capacity: count)
      defer { kept.deallocate() }
      allocations_start()
      let end = kept.initialize(fromContentsOf: body(count))
      let counts = allocations_stop()
      kept[..<end].deinitialize()
      return counts
    }
  }

  static func perOperation(
    _ once: allocation_counts, _ twice: allocation_counts, count: Int, areKept: Bool
  ) -> Allocations {
    func each(_ counter: KeyPath<allocation_counts, Int64>) -> Double {
      Double(twice[keyPath: counter] - once[keyPath: counter]) / Double(count)
    }
    return Allocations(
      count: each(areKept ? \.live_allocations : \.allocations),
      bytes: each(areKept ? \.live_bytes : \.bytes),
      areKept: areKept, isExact: true)
  }

  /// The answer that most agree on; of those equally frequent, the one with the least.
  static func mostFrequent(_ found: [Allocations]) -> Allocations? {
    let votes = found.map { candidate in (candidate, found.count { $0 == candidate }) }
    let best = votes.max { ($0.1, -$0.0.count, -$0.0.bytes) < ($1.1, -$1.0.count, -$1.0.bytes) }
    return best.map { answer, agreeing in
      var answer = answer
      answer.isExact = agreeing == found.count
      return answer
    }
  }
}
