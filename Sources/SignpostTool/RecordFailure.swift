/// Why a recording could not be made, in words for the user.
struct RecordFailure: Error {
  var status: Int32
  /// nil when there is nothing to say, as after Ctrl-C.
  var message: String?

  init(_ status: ExitStatus, _ message: String) {
    self.status = status.rawValue
    self.message = message
  }

  /// The user ended it before the program was started.
  init(interruptedBy signal: Int32) {
    status = 128 + signal
    message = nil
  }
}
