import CProcesses
import Glibc

/// A process in the group of this one that receives the signals to the whole group.
///
/// It blocks all signals, does nothing without a request, and ends when this process does.
final class SignalWitness {
  let pid: pid_t
  private var connection: Int32

  /// Starts one; nil if that fails.
  init?() {
    connection = -1
    pid = witness_start(&connection)
    if pid < 0 { return nil }
  }

  deinit { end() }

  /// The numbers of the signals that it received since the last call; nil if it does not answer.
  func ask() -> [Int32]? {
    guard connection >= 0 else { return nil }
    var signals = [witnessed_signal](repeating: witnessed_signal(), count: 256)
    let count = witness_ask(connection, &signals, Int32(signals.count), 2)
    guard count >= 0 else {
      // The witness was killed or stopped: its later answers would be unreliable.
      end()
      return nil
    }
    return signals.prefix(Int(count)).map(\.number)
  }

  /// Ends it.
  func end() {
    guard connection >= 0 else { return }
    close(connection)
    connection = -1
    // The witness may be stopped; and if it has ended already, its id may belong to another
    // process.
    if waitpid(pid, nil, WNOHANG) == 0 {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }
}
