import CProcesses
import Glibc
import SystemSupport

/// Starts processes, and waits for their ends and for signals in one place.
///
/// The relevant signals are blocked and received one by one, on the main thread: no handler
/// interrupts other code, none is lost between a check and a wait, and a recorded program inherits
/// the dispositions that this process was started with.
final class ProcessSupervisor {
  enum Event: Equatable {
    case signal(ReceivedSignal)
    case exited(pid_t, ExitReason)
    case timeout
  }

  /// The attributes of a new process.
  struct Launch {
    var path: ByteString
    var arguments: [ByteString]
    var environment: ProcessEnvironment
    /// Descriptors to install, in this order; all other inherited ones are closed. nil leaves every
    /// descriptor unchanged.
    var descriptors: [Redirection]?
    var group: ProcessLaunch.Group
    /// Whether to block the signals that end a service: systemd sends them to each process of the
    /// service, and the processes that write the trace must outlive those that are traced.
    var isShielded = false
    /// Whether to ignore the signals that this process was started to ignore, as a program of the
    /// user has to.
    var inheritsIgnored = false
    /// The user that runs the program; `nil` for the user that starts it.
    var user: ProgramUser?

    struct Redirection {
      var target: Int32
      var source: Int32

      init(_ target: Int32, from source: Int32) {
        self.target = target
        self.source = source
      }
    }
  }

  private static let failuresToWrite = [SIGPIPE, SIGXFSZ]

  private var waited = sigset_t()
  private var inheritedMask = sigset_t()
  private var running: Set<pid_t> = []
  private var exits: [pid_t: ExitReason] = [:]
  /// Sessions whose processes are the recorder's own.
  private var ownSessions: Set<pid_t> = []
  private var isAdopting = false
  private let inheritedDescriptors: [Int32]
  private let isAlone: Bool
  private let leadsSession = getsid(0) == getpid()
  /// Whether this process was started with SIGCHLD ignored.
  private let ignoredChildren = ProcessSupervisor.isIgnored(SIGCHLD)
  private var ignored: Set<Int32> = []
  /// Whether a program may handle signals that this process ignores.
  private var reportsIgnored = false
  private var ledger = SignalLedger()
  private var ready: [ReceivedSignal] = []
  private var witness: SignalWitness?

