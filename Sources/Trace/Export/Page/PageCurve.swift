/// A count over time.
///
/// Steps that are close together become one whenever there are too many, so that memory does not
/// depend on the length of the trace. Such a step has the least and the greatest of its counts.
struct PageCurve {
  static let limit = 2048

  private(set) var steps: ContiguousArray<Step> = []
  /// Steps whose starts differ only in so many of the low bits become one.
  private var shift: Int64 = 0
  /// The time of the last count, and the last step without it, if that has others.
  private var latest = Int64.min
  private var rest: Step?

  /// A stretch of time until the next step.
  struct Step {
    var start: Int64
    var least: Int64
    var most: Int64
    /// The count at the end.
    var last: Int64

    mutating func add(_ other: Step) {
      least = min(least, other.least)
      most = max(most, other.most)
      last = other.last
    }
  }

  /// The greatest count.
  var most: Int64 { steps.reduce(0) { max($0, $1.most) } }
  /// The least count, 0 unless it is negative.
  var least: Int64 { steps.reduce(0) { min($0, $1.least) } }

  /// Sets the count from a time on, which is not before the time of the previous call.
  ///
  /// The count replaces another one at the same time.
  mutating func set(_ count: Int64, at time: Int64) {
    let step = Step(start: time, least: count, most: count, last: count)
    if time == latest, !steps.isEmpty {
      steps.removeLast()
      if let rest { steps.append(rest) }
    }
    latest = time
    append(step)
    while steps.count > Self.limit { widen() }
  }

  /// The part of the curve within a period.
  func clipped(to period: ClosedRange<Int64>) -> PageCurve {
    var part = self
    part.steps = steps.filter { $0.start <= period.upperBound }
    if let first = part.steps.lastIndex(where: { $0.start <= period.lowerBound }) {
      part.steps.removeFirst(first)
      part.steps[0].start = period.lowerBound
    }
    return part
  }

  /// - Parameter other: The step without the last count, if it has others.
  private mutating func append(_ step: Step, without other: Step? = nil) {
    guard let last = steps.last, last.start >> shift == step.start >> shift else {
      rest = other
      steps.append(step)
      return
    }
    var others = last
    if let other { others.add(other) }
    rest = others
    steps[steps.count - 1].add(step)
  }

  private mutating func widen() {
    // From a microsecond on: narrower ones hardly ever contain two changes.
    shift = max(shift + 1, 10)
    let (steps, rest) = (steps, rest)
    self.steps.removeAll(keepingCapacity: true)
    for step in steps.dropLast() { append(step) }
    if let last = steps.last { append(last, without: rest) }
  }
}
