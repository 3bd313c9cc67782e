/// A live session that a relay daemon offers.
public struct LiveSession: Sendable, Equatable {
  /// The name of the session.
  public var name: String
  /// The name of the recorded machine.
  public var host: String
  /// The number of attached readers. A relay daemon serves one reader per session.
  public var readers: Int64

  /// Creates a description.
  public init(name: String, host: String, readers: Int64 = 0) {
    self.name = name
    self.host = host
    self.readers = readers
  }

  /// Returns the sessions of a relay daemon.
  ///
  /// - Throws: ``TraceReaderError/relayUnreachable(_:reason:)`` if it does not answer.
  public static func all(at relay: LiveAddress) throws(TraceReaderError) -> [LiveSession] {
    try LiveSource().sessions(at: relay)
  }
}
