import ArgumentParser
import Glibc
import SystemSupport
import TextTables
import TraceRecording

/// Starts a recording that outlives the terminal.
struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start a recording in the background.",
    usage: """
      signpost start [options] NAME [--attach PID|NAME]
      signpost start [options] NAME -- ./program [arguments]
      """,
    discussion: """
      Example: signpost start night --rotate 10min --keep 100

      Records every instrumented process of yours, or all that --attach names, also later ones, \
      until signpost stop NAME. If the recorder or the machine dies, start NAME resumes it. Or \
      records a program that it starts, to its end; stop ends it, and nothing resumes it. Without \
      --foreground, the output is in recorder.log beside the trace.
      """)

  @Argument(help: "The name of the recording: letters, digits, - . and _.")
  var name: String

  @OptionGroup var options: RecordOptions

  @Flag(help: "Stay in the foreground, for a service manager.")
  var foreground = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program to start, and its arguments.", valueName: "program"))
  var program: [String] = []

  /// Whether processes are recorded until the recording is stopped.
  private var isUnattended: Bool { program.isEmpty && options.duration == nil }

  func validate() throws {
    try RecorderName.validate(name)
    try options.validate(isProgram: !program.isEmpty, isUnattended: isUnattended)
    if options.loss.failOnLoss, !foreground {
      throw ValidationError(
        "--fail-on-loss is about the end of a recording, which start does not wait for: add "
          + "--foreground, or read the recording with it, signpost report --fail-on-loss.")
    }
  }

  func run() throws {
    if let running = RecorderState.find(name) {
      Console.say("\(name) records already, to \(running.output): signpost stop \(name)")
      throw ExitStatus.outputUnusable.exitCode
    }
    let arguments = recorderArguments
    if foreground {
      withCStrings(arguments) { _ = execv("/proc/self/exe", $0) }
      Console.say("can't start the recorder: \(errorText(errno)).")
      throw ExitStatus.failure.exitCode
    }
    do {
      let directory = try BackgroundRecorder.start(arguments: arguments) { line in
        Files.write("\(line)\n", to: STDERR_FILENO)
      }
      let place = options.relay.map { "the relay daemon at \($0); its messages are in " } ?? ""
      Console.say("\(name) records to \(place)\(directory). To end it: signpost stop \(name)")
    } catch {
      if !error.message.isEmpty { Console.say(error.message) }
      throw ExitCode(error.exitCode)
    }
  }

  /// The command line of the recorder: the options of this command have the same meaning there.
  private var recorderArguments: [ByteString] {
    let given = CommandLine.arguments
    var own = Array(given.dropFirst(2))
    if let index = Self.position(of: name, in: own) { own.remove(at: index) }
    own.removeLast(program.count)
    own.removeAll { $0 == "--foreground" }
    if isUnattended, options.recording.output == nil,
      let earlier = NamedRecording.directory(of: name)
    {
      if own.isEmpty { own = NamedRecording.options(in: earlier) }
      own += ["--output", earlier]
    }
    var words = [given.first ?? "signpost", "record", "--recording", name, "--no-report"]
    if !foreground { words.append("--background") }
    if !program.isEmpty { words.append("--stoppable") }
    if isUnattended, !own.contains("--unattended") { words.append("--unattended") }
    return (words + own).map { ByteString($0) } + CommandLine.arguments(last: program.count)
  }
}

extension StartCommand {
  /// The position of the name among the arguments of the command, which values of options and words
  /// of the program can equal.
  static func position(of name: String, in arguments: [String]) -> Int? {
    let other = name == "other" ? "another" : "other"
    return arguments.indices.first { index in
      guard arguments[index] == name else { return false }
      var arguments = arguments
      arguments[index] = other
      return (try? parse(arguments))?.name == other
    }
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

  /// A message about a recorder that has a name, and whose files are not seen here.
  static func silence(of name: String, owner: Int32) -> String {
    let process = owner > 0 ? "process \(owner)" : "in another container"
    return "The recorder of \(name), \(process), does not answer: it is starting, or has another "
      + "TMPDIR, or its private directory was removed."
      + (owner > 0 ? " To end it: kill \(owner)" : "")
  }

  /// The recorder of this name; throws if there is none.
  static func find(_ name: String) throws -> RecorderState {
    if let state = RecorderState.find(name) { return state }
    if let owner = NameClaim.owner(of: name) {
      Console.say(silence(of: name, owner: owner))
      throw ExitStatus.failure.exitCode
    }
    if NamedRecording.directory(of: name) != nil {
      Console.say("\(name) does not record at present. To resume it: signpost start \(name)")
      throw ExitStatus.noTrace.exitCode
    }
    let others = RecorderState.all.map { $0.name ?? "\($0.pid)" }
    Console.say(
      "No recording of yours is called \(name)." + name.suggestion(from: others)
        + (others.isEmpty
          ? " No recording runs."
          : " These run: \(others.joined(separator: ", "))"))
    throw ExitStatus.noTrace.exitCode
  }
}
