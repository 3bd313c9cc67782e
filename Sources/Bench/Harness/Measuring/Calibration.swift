import BenchSuites

/// Determines the number of operations in a batch of a given duration.
struct Calibration {
  /// In nanoseconds.
  var batchTime: Double

  /// Doubles the batch until its time is measurable, which also warms up the operation.
  @MainActor
  func batch(of operation: Operation) async -> Int {
    var count = 1
    // The first call includes one-time work.
    _ = await operation.time(count: count)
    while true {
      let time = Double(await operation.time(count: count))
      if time >= batchTime / 4 {
        let scaled = Double(count) * batchTime / max(time, 1)
        return min(max(Int(scaled.rounded()), 1), operation.largestBatch)
      }
      guard count < operation.largestBatch else { return count }
      // Far from the goal the batch grows faster.
      count = min(count * (time < batchTime / 64 ? 8 : 2), operation.largestBatch)
    }
  }
}
