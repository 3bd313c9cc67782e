import SystemSupport

/// The reason why a recording could not be made.
package struct RecordingFailure: Error, Equatable {
  package enum Kind: Equatable, Sendable {
    case programNotFound
    case programNotExecutable
    /// LTTng is not available, or does not start.
    case tracerUnavailable
    /// The requested buffers are invalid.
    case wrongBuffers
    case outputUnusable
    /// The relay daemon cannot be reached.
    case relayUnavailable
    /// The relay daemon died repeatedly.
    case relayDied
    /// The connection to the relay daemon would be unencrypted.
    case relayNotPrivate
    /// The user ended it before the program was started.
    case interrupted(signal: Int32)
  }

  /// An alternative that the user could request; a command puts it into its own words.
  package enum Remedy: Equatable, Sendable {
    case anotherDirectory
    case smallerBuffers
  }

  package var kind: Kind
  /// The failure and the affected object, as complete sentences.
  package var message: String
  package var remedy: Remedy?

  package init(_ kind: Kind, _ message: String, remedy: Remedy? = nil) {
    self.kind = kind
    self.message = message
    self.remedy = remedy
  }

  init(interruptedBy signal: Int32) {
    self.init(.interrupted(signal: signal), "interrupted by \(signalName(signal)).")
  }
}

extension RecordingFailure {
  /// A directory that is not writable; the user can name another one.
  static func unusableOutput(_ message: String) -> RecordingFailure {
    RecordingFailure(.outputUnusable, message, remedy: .anotherDirectory)
  }
}
