import ArgumentParser
import Glibc
import SystemSupport
import TraceRecording

/// Starts a recording that outlives the terminal.
struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a recording in the background.",
    discussion: """
      Example: signpost start night --rotate 10min --keep 100

      Records every instrumented process of yours, or those that --attach names, also later \
      ones, until signpost stop NAME. If the recorder or the machine dies, start NAME resumes it. \
      The messages of the recorder are in recorder.log beside the trace.
      """)

  @Argument(help: "The name of the recording: letters, digits, - . and _.")
  var name: String

  @Option(
    name: .customLong("attach"),
    help: ArgumentHelp("Record a process that runs, or all of a name.", valueName: "pid|name"))
  var attach: String?

  @Flag(help: "Stay in the foreground, for a service manager.")
  var foreground = false

  @Option(help: ArgumentHelp("End after this time, such as 10s.", valueName: "time"))
  var duration: TimeSpan?

  @OptionGroup var recording: RecordingOptions
  @OptionGroup var long: LongRecordingOptions

  func validate() throws {
    try RecorderName.validate(name)
    if long.isFlightRecorder, recording.blocking {
      throw ValidationError("A flight recorder overwrites old events: leave out --blocking.")
    }
    if recording.profile != nil {
      if attach == nil {
        throw ValidationError("--cpu-profile samples processes that run: add --attach PID.")
      }
      try long.validateProfile()
    }
  }

  func run() throws {
    if let running = RecorderState.find(name) {
      Console.say("\(name) records already, to \(running.output): signpost stop \(name)")
      throw ExitStatus.outputUnusable.exitCode
    }
    let arguments = recorderArguments
    if foreground {
      withCStrings(arguments.map { ByteString($0) }) { _ = execv("/proc/self/exe", $0) }
      Console.say("can't start the recorder: \(errorText(errno)).")
      throw ExitStatus.failure.exitCode
    }
    do {
      let directory = try BackgroundRecorder.start(arguments: arguments) { line in
        Files.write("\(line)\n", to: STDERR_FILENO)
      }
      Console.say("\(name) records to \(directory). To end it: signpost stop \(name)")
    } catch {
      if !error.message.isEmpty { Console.say(error.message) }
      throw ExitCode(error.exitCode)
    }
  }
}

extension StartCommand {
  /// The command line of the recorder.
  private var recorderArguments: [String] {
    // All arguments after the name of this command have the same meaning for `record`.
    var own = Array(CommandLine.arguments.dropFirst(2))
    if let index = own.firstIndex(of: name) { own.remove(at: index) }
    own.removeAll { $0 == "--foreground" }
    let earlier = recording.output == nil ? NamedRecording.directory(of: name) : nil
    if let earlier {
      if own.isEmpty { own = NamedRecording.options(in: earlier) }
      own += ["--output", earlier]
    }
    var arguments = [CommandLine.arguments.first ?? "signpost", "record", "--name", name]
    arguments.append("--no-report")
    if !foreground { arguments.append("--background") }
    if duration == nil, !own.contains("--unattended") { arguments.append("--unattended") }
    return arguments + own
  }
}

/// The names of recordings.
enum RecorderName {
  static func validate(_ name: String) throws {
    let allowed = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
    }
    guard allowed, !name.isEmpty, name.utf8.count <= 64, Int(name) == nil, !name.hasPrefix("-")
    else {
      throw ValidationError(
        "A recording is called by letters, digits, - . and _, and not by a number alone: "
          + "'\(name)' is no such name.")
    }
  }

  /// The recorder of this name; throws if there is none.
  static func find(_ name: String) throws -> RecorderState {
    if let state = RecorderState.find(name) { return state }
    if NamedRecording.directory(of: name) != nil {
      Console.say("\(name) does not record at present. To resume it: signpost start \(name)")
      throw ExitStatus.notFound.exitCode
    }
    let others = RecorderState.all.map { $0.name ?? "\($0.pid)" }
    Console.say(
      "No recording of yours is called \(name)."
        + (others.isEmpty
          ? " None runs: signpost start \(name)"
          : " These run: \(others.joined(separator: ", "))"))
    throw ExitStatus.notFound.exitCode
  }
}
