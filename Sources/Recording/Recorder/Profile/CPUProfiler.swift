import CPUProfiles
import Glibc
import RecordingManifests
import SystemSupport

/// Samples the recorded processes by `perf`, from before the program's first instruction to its
/// end.
final class CPUProfiler {
  private let perf: PerfTool
  private let options: ProfileOptions
  private let directory: String
  private let log: String
  private let supervisor: ProcessSupervisor
  private let watchdog: Watchdog
  private let emit: (RecordingMessage) -> Void

  private var pid: pid_t?
  /// The pipes for commands to `perf`, and for its answers.
  private var control: (commands: Int32, answers: Int32) = (-1, -1)
  private var start: Int64 = 0
  private var end: Int64 = 0
  private(set) var result: RecordingManifest.Profile?

  /// - Parameters:
  ///   - directory: The directory of the recording.
  ///   - log: The file for the messages of `perf`.
  init(
    _ perf: PerfTool, _ options: ProfileOptions, directory: String, log: String,
    supervisor: ProcessSupervisor, watchdog: Watchdog,
    emit: @escaping (RecordingMessage) -> Void
  ) {
    self.perf = perf
    self.options = options
    self.directory = directory
    self.log = log
    self.supervisor = supervisor
    self.watchdog = watchdog
    self.emit = emit
  }

  /// Finds `perf`; if it cannot be used, reports the reason and the remedy, and returns nil.
  static func prepare(
    _ options: ProfileOptions?, directory: String, log: String, environment: ProcessEnvironment,
    supervisor: ProcessSupervisor, watchdog: Watchdog, emit: @escaping (RecordingMessage) -> Void
  ) -> CPUProfiler? {
    guard let options else { return nil }
    do throws(PerfTool.Obstacle) {
      return CPUProfiler(
        try PerfTool.find(in: environment), options, directory: directory, log: log,
        supervisor: supervisor,
        watchdog: watchdog, emit: emit)
    } catch {
      emit(.problem("recording without a CPU profile: \(error.reason).\n  \(error.remedy)"))
      return nil
    }
  }

  /// Starts sampling processes and their future children; returns when sampling has started.
  func begin(_ processes: [pid_t], environment: ProcessEnvironment) {
    var commands: [Int32] = [-1, -1]
    var answers: [Int32] = [-1, -1]
    guard pipe(&commands) == 0, pipe(&answers) == 0 else {
      return fail(errorText(errno))
    }
    commands = commands.map(Files.aboveStandardStreams)
    answers = answers.map(Files.aboveStandardStreams)
    control = (commands[1], answers[0])
    defer {
      close(commands[0])
      close(answers[1])
    }
    let arguments =
      [perf.path, "record"] + options.arguments + [
        "-D", "-1", "--control=fd:3,4", "-o", directory + "/" + CPUProfile.dataName,
        "-p", processes.map(String.init).joined(separator: ","),
      ]
    do throws(ProcessLaunch.Failure) {
      let pid = try supervisor.start(
        perf.path, arguments, environment: environment, log: log,
        passing: [.init(3, from: commands[0]), .init(4, from: answers[1])], group: .session)
      self.pid = pid
      // perf writes its data when this process has exited.
      watchdog.take(daemon: pid)
    } catch {
      return fail(errorText(error.errorNumber))
    }
    let before = Self.now
    guard Files.write("enable\n", to: control.commands), hasAnswered() else {
      return fail(Files.contents(of: log) ?? "")
    }
    start = before
    emit(.detail("perf samples \(options.frequency) times a second of processor time"))
  }

  /// Waits until `perf` has confirmed the last command, or has ended.
  private func hasAnswered() -> Bool {
    let deadline = Deadline(after: .seconds(10))
    while !deadline.hasPassed {
      var wait = pollfd(fd: control.answers, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 50) > 0 else {
        if let pid, supervisor.exitReason(of: pid) != nil { return false }
        continue
      }
      var buffer = [UInt8](repeating: 0, count: 64)
      return read(control.answers, &buffer, buffer.count) > 0
    }
    return false
  }

  /// - Parameter reason: The error output of `perf`.
  private func fail(_ reason: String) {
    closeControl()
    if let pid { kill(pid, SIGKILL) }
    pid = nil
    unlink(directory + "/" + CPUProfile.dataName)
    let obstacle = PerfTool.obstacle(reason)
    emit(.problem("recording without a CPU profile: \(obstacle.reason).\n  \(obstacle.remedy)"))
  }

  private var complaint: String {
    let lines = (Files.contents(of: log) ?? "").split(separator: "\n")
    return lines.first.map(String.init) ?? "it says nothing"
  }

  private func closeControl() {
    if control.commands >= 0 { close(control.commands) }
    if control.answers >= 0 { close(control.answers) }
    control = (-1, -1)
  }

  /// Ends sampling; the data is complete afterwards.
  func stop() {
    guard let pid else { return }
    end = Self.now
    // A signal may end it before it has written the size of its data.
    if !Files.write("stop\n", to: control.commands) { kill(pid, SIGINT) }
    let deadline = Deadline(after: .seconds(30))
    var reason = supervisor.exitReason(of: pid)
    while reason == nil, !deadline.hasPassed {
      // Later code handles the signals.
      usleep(2_000)
      reason = supervisor.exitReason(of: pid)
    }
    self.pid = nil
    closeControl()
    if reason == nil { kill(pid, SIGKILL) }
    var profile = RecordingManifest.Profile(
      frequency: options.frequency, unwinding: options.unwinding.rawValue, start: start, end: end)
    // After SIGINT it exits by that signal, or with success.
    if reason == nil || reason != .exited(0) && reason != .killed(signal: SIGINT) {
      profile.message = "perf ended early: \(complaint)"
      emit(
        .problem("perf ended early, and the CPU profile is truncated there: \(complaint)"))
    }
    result = profile
  }

  /// Looks up the names of functions, and writes the profile beside the data.
  ///
  /// - Returns: The profile's entry in the manifest; nil if there is no profile.
  func convert() -> RecordingManifest.Profile? {
    guard var profile = result else { return nil }
    do throws(PerfConversion.Failure) {
      let outcome = try PerfConversion.convert(
        in: directory, perf: perf.path,
        window: CPUProfile.Window(start: profile.start, end: profile.end),
        isCancelled: { Self.isInterruptPending })
      profile.samples = outcome.samples
      profile.lost = outcome.lost == 0 ? nil : Int(clamping: outcome.lost)
      emit(.detail("the CPU profile has \(outcome.samples) samples"))
    } catch {
      profile.message = "the samples have no names of functions: \(error.reason)"
      emit(
        .problem(
          "the CPU profile is not complete: \(error.reason). `signpost report --functions` tries again."
        ))
    }
    return profile
  }

  /// Whether the user does not want to wait. The signal stays pending for its handler.
  private static var isInterruptPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return [SIGINT, SIGTERM, SIGQUIT].contains { sigismember(&pending, $0) == 1 }
  }

  /// The clock of samples and events.
  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
