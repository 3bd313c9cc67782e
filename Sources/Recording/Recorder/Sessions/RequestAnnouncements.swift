/// The signals that announce requests to a recorder.
///
/// Each request is a file and a signal. The recorder answers all files that it finds at a signal,
/// so that the signals of some arrive, or do not, when their requests have been answered: none of
/// them is for the recorded program, which it would end.
struct RequestAnnouncements {
  /// The time within which the signal of an answered request arrives.
  private static let patience = Duration.seconds(5)

  /// When the signals that may still arrive are no longer expected.
  private var expected: [ContinuousClock.Instant] = []

  /// Assigns a signal.
  ///
  /// - Parameters:
  ///   - answered: The number of requests that were answered at this signal.
  ///   - now: The current time.
  /// - Returns: Whether the signal belongs to a request.
  mutating func takeOne(of answered: Int, at now: ContinuousClock.Instant = .now) -> Bool {
    expected.removeAll { $0 < now }
    for _ in 0..<answered { expected.append(now + Self.patience) }
    guard !expected.isEmpty else { return false }
    expected.removeFirst()
    return true
  }
}
