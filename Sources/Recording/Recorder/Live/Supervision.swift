import Glibc

/// Receives the signals to this process, one by one, from its creation on.
///
/// To be created before other threads, which inherit the blocked signals.
package final class Supervision {
  let supervisor = ProcessSupervisor()

  package init() {}

  /// The next signal, nil if none arrives within `patience`.
  package func nextSignal(patience: Duration = .zero) -> Int32? {
    let deadline = Deadline(after: patience)
    repeat {
      if case .signal(let signal) = supervisor.nextEvent(watching: [], until: deadline) {
        return signal.number
      }
    } while !deadline.hasPassed
    return nil
  }

  /// Restores the default effects of signals.
  package func restoreSignals() { supervisor.restoreSignals() }
}
