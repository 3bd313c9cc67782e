/// When a request is sent again.
struct RetryPlan: Equatable {
  /// The longest first pause.
  var first: Duration = .milliseconds(500)
  /// The longest of all.
  var longest: Duration = .seconds(10)
  /// When to give up, counted from the first attempt.
  var limit: Duration

  private var failures = 0

  init(limit: Duration) { self.limit = limit }

  /// Takes note of an attempt that failed.
  ///
  /// Pauses double. They are of random length, so that the many who were refused at one time do not
  /// come back at one time.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the first attempt.
  ///   - wish: The pause that the server asks for, which comes first.
  ///   - chance: A random number from 0 to 1.
  /// - Returns: How long to wait; `nil` to give up, which is at once where waiting would take too
  ///   long.
  mutating func pause(after elapsed: Duration, wish: Duration?, chance: Double) -> Duration? {
    let backoff = min(first * (1 << min(failures, 16)), longest)
    failures += 1
    let pause = wish ?? backoff * (0.5 + 0.5 * chance)
    return elapsed + pause <= limit ? pause : nil
  }
}
