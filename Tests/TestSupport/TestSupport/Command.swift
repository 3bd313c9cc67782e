import Foundation

/// A command with little output, run to its end.
///
/// Foundation's `Process` is not used: its pipes are inherited by whatever another thread starts
/// meanwhile, such as a daemon, and it waits until each of these has ended.
public enum Command {
  /// The outcome of a run.
  public struct Result: Sendable {
    /// The exit status; 128 and the signal's number if a signal ended it, as a shell gives it.
    public var status: Int32
    /// The bytes of standard output, as text.
    public var output: String
    /// The bytes of standard error, as text.
    public var errors: String
  }

  /// A command that did not start, or did not end in time.
  public struct Failure: Error, CustomStringConvertible {
    /// The command, and its output.
    public let description: String
  }

  /// Runs a command with nothing on standard input.
  ///
  /// - Parameters:
  ///   - words: The path of an executable, and its arguments.
  ///   - directory: Where it runs; by default where the tests do.
  ///   - limit: After this time the command and its descendants are killed.
  /// - Throws: A ``Failure`` if it can't be started or reaches the limit.
  public static func run(
    _ words: [String], in directory: String? = nil, limit: Duration = .seconds(300)
  ) throws -> Result {
    let scratch = try ScratchDirectory()
    let words = (directory.map { ["env", "-C", $0] } ?? []) + words
    let process = try spawn(words, scratch)
    let deadline = ContinuousClock.now + limit
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < deadline else {
        kill(-process, SIGKILL)
        waitpid(process, &status, 0)
        throw Failure(
          description: """
            '\(words.joined(separator: " "))' did not end within \(limit):
            \(scratch.text("out"))\(scratch.text("err"))
            """)
      }
      usleep(2000)
    }
    let signal = status & 0x7f
    return Result(
      status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
      output: scratch.text("out"), errors: scratch.text("err"))
  }

  private static func spawn(_ words: [String], _ scratch: ScratchDirectory) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, scratch.path(name), O_WRONLY | O_CREAT, 0o600)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
    guard error == 0 else {
      let reason = String(cString: strerror(error))
      throw Failure(description: "'\(words[0])' can't be started: \(reason)")
    }
    return process
  }
}
