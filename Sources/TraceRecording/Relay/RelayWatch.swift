/// What is known of the way to a relay daemon while a program is recorded.
struct RelayWatch: Equatable {
  var target: RelayTarget
  /// How long the relay daemon may take nothing at the end of the recording.
  var patience: Duration
  /// When the connection was found to be lost, in UTC; nil while it holds.
  private(set) var lost: String?
  /// Whether the connection was there: LTTng opens it for the first process.
  private var wasWhole = false
  /// Whether a process with buffers was met. One that lived between two looks alone was not.
  private(set) var sawBuffers = false
  /// What LTTng counted as lost, once the session has stopped; nil if that is not known.
  var discardedEvents: Int?
  var lostPackets: Int?

  init(target: RelayTarget, patience: Duration = .seconds(30)) {
    self.target = target
    self.patience = patience
  }

  /// Takes in, at the end, that no connection was ever made though there was something to send, or
  /// that the relay daemon was not there for it.
  ///
  /// - Returns: Whether that is so.
  mutating func conclude(isReachable: Bool, time: String) -> Bool {
    guard !wasWhole, lost == nil, sawBuffers || !isReachable else { return false }
    lost = time
    return true
  }

  /// Takes in what the consumers have open.
  ///
  /// - Returns: Whether the connection was lost just now.
  mutating func observe(isWhole: Bool, openBuffers: Int, time: String) -> Bool {
    sawBuffers = sawBuffers || openBuffers > 0
    wasWhole = wasWhole || isWhole
    guard !isWhole, wasWhole, lost == nil else { return false }
    lost = time
    return true
  }
}
