import Glibc
import RecordingManifests

extension SessionKeeper {
  /// The result of stopping the session of a trace.
  struct Completion {
    var answer: LTTngClient.Answer
    /// Whether all recorded events are on the disk.
    var isComplete: Bool
    /// Whether the session could not be stopped because its daemon has ended.
    var daemonDied = false
    /// Why a part of the trace could not be written.
    var writeFailure: RecordingManifest.End.Reason?
    /// LTTng's losses; nil if it does not answer, and for a flight recorder, which overwrites by
    /// design.
    var losses: Losses?
  }

  struct Losses: Equatable {
    var discardedEvents: Int
    var lostPackets: Int

    /// nil if nothing was lost.
    var message: String? {
      let parts = [
        discardedEvents > 0 ? "\(discardedEvents) events were discarded" : nil,
        lostPackets > 0 ? "\(lostPackets) packets were lost" : nil,
      ].compactMap(\.self)
      guard !parts.isEmpty else { return nil }
      return "LTTng: \(parts.joined(separator: " and ")), as the buffers were full"
    }
  }

  private static let patience = Duration.seconds(30)

  /// Stops the session, waits until LTTng has written the buffers of ended processes, and reports
  /// the missing part.
  ///
  /// - Parameter onSignal: If it throws, the trace is left incomplete.
  func complete<Failure: Error>(
    onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> Completion {
    let answer =
      if let earlyStop { earlyStop } else { try session.stop(onSignal: onSignal) }
    RecordingStep.hasStoppedSession.reach()
    var completion = Completion(answer: answer, isComplete: answer.succeeded)
    if answer.succeeded {
      let unfinished = try waitForTraces(onSignal)
      completion.isComplete = unfinished.isEmpty
      if unfinished.isEmpty {
        emit(.detail("the trace is complete"))
      } else {
        let list = unfinished.map { "\n  \($0)" }.joined()
        emit(
          .problem(
            "LTTng did not complete the traces of these processes, which may lack events:\(list)"))
      }
    } else {
      completion.daemonDied = session.client.isDaemonGone
      if !completion.daemonDied {
        emit(.problem("LTTng could not complete the trace:\n\(answer.complaint)"))
      }
    }
    RecordingStep.tracesAreComplete.reach()
    completion.writeFailure = checkWrites()
    guard answer.succeeded else { return completion }
    didStop()
    // Only now has LTTng counted the losses of ended processes.
    if flight == nil, let listed = session.client.ask(["list", session.name]).sessions.first {
      completion.losses = Losses(
        discardedEvents: listed.discardedEvents, lostPackets: listed.lostPackets)
    }
    if let message = completion.losses?.message { emit(.problem(message)) }
    return completion
  }

  /// Quotes the errors of the session daemon, after a recording that failed or lost events.
  func quoteDaemon(after end: RecordingEnd, losses: Losses?) {
    guard end != .complete || losses?.message != nil else { return }
    guard let quotation = session.client.daemon.log?.quoteErrors() else { return }
    // The losses are reported already, and rarely follow from an error of the daemon.
    emit(end == .complete ? .note(quotation) : .problem(quotation))
  }

  /// Waits until LTTng has finished the traces of all ended processes.
  ///
  /// - Returns: The traces that are unfinished after a time that suffices on any machine.
  private func waitForTraces<Failure: Error>(
    _ onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> [String] {
    let daemon = session.client.daemon
    let traces = UnfinishedTraces(directory: session.directory, candidates: daemon.children)
    let deadline = Deadline(after: patience(Self.patience))
    // Buffers that other processes still use are written out five times meanwhile.
    var look = Deadline(after: .milliseconds(500))
    var pause = Duration.milliseconds(1)
    var isFirst = true
    while true {
      let unfinished = traces.find()
      if unfinished.isEmpty || deadline.hasPassed { return unfinished }
      if look.hasPassed {
        if traces.areHeldOpen { return [] }
        look = Deadline(after: .milliseconds(500))
      }
      if isFirst {
        emit(.detail("waiting until LTTng has completed the trace of \(unfinished[0])"))
      }
      isFirst = false
      let event = session.client.supervisor.nextEvent(
        watching: Set([daemon.pid].compactMap(\.self)), until: Deadline(after: pause))
      switch event {
      case .signal(let signal): try onSignal(signal)
      // Without it nothing is written.
      case .exited: return unfinished
      case .timeout: pause = min(pause * 2, .milliseconds(20))
      }
    }
  }
}
