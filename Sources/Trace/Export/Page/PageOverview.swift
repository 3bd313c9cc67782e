import Durations

/// The number and durations of actions over time.
///
/// Intervals double in width whenever there are too many of them, so that memory does not depend on
/// the length of the trace.
struct PageOverview {
  static let limit = 2048

  /// The width of an interval in nanoseconds.
  private(set) var width: Int64 = 1 << 16
  /// The number of the first interval, counted from the first event on.
  private var first: Int64 = 0
  private var stretches: ContiguousArray<Stretch> = []

  private struct Stretch {
    var actions: UInt64 = 0
    var durations = CoarseHistogram()

    mutating func add(_ other: Stretch) {
      actions += other.actions
      durations.add(other.durations)
    }
  }

  /// The start of the first interval, in nanoseconds since the first event.
  var start: Int64 { first * width }

  /// The number of actions that began in each interval, and the 99th percentile of their durations.
  var rows: [(actions: UInt64, p99: Int64)] {
    stretches.map { ($0.actions, $0.durations.percentile(99)) }
  }

  /// Counts an action that begins.
  mutating func begin(at time: Int64) {
    let index = index(of: time)
    stretches[index].actions += 1
  }

  /// Counts the end of an action in the interval in which it began.
  mutating func end(begun time: Int64, duration: Int64) {
    let index = index(of: time)
    stretches[index].durations.record(duration)
  }

  /// The index of a time's interval, with room for it.
  private mutating func index(of time: Int64) -> Int {
    if stretches.isEmpty { first = time / width }
    while true {
      let index = (time >= 0 ? time : time - width + 1) / width - first
      if index < 0 {
        // Actions are never replayed: only events that are read out of order come before the first
        // interval.
        if Int64(stretches.count) - index > Int64(Self.limit) {
          widen()
        } else {
          stretches.insert(contentsOf: (index..<0).map { _ in Stretch() }, at: 0)
          first += index
          return 0
        }
      } else if index < Int64(Self.limit) {
        while Int64(stretches.count) <= index { stretches.append(Stretch()) }
        return Int(index)
      } else {
        widen()
      }
    }
  }

  private mutating func widen() {
    var wider: ContiguousArray<Stretch> = []
    let start = first >> 1
    for (offset, stretch) in stretches.enumerated() {
      let index = Int((first + Int64(offset)) >> 1 - start)
      if index < wider.count { wider[index].add(stretch) } else { wider.append(stretch) }
    }
    stretches = wider
    first = start
    width *= 2
  }
}
