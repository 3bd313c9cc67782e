import SystemSupport

extension LTTngClient {
  /// Runs one command by LTTng's machine interface, unless `onSignal` throws: then it is killed.
  ///
  /// - Parameter deadline: When the command is killed, as a stopped daemon never answers.
  func ask<Failure: Error>(
    _ arguments: [String], until deadline: Deadline,
    onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> MachineAnswer {
    let document = directory.path + "/answer.xml"
    let answer = try run(
      ["--mi", "xml"] + arguments, output: document, until: deadline, onSignal: onSignal)
    return MachineAnswer(
      reason: answer.reason, document: Files.contents(of: document) ?? "", errors: answer.text,
      log: answer.log)
  }

  /// Runs one command by LTTng's machine interface; signals are left pending.
  func ask(_ arguments: [String], patience: Duration = .seconds(10)) -> MachineAnswer {
    var waiting: [ReceivedSignal] = []
    let answer = ask(
      arguments, until: Deadline(after: patience), onSignal: { waiting.append($0) })
    supervisor.deliverAgain(waiting)
    return answer
  }
}