  /// - Parameter isAlone: Whether no other thread of this process might receive a signal. If there
  ///   are others, this polls periodically, and a signal that ends the process ends it at once.
  init(isAlone: Bool = true) {
    self.isAlone = isAlone
    inheritedDescriptors = Self.openDescriptors().filter { $0 > 2 }
    var blocked = sigset_t()
    sigemptyset(&waited)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT] {
      // The kernel keeps it pending while it is blocked, and the program may handle it.
      if Self.isIgnored(number) { ignored.insert(number) }
      sigaddset(&waited, number)
    }
    sigaddset(&waited, SIGCHLD)
    blocked = waited
    // Writing to a closed standard error, or beyond a limit on the size of files, must not end the
    // clean-up.
    for number in Self.failuresToWrite { sigaddset(&blocked, number) }
    // A parent that ignores SIGCHLD would discard the exit codes of our children.
    if ignoredChildren { signal(SIGCHLD, SIG_DFL) }
    pthread_sigmask(SIG_BLOCK, &blocked, &inheritedMask)
  }

  /// Restores the default effects of signals, once there is nothing left to clean up.
  func restoreSignals() {
    witness?.end()
    witness = nil
    // Ignoring it discards a pending one: a standard error without a reader is no reason to exit.
    for number in Self.failuresToWrite {
      let disposition = signal(number, SIG_IGN)
      signal(number, disposition)
    }
    pthread_sigmask(SIG_SETMASK, &inheritedMask, nil)
  }

  /// Starts a process in the group that distinguishes signals to the group from those to this
  /// process.
  func startWitness() {
    reportsIgnored = true
    if isAlone { witness = SignalWitness() }
  }

  /// Discards signals that were received already, as their target has ended, and returns them.
  func forgetSignals() -> Set<Int32> {
    _ = witness?.ask()
    let numbers = ready.map(\.number) + ledger.takeAll().map(\.number)
    ready = []
    return Set(numbers)
  }

  /// Becomes the parent of descendants whose own parents end.
  func adoptOrphans() {
    if isAlone { isAdopting = orphans_adopt() }
  }

  /// Descendants of the started processes whose own parents have ended; not the recorder's own
  /// processes.
  var orphans: [pid_t] {
    guard isAdopting else { return [] }
    reap()
    let listed = childProcesses(of: getpid()).filter(isOrphan)
    // The recording ends when there are none: this must not miss any.
    return listed.isEmpty ? allChildProcesses(of: getpid()).filter(isOrphan) : listed
  }

  private func isOrphan(_ pid: pid_t) -> Bool {
    !running.contains(pid) && pid != witness?.pid && !ownSessions.contains(getsid(pid))
      && ![nil, "Z"].contains(ProcessStatus(of: pid)?.state)
  }

  func start(_ launch: Launch) throws(ProcessLaunch.Failure) -> pid_t {
    var process = ProcessLaunch(launch.path, launch.arguments)
    process.environment = launch.environment
    process.group = launch.group
    var mask = inheritedMask
    if launch.isShielded {
      for number in [SIGHUP, SIGQUIT, SIGTERM] { sigaddset(&mask, number) }
    }
    process.blockedSignals = mask
    if let descriptors = launch.descriptors {
      let installed = Set(descriptors.map(\.target))
      process.descriptors =
        descriptors.map { .copy($0.target, from: $0.source) }
        + inheritedDescriptors.filter { !installed.contains($0) }.map { .close($0) }
    }
    // `posix_spawn` can reset a signal, and not ignore one.
    let ignoresChildren = launch.inheritsIgnored && ignoredChildren
    if ignoresChildren { signal(SIGCHLD, SIG_IGN) }
    defer { if ignoresChildren { signal(SIGCHLD, SIG_DFL) } }
    let pid = try process.start(
      with: launch.user.map { user in
        { pid, path, actions, attributes, arguments, environment in
          spawn_as_user(
            user.name, user.id, user.group, pid, path, actions, attributes, arguments, environment)
        }
      })
    running.insert(pid)
    if launch.group == .session { ownSessions.insert(pid) }
    return pid
  }

  /// Starts the program with this process's descriptors and group, held before its first
  /// instruction while `prepare` runs.
  ///
  /// - Parameter prepare: Called with the process id before the process executes the program.
  func startHeld(
    _ path: ByteString, arguments: [ByteString], environment: ProcessEnvironment,
    user: ProgramUser?, after prepare: (pid_t) -> Void
  ) throws(ProcessLaunch.Failure) -> pid_t {
    var mask = inheritedMask
    var held = held_program()
    let script = [ByteString("sh"), path] + arguments.dropFirst()
    let pid = withCStrings(arguments) { arguments in
      withCStrings(script) { script in
        withCStrings(environment.variables) { environment in
          withIdentity(of: user) { identity in
            held_start(
              path.bytes, arguments, script, environment, &mask, ignoredChildren, identity, &held)
          }
        }
      }
    }
    guard pid > 0 else { throw ProcessLaunch.Failure(errorNumber: errno) }
    running.insert(pid)
    prepare(pid)
    let failure = held_release(&held)
    guard failure == 0 else {
      while exitReason(of: pid) == nil { usleep(1_000) }
      throw ProcessLaunch.Failure(errorNumber: failure)
    }
    return pid
  }

  private func withIdentity<R>(
    of user: ProgramUser?, _ body: (UnsafePointer<program_identity>?) -> R
  ) -> R {
    guard let user else { return body(nil) }
    return user.groups.withUnsafeBufferPointer { groups in
      var identity = program_identity(
        user: user.id, group: user.group, groups: groups.baseAddress, group_count: groups.count)
      return body(&identity)
    }
  }

  /// Starts a process that reads nothing and writes to a fresh log, its standard output to another
  /// file if `output` names one.
  func start(
    _ path: String, _ arguments: [String], environment: ProcessEnvironment, output: String? = nil,
    log: String, passing more: [Launch.Redirection] = [], group: ProcessLaunch.Group
  ) throws(ProcessLaunch.Failure) -> pid_t {
    let null = Files.aboveStandardStreams(open("/dev/null", O_RDONLY))
    let errors = Self.freshLog(log)
    let output = output.map(Self.freshLog) ?? errors
    defer {
      close(null)
      if output != errors { close(output) }
      close(errors)
    }
    return try start(
      Launch(
        path: ByteString(path), arguments: arguments.map { ByteString($0) },
        environment: environment,
        descriptors: [.init(0, from: null), .init(1, from: output), .init(2, from: errors)] + more,
        group: group, isShielded: true))
  }

  private static func freshLog(_ path: String) -> Int32 {
    Files.aboveStandardStreams(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600))
  }

  /// How `pid` ended, or nil while it runs.
  func exitReason(of pid: pid_t) -> ExitReason? {
    reap()
    return exits[pid]
  }

  /// Waits for the next signal, the end of one of the processes in `watched`, or the deadline.
  ///
  /// A process that ended already is reported at once, and again at each call.
  func nextEvent(watching watched: Set<pid_t>, until deadline: Deadline? = nil) -> Event {
    while true {
      if let event = nextEvent(watching: watched, until: deadline, unless: { false }) {
        return event
      }
    }
  }

  /// Makes the next calls of ``nextEvent(watching:until:)`` report signals again, before all
  /// others: those that arrived while another step had to be completed.
  func deliverAgain(_ signals: [ReceivedSignal]) {
    ready.insert(contentsOf: signals, at: 0)
  }

  /// The same; nil once no adopted process is left.
  func nextEventBeforeOrphansEnd(
    watching watched: Set<pid_t>, until deadline: Deadline? = nil
  ) -> Event? {
    nextEvent(watching: watched, until: deadline) { orphans.isEmpty }
  }

  private func nextEvent(
    watching watched: Set<pid_t>, until deadline: Deadline?, unless isOver: () -> Bool
  ) -> Event? {
    while true {
      reap()
      for pid in watched {
        if let reason = exits[pid] { return .exited(pid, reason) }
      }
      if isOver() { return nil }
      resolveSignals()
      if !ready.isEmpty {
        var signal = ready.removeFirst()
        signal.isIgnored = ignored.contains(signal.number)
        if signal.isIgnored, !reportsIgnored { continue }
        return .signal(signal)
      }
      var information = siginfo_t()
      let number = wait(until: deadline, &information)
      switch number {
      case SIGCHLD: continue
      case -1 where errno == EINTR: continue
      case -1 where deadline?.hasPassed != true: continue
      case -1: return .timeout
      default: receive(number, information)
      }
    }
  }

  private func receive(_ number: Int32, _ information: siginfo_t) {
    // SI_KERNEL and other positive codes: not sent by a process.
    let isFromKernel = information.si_code > 0
    let arrival = SignalLedger.Arrival(
      number: number, sender: isFromKernel ? 0 : information._sifields._kill.si_pid,
      isFromKernel: isFromKernel)
    if witness == nil {
      ready.append(SignalLedger.assume(arrival, leadsSession: leadsSession))
    } else {
      ledger.receive(arrival, at: .now)
    }
  }

  private func resolveSignals() {
    let next = ledger.next(at: .now) { ProcessStatus(of: $0)?.state == "R" }
    guard let next else { return }
    if let numbers = witness?.ask() {
      ledger.witness(numbers)
      ready += ledger.resolve(next.number)
    } else {
      witness = nil
      ready += ledger.takeAll().map { SignalLedger.assume($0, leadsSession: leadsSession) }
    }
  }

  private func wait(until deadline: Deadline?, _ information: inout siginfo_t) -> Int32 {
    let longest = isAlone ? nil : Duration.milliseconds(50)
    let held = ledger.due.map { max(.zero, $0 - .now) }
    guard let patience = [deadline?.remaining, longest, held].compactMap(\.self).min() else {
      return sigwaitinfo(&waited, &information)
    }
    let (seconds, attoseconds) = patience.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    return sigtimedwait(&waited, &information, &time)
  }

  /// Waits, for a second at most, until all ended children have been reaped.
  ///
  /// A process with several threads is a zombie as soon as the first of them has ended, and can be
  /// reaped only after the last one. The helper of a session daemon, `lttng-runas`, ends some time
  /// after its daemon, which does not wait for it.
  func reapZombies() {
    let deadline = Deadline(after: .seconds(1))
    repeat {
      reap()
      let ending = allChildProcesses(of: getpid()).filter {
        ProcessStatus(of: $0)?.state == "Z" || processName($0) == "lttng-runas"
      }
      if ending.isEmpty { return }
      usleep(1_000)
    } while !deadline.hasPassed
  }

  private func reap() {
    if isAdopting {
      // No other process can reap adopted ones.
      var status: Int32 = 0
      while true {
        let pid = waitpid(-1, &status, WNOHANG)
        guard pid > 0 else { break }
        if running.remove(pid) != nil { exits[pid] = ExitReason(waitStatus: status) }
      }
    }
    for pid in running {
      var status: Int32 = 0
      let result = waitpid(pid, &status, WNOHANG)
      if result == pid {
        running.remove(pid)
        exits[pid] = ExitReason(waitStatus: status)
      } else if result == -1 && errno == ECHILD {
        running.remove(pid)
        exits[pid] = .exited(0)
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  private static func openDescriptors() -> [Int32] {
    Files.entries(of: "/proc/self/fd").compactMap { Int32($0) }
      .filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
  }
}

/// A moment on the monotonic clock.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(after duration: Duration) {
    end = .now + duration
  }

  var hasPassed: Bool { end <= .now }

  var remaining: Duration { max(.zero, end - .now) }
}
