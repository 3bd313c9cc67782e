import Glibc
import SystemSupport

/// A recorder that outlives the terminal it was started from.
package enum BackgroundRecorder {
  package struct Failure: Error {
    package var message: String
    /// How the recorder ended.
    package var exitCode: Int32
  }

  /// The prefix of the directory in the recorder's output when it starts recording. A zero follows
  /// the directory, whose name can have line breaks.
  private static let mark = "\u{1}ready "

  /// Starts this executable with other arguments, in a session of its own, and waits until it
  /// records.
  ///
  /// - Parameter emit: Called with the lines that it writes until then.
  /// - Returns: Its output directory.
  package static func start(
    arguments: [ByteString], emit: (Substring) -> Void
  ) throws(Failure) -> String {
    let supervisor = ProcessSupervisor()
    defer { supervisor.restoreSignals() }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(message: "can't create a pipe: \(errorText(errno)).", exitCode: 1)
    }
    ends = ends.map(Files.aboveStandardStreams)
    let null = Files.aboveStandardStreams(open("/dev/null", O_RDWR))
    defer {
      close(null)
      close(ends[0])
    }
    let pid: pid_t
    do throws(ProcessLaunch.Failure) {
      defer { close(ends[1]) }
      pid = try supervisor.start(
        .init(
          path: ByteString("/proc/self/exe"), arguments: arguments,
          environment: .inherited,
          descriptors: [.init(0, from: null), .init(1, from: null), .init(2, from: ends[1])],
          group: .session, inheritsIgnored: true))
    } catch {
      throw Failure(
        message: "can't start the recorder: \(errorText(error.errorNumber)).", exitCode: 1)
    }
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var wait = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 50) > 0 else {
        // Keys of the terminal do not reach the recorder, as it is in another session.
        if case .signal(let signal) = supervisor.nextEvent(
          watching: [], until: Deadline(after: .zero)),
          [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(signal.number)
        {
          kill(pid, signal.number)
        }
        continue
      }
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let line = takeLine(of: &rest) {
        if line.hasPrefix(mark) { return String(line.dropFirst(mark.count)) }
        emit(line[...])
      }
    }
    var reason = ExitReason.exited(1)
    let deadline = Deadline(after: .seconds(20))
    while !deadline.hasPassed {
      if case .exited(_, let found) = supervisor.nextEvent(watching: [pid], until: deadline) {
        reason = found
        break
      }
    }
    throw Failure(message: "", exitCode: reason.shellCode)
  }

  /// Removes the first message, or report, from the output of a recorder; nil if it is incomplete.
  static func takeLine(of output: inout [UInt8]) -> String? {
    let end = output.starts(with: mark.utf8) ? 0 : UInt8(ascii: "\n")
    guard let place = output.firstIndex(of: end) else { return nil }
    let line = String(decoding: output[..<place], as: UTF8.self)
    output.removeSubrange(...place)
    return line
  }

  /// The report of a recorder that it records to a directory.
  static func report(_ directory: String) -> String { "\(mark)\(directory)\0" }

  /// Reports to ``start(arguments:emit:)`` that this process records, and redirects its messages to
  /// a file beside the trace from now on.
  package static func reportReady(directory: String) {
    RedirectedOutput(to: directory)?.reportReady()
  }

  /// Redirects the messages of this process to a file beside the trace of a recording that goes on,
  /// which may be in a new directory.
  package static func continueLog(directory: String) {
    RedirectedOutput(to: directory)?.forgetStarter()
  }

  /// The output of this process, and of programs that it starts, in a file beside the trace.
  struct RedirectedOutput {
    private let directory: String
    private let file: String
    /// The former standard error, where the starter reads.
    private let starter: Int32

    init?(to directory: String) {
      self.directory = directory
      file = directory + "/recorder.log"
      var log = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      // The command that started the recorder waits for the report, also if no file takes messages.
      if log < 0 { log = open("/dev/null", O_WRONLY | O_CLOEXEC) }
      guard log >= 0 else { return nil }
      starter = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
      dup2(log, STDOUT_FILENO)
      dup2(log, STDERR_FILENO)
      close(log)
    }

    /// Reports that this process records.
    func reportReady() {
      Files.write(BackgroundRecorder.report(directory), to: starter)
      close(starter)
    }

    /// Closes the former standard error.
    func forgetStarter() {
      close(starter)
    }

    /// Removes the file: the starter reads why nothing is recorded.
    func undo() {
      dup2(starter, STDERR_FILENO)
      close(starter)
      unlink(file)
    }
  }
}
