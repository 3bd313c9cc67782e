import Glibc

/// Signals to this process, fetched one by one from the moment this is created.
///
/// To be created before there are other threads: they inherit which signals are left to it.
package final class Supervision {
  let supervisor = ProcessSupervisor()

  package init() {}

  /// The next signal that came, nil if there is none until `patience` is over.
  package func nextSignal(patience: Duration = .zero) -> Int32? {
    let deadline = Deadline(after: patience)
    repeat {
      if case .signal(let signal) = supervisor.nextEvent(watching: [], until: deadline) {
        return signal.number
      }
    } while !deadline.hasPassed
    return nil
  }

  /// Gives signals their usual effect again.
  package func restoreSignals() { supervisor.restoreSignals() }
}
