/// The state of the connection to a relay daemon while a program is recorded.
struct RelayWatch: Equatable {
  var target: RelayTarget
  /// The time for which the relay daemon may accept no data at the end of the recording.
  var patience: Duration
  /// When the loss of the connection was detected, in UTC; nil while it holds.
  private(set) var lost: String?
  /// Whether the connection was established: LTTng opens it for the first process.
  private var wasWhole = false
  /// Whether a process with buffers was seen. One that ran only between two checks was not.
  private(set) var sawBuffers = false
  /// LTTng's number of lost events, once the session has stopped; nil if unknown.
  var discardedEvents: Int?
  var lostPackets: Int?

  init(target: RelayTarget, patience: Duration = .seconds(30)) {
    self.target = target
    self.patience = patience
  }

  /// Records at the end that no connection was ever established although there was data to send, or
  /// that the relay daemon was unreachable for it.
  ///
  /// - Returns: Whether that is the case.
  mutating func conclude(isReachable: Bool, time: String) -> Bool {
    guard !wasWhole, lost == nil, sawBuffers || !isReachable else { return false }
    lost = time
    return true
  }

  /// Records the open connections and buffers of the consumers.
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
