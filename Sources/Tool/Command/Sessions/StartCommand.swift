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

      Records every instrumented process of yours, those named by --attach, or a program that it \
      starts, until signpost stop NAME, which ends that program as well. The output of the recorder \
      and of the program is in recorder.log beside the trace.
      """)

  @Argument(help: "The name of the recording: letters, digits, - . and _.")
  var name: String

  @OptionGroup var options: RecordOptions

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program to start, and its arguments.", valueName: "program"))
  var program: [String] = []

  /// Whether every process is recorded.
  private var recordsEverything: Bool {
    program.isEmpty && options.attach == nil && options.duration == nil
  }

  func validate() throws {
    try RecorderName.validate(name)
    try options.validate(isProgram: !program.isEmpty, everything: recordsEverything)
  }

  func run() throws {
    if let running = RecorderState.find(name) {
      Console.say("\(name) records already, to \(running.output): signpost stop \(name)")
      throw ExitStatus.outputUnusable.exitCode
    }
    do {
      let directory = try BackgroundRecorder.start(arguments: recordArguments) { line in
        Files.write("\(line)\n", to: STDERR_FILENO)
      }
      Console.say("\(name) records to \(directory). To end it: signpost stop \(name)")
    } catch {
      if !error.message.isEmpty { Console.say(error.message) }
      throw ExitCode(error.exitCode)
    }
  }

  /// The arguments of `record`: those after the name of this command have the same meaning there.
  private var recordArguments: [ByteString] {
    let given = CommandLine.arguments
    var own = Array(given.dropFirst(2).dropLast(program.count))
    if let index = own.firstIndex(of: name) { own.remove(at: index) }
    let start = [given.first ?? "signpost", "record", "--recording", name, "--background"]
    let words = start + (recordsEverything ? ["--everything"] : []) + own
    return words.map { ByteString($0) } + CommandLine.arguments(last: program.count)
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
    let others = RecorderState.all.map { $0.name ?? "\($0.pid)" }
    Console.say(
      "No recording of yours is called \(name)." + name.suggestion(from: others)
        + (others.isEmpty
          ? " None runs: signpost start \(name)"
          : " These run: \(others.joined(separator: ", "))"))
    throw ExitStatus.noTrace.exitCode
  }
}
