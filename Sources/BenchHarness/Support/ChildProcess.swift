import Glibc
import Synchronization

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
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    var pid = pid_t()
    let name = arguments[0]
    let error = withCStrings(arguments) { arguments in
      withCStrings(environment(adding: added)) { environment in
        posix_spawnp(&pid, name, &actions, nil, arguments, environment)
      }
    }
    guard error == 0 else {
      throw Problem(
        description: "\(arguments[0]) cannot be run: \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    Interruption.forward(to: pid) {
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
    guard status == 0 else {
      let text = (try? Files.read(output)) ?? ""
      let said = text.split(separator: "\n").suffix(5).joined(separator: "\n")
      let how = status & 0x7F == 0 ? "status \(status >> 8)" : "signal \(status & 0x7F)"
      throw Problem(description: "\(arguments[0]) ended with \(how):\n\(said)")
    }
  }

  private static func environment(adding added: [String: String]) -> [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !added.keys.contains(where: { text.hasPrefix($0 + "=") }) { variables.append(text) }
      next += 1
    }
    return variables + added.map { $0.key + "=" + $0.value }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { pointers.forEach { free($0) } }
    return body(pointers + [nil])
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
