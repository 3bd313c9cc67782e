import BenchSuites

/// Finds how often an operation is to be performed so that a batch of it takes a given time.
struct Calibration {
  /// In nanoseconds.
  var batchTime: Double

  /// Doubles the batch until it takes long enough to tell, which also warms up the operation.
  @MainActor
  func batch(of operation: Operation) async -> Int {
    var count = 1
    // The first call pays for what is only done once.
    _ = await operation.time(count: count)
    while true {
      let time = Double(await operation.time(count: count))
      if time >= batchTime / 4 {
        let scaled = Double(count) * batchTime / max(time, 1)
        return min(max(Int(scaled.rounded()), 1), operation.largestBatch)
      }
      guard count < operation.largestBatch else { return count }
      // Far from the goal the batch grows faster: a nanosecond takes long to get anywhere.
      count = min(count * (time < batchTime / 64 ? 8 : 2), operation.largestBatch)
    }
  }
}
