import BenchSuites
import CAllocations
import Glibc

/// The allocations of one operation.
struct Allocations: Codable, Equatable, Sendable {
  /// Exact, and a whole number unless an allocation occurs only every few operations.
  var count: Double
  /// The requested bytes, or, for retained objects, the bytes they occupy.
  var bytes: Double
  /// Whether these are the remaining allocations of retained objects, rather than all.
  var areKept: Bool
  /// The difference between counts of the same operation: 0 unless other threads take part.
  var range: Range

  struct Range: Codable, Equatable, Sendable {
    var count: Double
    var bytes: Double

    static let none = Range(count: 0, bytes: 0)
  }

  /// Whether repeated counts gave the same numbers.
  var isExact: Bool { range == .none }
}

/// Counts allocations, in a separate pass so that counting does not affect the times.
enum AllocationCounter {
  static var isAvailable: Bool { allocations_can_be_counted() }

  /// Subtracts the count of a number of operations from the count of twice as many, which cancels
  /// one-time allocations.
  ///
  /// Other threads may be active at the same time, so this is repeated a few times, and the most
  /// frequent result is used.
  @MainActor
  static func count(_ operation: Operation, pass count: Int) async -> Allocations? {
    guard isAvailable else { return nil }
    guard operation.kind == .synchronous else {
      return await SingleProcessor.whilePinned { await attempts(operation, count: count) }
    }
    return await attempts(operation, count: count)
  }

  @MainActor
  private static func attempts(_ operation: Operation, count: Int) async -> Allocations? {
    _ = await operation.time(count: 2 * count)
    var found: [Allocations] = []
    for _ in 0..<5 {
      let once = await counts(operation, count: count)
      let twice = await counts(operation, count: 2 * count)
      found.append(perOperation(once, twice, count: count, areKept: operation.kind == .retained))
    }
    return mostFrequent(found, isRepeatable: operation.kind == .synchronous)
  }

  @MainActor
  private static func counts(_ operation: Operation, count: Int) async -> allocation_counts {
    switch operation {
    case .synchronous(let body):
      allocations_start()
      body(count)
      return allocations_stop()
    case .asynchronous(let body):
      await settle()
      allocations_start()
      await body(count)
      return allocations_stop()
    case .retained(let body):
      await settle()
      // Stored here, the objects outlive their array, whose memory is not theirs.
      let kept = UnsafeMutableBufferPointer<Any>.allocate(capacity: count)
      defer { kept.deallocate() }
      allocations_start()
      let end = kept.initialize(fromContentsOf: body(count))
      await settle()
      let counts = allocations_stop()
      kept[..<end].deinitialize()
      return counts
    }
  }

  /// Waits until asynchronous work has settled: tasks start and end independently.
  @MainActor
  private static func settle() async {
    let wasCounting = allocations_are_counted()
    if !wasCounting { allocations_start() }
    var quiet = 0
    for _ in 0..<1000 where quiet < 5 {
      let before = allocations_now().live_allocations
      usleep(200)
      await Task.yield()
      quiet = allocations_now().live_allocations == before ? quiet + 1 : 0
    }
    if !wasCounting { _ = allocations_stop() }
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
      areKept: areKept, range: .none)
  }

  /// The most frequent result; the median if there is none.
  ///
  /// - Parameter isRepeatable: Whether the operation always allocates the same. If some results
  ///   differ from most others, other threads have allocated: no reason for tolerance.
  static func mostFrequent(_ found: [Allocations], isRepeatable: Bool) -> Allocations? {
    let sorted = found.sorted { ($0.count, $0.bytes) < ($1.count, $1.bytes) }
    let agreed = sorted.first { candidate in
      2 * found.count { $0 == candidate } > found.count
    }
    guard var answer = agreed ?? (sorted.isEmpty ? nil : sorted[sorted.count / 2]) else {
      return nil
    }
    if isRepeatable, agreed != nil { return answer }
    answer.range = Allocations.Range(
      count: Summary(found.map(\.count)).range, bytes: Summary(found.map(\.bytes)).range)
    return answer
  }
}
