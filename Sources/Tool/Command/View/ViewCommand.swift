import ArgumentParser
import Glibc
import TraceExport
import TraceRecording
import TraceServer

/// Shows a recording in the browser.
struct ViewCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show recordings, or a running program, in the browser.",
    usage: """
      signpost view [options] <directory> [<directory>]
      signpost view --live [options] -- ./program [arguments]
      signpost view --live [options] PID | SESSION | net://RELAY[:PORT][/host/HOST/SESSION]
      """,
    discussion: """
      Serves the page on this machine only, prints its address, and opens it in the browser if \
      there is one. Ctrl-C ends it. The recording is indexed once; the index is kept in the \
      user's cache directory (XDG_CACHE_HOME, or ~/.cache), never in the recording.

      For a self-contained file, such as for a bug report: signpost export --format html

      --live shows the figures of `signpost top` instead. When the program ends, its last figures \
      stay until Ctrl-C, and the exit code is that of the program.

      EXAMPLES
      signpost view my-recording
      signpost view my-recording --port 8080 --no-open
      signpost view before after        both, linked, below a table of differences
      signpost view --live -- ./my-server

      \(ExitStatus.reference)
      """)

  @Argument(
    help: ArgumentHelp(
      "The directory of a recording, or one that holds recordings; with --live a program.",
      valueName: "directory"),
    completion: .directory)
  var first: String?

  @Argument(
    help: ArgumentHelp("A second one to compare with it.", valueName: "other-directory"),
    completion: .directory)
  var second: String?

  var directories: [String] { [first, second].compactMap(\.self) }

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp(
      "With --live, the program to start, and its arguments.", valueName: "program"))
  var program: [String] = []

  @Flag(name: .customLong("live"), help: "Show a running program; the options below apply to it.")
  var isLive = false

  @OptionGroup
  var live: LiveOptions

  @Option(
    help: ArgumentHelp(
      "The port of the loopback interface.", discussion: "Default: one that is free.",
      valueName: "port"))
  var port: UInt16 = 0

  @Flag(inversion: .prefixedNo, help: "Open the browser.")
  var open = true

  @OptionGroup
  var loss: LossOptions

  /// The target of a live view, as for `signpost top`.
  private var liveTarget: TopTarget {
    get throws { try live.target(directories, program: program, command: "view --live") }
  }

  func validate() throws {
    if isLive {
      _ = try liveTarget
      return
    }
    if let option = live.given { throw ValidationError("\(option) goes with --live.") }
    guard program.isEmpty else {
      throw ValidationError("A program is started with --live: signpost view --live -- ./program.")
    }
    guard !directories.isEmpty else {
      throw ValidationError("Name the recording to show, or with --live a program.")
    }
  }

  func run() throws {
    if isLive { return try showLive() }
    try reading { progress in
      let indices = try directories.map {
        try IndexCache().index(of: $0, onProgress: progress.handler)
      }
      progress.clear()
      try serve(indices)
      return loss.status(.success, isComplete: indices.allSatisfy(\.isComplete))
    }
  }

  /// Shows a running target.
  private func showLive() throws {
    // Before other threads exist.
    let supervision = Supervision()
    throw ExitCode(
      LiveRun.end {
        let run = LiveRun(options: live, supervision: supervision)
        return try run.run(try liveTarget) { session in
          try LiveView(interval: live.interval, port: port, opensBrowser: open, loss: loss)
            .run(session, supervision)
        }
      })
  }

  /// Serves until a signal to end arrives.
  ///
  /// - Parameter indices: A recording, or two to compare.
  private func serve(_ indices: [PageIndex]) throws {
    signal(SIGPIPE, SIG_IGN)
    // Threads inherit the mask: only the one that waits below receives these.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    let server = try runToEnd {
      indices.count == 2
        ? try await PageServer.start(comparing: indices[0], with: indices[1], port: port)
        : try await PageServer.start(indices[0], port: port)
    }
    try Console.write("\(server.address)\n", to: STDOUT_FILENO)
    Browser.announce(server, opens: open)
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    try runToEnd { await server.stop() }
  }
}
