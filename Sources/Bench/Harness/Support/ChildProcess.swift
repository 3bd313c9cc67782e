import Glibc
import Synchronization
import SystemSupport

/// Runs a program and waits for it.
enum ChildProcess {
  /// The reason why a program gave no result, for the user.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs a program to its end, with its output going to a file.
  ///
  /// A signal that ends this process is passed to the program, so that it does not outlive this
  /// one, and takes effect here once the program has ended and its files were removed.
  static func run(
    _ arguments: [String], environment added: [String: String] = [:], output: String
  ) throws(Problem) {
    var launch = ProcessLaunch(ByteString(arguments[0]), arguments.map { ByteString($0) })
    launch.searchesPath = true
    for (name, value) in added.sorted(by: { $0.key < $1.key }) {
      launch.environment = launch.environment.setting(name, to: value)
    }
    launch.descriptors = [
      .open(STDIN_FILENO, "/dev/null", O_RDONLY),
      .open(STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC),
      .copy(STDERR_FILENO, from: STDOUT_FILENO),
    ]
    let pid: pid_t
    do throws(ProcessLaunch.Failure) {
      pid = try launch.start()
    } catch {
      throw Problem(description: "\(arguments[0]) cannot be run: \(errorText(error.errorNumber))")
    }
    var end = ExitReason.exited(0)
    Interruption.forward(to: pid) { end = .waiting(for: pid) }
    guard end == .exited(0) else {
      let text = (try? Files.read(output)) ?? ""
      let said = text.split(separator: "\n").suffix(5).joined(separator: "\n")
      let how =
        switch end {
        case .exited(let code): "status \(code)"
        case .killed(let signal): signalName(signal)
        }
      throw Problem(description: "\(arguments[0]) ended with \(how):\n\(said)")
    }
  }
}

/// Handles signals to end this process while it waits for another.
enum Interruption {
  private static let child = Atomic<pid_t>(0)
  private static let received = Atomic<Int32>(0)
  private static let signals = [SIGHUP, SIGINT, SIGTERM]

  static func forward(to pid: pid_t, during body: () -> Void) {
    child.store(pid, ordering: .sequentiallyConsistent)
    let previous = signals.map { number in
      signal(number) { number in
        Interruption.received.store(number, ordering: .sequentiallyConsistent)
        kill(Interruption.child.load(ordering: .sequentiallyConsistent), SIGTERM)
      }
    }
    body()
    for (number, handler) in zip(signals, previous) { signal(number, handler) }
  }

  /// Ends the process with the signal that it received meanwhile, if any.
  static func takeEffect() {
    let number = received.load(ordering: .sequentiallyConsistent)
    if number != 0 { raise(number) }
  }
}
