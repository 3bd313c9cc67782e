/// What a recording has to say while it goes on.
package enum RecordingMessage: Equatable, Sendable {
  /// Something failed, or is lost.
  case problem(String)
  /// Something the user ought to know.
  case note(String)
  /// There is little shared memory, and so bursts may lose events.
  case smallBuffers(String)
  /// The program ended before processes that it started, which are recorded on.
  case leftBehind(String)
  /// A step on the way.
  case detail(String)
}
