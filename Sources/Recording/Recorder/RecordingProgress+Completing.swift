import Glibc
import RecordingManifests

/// Thrown when the user does not wait until the trace is complete.
struct CompletionGivenUp: Error {}

extension RecordingProgress {
  /// Handles a signal while the trace is being completed.
  mutating func handleAfterEnd(
    _ signal: ReceivedSignal, emit: (RecordingMessage) -> Void
  ) throws(CompletionGivenUp) {
    switch receive(signal) {
    case .ask: emit(.note("completing the trace; once more to leave it incomplete"))
    case .giveUp:
      emit(.note("leaving the trace incomplete"))
      throw CompletionGivenUp()
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  /// Records the result of stopping the session.
  mutating func ended(with completion: SessionKeeper.Completion) {
    if let failure = completion.writeFailure { writingFailed(failure) }
    if completion.daemonDied {
      ended(.sessionDaemon)
    } else if !completion.isComplete {
      couldNotStop()
    }
  }

  /// Reports the process of LTTng that died during the recording.
  func reportDeath(emit: (RecordingMessage) -> Void) {
    guard let deadWriter else { return }
    emit(.problem("\(deadWriter.name) died during the recording; the trace ends where it did."))
  }

  /// The end of the recording for its manifest.
  func manifestEnd(_ losses: SessionKeeper.Losses?) -> RecordingManifest.End {
    let usual: RecordingManifest.End.Reason =
      switch end {
      case .complete: .complete
      case .givenUp: .givenUp
      case .brokenOff: deadWriter?.endReason ?? .notStopped
      }
    let reason = writeFailure ?? usual
    return .init(
      reason, lossesAreKnown: reason == .complete, discardedEvents: losses?.discardedEvents,
      lostPackets: losses?.lostPackets)
  }
}
