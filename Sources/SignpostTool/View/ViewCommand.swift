import ArgumentParser
import Dispatch
import Glibc
import Synchronization
import TraceExport
import TraceServer

/// Shows a recording in the browser.
struct ViewCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a recording, or two side by side, on a timeline in the browser.",
    discussion: """
      Serves the page on this machine only, prints its address, and opens it in the browser if \
      there is one. Ctrl-C ends it. The recording is indexed once; the index is kept in the \
      user's cache directory (XDG_CACHE_HOME, or ~/.cache), never in the recording.

      For a self-contained file, such as for a bug report: signpost export --format html

      EXAMPLES
      signpost view my-recording
      signpost view my-recording --port 8080 --no-open
      signpost view before after        both, linked, below a table of differences

      EXIT STATUS
      \(ExitStatus.table)
      """)

  @Argument(
    help: ArgumentHelp(
      "The directory of a recording, or one that holds recordings; a second one to compare with it.",
      valueName: "directory"),
    completion: .directory)
  var directories: [String]
  var directory: String { directories[0] }

  @Option(
    help: ArgumentHelp(
      "The port of the loopback interface.", discussion: "Default: one that is free.",
      valueName: "port"))
  var port: UInt16 = 0

  @Flag(inversion: .prefixedNo, help: "Open the browser.")
  var open = true

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    guard (1...2).contains(directories.count) else {
      throw ValidationError(
        "One recording can be shown, or two side by side: of \(directories.count), signpost diff "
          + "compares sets.")
    }
  }

  func run() throws {
    try reading { progress in
      let indices = try directories.map {
        try IndexCache().index(of: $0, onProgress: progress.handler)
      }
      progress.clear()
      try serve(indices)
      return loss.status(.success, isComplete: indices.allSatisfy(\.isComplete))
    }
  }

  /// Serves until a signal comes that ends programs.
  ///
  /// - Parameter indices: A recording, or two to compare.
  private func serve(_ indices: [PageIndex]) throws {
    signal(SIGPIPE, SIG_IGN)
    // Threads inherit it: only the one that waits below gets these.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let server = try wait {
      indices.count == 2
        ? try await PageServer.start(comparing: indices[0], with: indices[1], port: port)
        : try await PageServer.start(indices[0], port: port)
    }
    try Console.write("\(server.address)\n", to: STDOUT_FILENO)
    let isOpened =
      open
      && Browser.open(server.makeTicketAddress()) { getenv($0).map { String(cString: $0) } }
    Console.say(
      isOpened
        ? "serving the page until Ctrl-C"
        : "serving the page until Ctrl-C; open the address above in a browser on this machine")
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    try wait { await server.stop() }
  }
}

/// Runs an asynchronous operation to its end, from a thread that has nothing else to do.
private func wait<Value: Sendable>(
  _ operation: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let value: Result<Value, any Error>
    do { value = .success(try await operation()) } catch { value = .failure(error) }
    result.withLock { $0 = value }
    isDone.signal()
  }
  isDone.wait()
  return try result.withLock { $0! }.get()
}
