import ArgumentParser
import Glibc
import TraceRecording

/// Runs a relay daemon, and shows the recordings that arrive.
struct CollectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Receive the recordings of other machines, and list them.",
    discussion: """
      Runs LTTng's relay daemon until Ctrl-C. Hosts send with: signpost record --relay HOST. Each \
      recording is a directory below that of its host. report, events, export and view read one \
      of them, or all together.

      Listens on loopback, where ssh tunnels end: LTTng neither encrypts nor authenticates.

      EXAMPLE
      signpost collect -o fleet

      \(ExitStatus.reference)
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Where recordings go; each run adds a directory, and overwrites nothing.",
      discussion: "Default: ./signpost-fleet.", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The address to listen on: loopback, or that of a WireGuard or tun interface.",
      valueName: "address"))
  var listen = "127.0.0.1"

  @Option(help: ArgumentHelp("The port for control messages.", valueName: "port"))
  var port = RelayAddress.controlPort

  @Option(
    name: .customLong("data-port"), help: ArgumentHelp("The port for data.", valueName: "port"))
  var dataPort = RelayAddress.dataPort

  @Flag(help: "Listen on any address, without encryption.")
  var insecure = false

  @Option(
    help: ArgumentHelp(
      "The interval of the output.",
      discussion: "Default: 1s on a terminal, 10s otherwise.", valueName: "time"))
  var interval: TimeSpan?

  @Flag(help: "Print a JSON object per interval on standard output.")
  var json = false

  func validate() throws {
    guard port > 0, dataPort > 0, port != dataPort else {
      throw ValidationError("--port and --data-port take two different ports, from 1 on.")
    }
    if let interval, interval.nanoseconds < 100_000_000 {
      throw ValidationError("--interval takes 100ms at least.")
    }
  }

  func run() throws {
    let output = CollectOutput(isJSON: json)
    var options = Collection.Options()
    options.output = self.output
    options.listen = listen
    options.controlPort = port
    options.dataPort = dataPort
    options.allowsUnencrypted = insecure
    options.interval =
      interval.map { .nanoseconds($0.nanoseconds) }
      ?? (output.isTerminal ? .seconds(1) : .seconds(10))
    var collection = Collection(options: options, report: output.show)
    do {
      let result = try collection.run()
      output.conclude(result)
      if result.isIncomplete { throw ExitStatus.daemonDied.exitCode }
    } catch let failure as RecordingFailure {
      output.clear()
      if let message = failure.commandMessage { Console.say(message) }
      throw ExitCode(failure.exitCode)
    }
  }
}
