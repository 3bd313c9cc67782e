/// Why a recording could not be made.
package struct RecordingFailure: Error, Equatable {
  package enum Kind: Equatable, Sendable {
    case programNotFound
    case programNotExecutable
    /// LTTng is not available, or would not start.
    case tracerUnavailable
    /// What was asked for in the way of buffers makes no sense.
    case wrongBuffers
    case outputUnusable
    /// No relay daemon was reached.
    case relayUnavailable
    /// The relay daemon died again and again.
    case relayDied
    /// The way to the relay daemon is open to others.
    case relayNotPrivate
    /// The user ended it before the program was started.
    case interrupted(signal: Int32)
  }

  /// What the user could ask for instead, for a command to say in its own words.
  package enum Remedy: Equatable, Sendable {
    case anotherDirectory
    case smallerBuffers
  }

  package var kind: Kind
  /// What failed and with what, as whole sentences.
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
  /// A directory that cannot be written to, where another one can be named.
  static func unusableOutput(_ message: String) -> RecordingFailure {
    RecordingFailure(.outputUnusable, message, remedy: .anotherDirectory)
  }
}
