/// A count over time.
///
/// Steps that are close together become one whenever there are too many, so that memory does not
/// depend on the length of the trace. Such a step has the least and the greatest of its counts.
struct PageCurve {
  static let limit = 2048

  private(set) var steps: ContiguousArray<Step> = []
  /// Steps whose starts differ only in so many of the low bits become one.
  private var shift: Int64 = 0

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

  /// Sets the count from a time on, which is not before the time of the previous call.
  mutating func set(_ count: Int64, at time: Int64) {
    append(Step(start: time, least: count, most: count, last: count))
    while steps.count > Self.limit { widen() }
  }

  private mutating func append(_ step: Step) {
    if let last = steps.last, last.start >> shift == step.start >> shift {
      steps[steps.count - 1].add(step)
    } else {
      steps.append(step)
    }
  }

  private mutating func widen() {
    // From a microsecond on: narrower ones hardly ever contain two changes.
    shift = max(shift + 1, 10)
    let steps = steps
    self.steps.removeAll(keepingCapacity: true)
    for step in steps { append(step) }
  }
}
