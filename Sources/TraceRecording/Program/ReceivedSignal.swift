/// A signal that reached this process, and where it came from.
struct ReceivedSignal: Equatable, Sendable {
  enum Origin: Equatable, Sendable {
    /// The kernel sent it, because of a key or a hang-up of the terminal: in the first case to the
    /// whole foreground process group, so that the program has it already.
    case terminal
    /// A process sent it, as with `kill`.
    case process
  }

  var number: Int32
  var origin: Origin
}
