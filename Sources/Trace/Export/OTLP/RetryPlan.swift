/// The times at which a request is repeated.
struct RetryPlan: Equatable {
  /// The maximum first pause.
  var first: Duration = .milliseconds(500)
  /// The maximum pause.
  var longest: Duration = .seconds(10)
  /// The time limit, counted from the first attempt.
  var limit: Duration

  private var failures = 0

  init(limit: Duration) { self.limit = limit }

  /// Records a failed attempt.
  ///
  /// Pauses double. Their length is random, so that clients refused at the same time do not return
  /// at the same time.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the first attempt.
  ///   - requested: The pause that the server asks for, which comes first.
  ///   - chance: A random number from 0 to 1.
  /// - Returns: The time to wait; `nil` to give up, at once if waiting would exceed the limit.
  mutating func pause(after elapsed: Duration, requested: Duration?, chance: Double) -> Duration? {
    let backoff = min(first * (1 << min(failures, 16)), longest)
    failures += 1
    let pause = requested ?? backoff * (0.5 + 0.5 * chance)
    return elapsed + pause <= limit ? pause : nil
  }
}
