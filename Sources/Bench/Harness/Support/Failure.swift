/// The reason why a run ends early, for the user.
struct Failure: Error, CustomStringConvertible {
  var status: ExitStatus
  var description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }
}
