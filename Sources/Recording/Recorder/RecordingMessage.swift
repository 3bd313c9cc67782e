/// A message of a recording in progress.
package enum RecordingMessage: Equatable, Sendable {
  /// A failure or a loss.
  case problem(String)
  /// A note for the user.
  case note(String)
  /// There is little shared memory, so bursts may lose events.
  case smallBuffers(String)
  /// The program ended before processes that it started, which are still recorded.
  case leftBehind(String)
  /// Progress.
  case detail(String)
}
