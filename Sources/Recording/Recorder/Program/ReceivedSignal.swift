/// A signal that this process received, and its other receivers.
struct ReceivedSignal: Equatable, Sendable {
  enum Origin: Equatable, Sendable {
    /// A key of the terminal: the whole foreground process group receives it.
    case terminal
    /// A process sent it to the group of this one, as `kill -INT -PGID` and `timeout` do, or to
    /// each process of the service, as systemd does.
    case group
    /// The signal was sent to this process only.
    case process
  }

  var number: Int32
  var origin: Origin
  /// Whether this process was started with the signal ignored, as by `nohup`: then it concerns the
  /// program at most.
  var isIgnored = false
}
