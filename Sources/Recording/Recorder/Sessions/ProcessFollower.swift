import Glibc
import RecordingManifests
import SystemSupport

/// Finds the processes that a recording is about, while they come and go.
///
/// LTTng records each process that registers, or only those whose ids the session tracks. Ids are
/// given to the session as processes of the followed name appear.
final class ProcessFollower {
  private let client: LTTngClient
  private let session: String
  private let target: AttachTarget
  private let arrivals = Arrivals()
  private var look = Deadline(after: .zero)
  /// The start times of the recorded processes that run, by process id: a later process may have
  /// the same id. 0 if the process is not visible here, as in another container.
  private var running: [pid_t: UInt64] = [:]
  /// Whether later processes of a name are recorded, too.
  private let follows: Bool
  private let makeMark: () -> FollowMark?
  private var mark: FollowMark?
  /// Programs do not wait for a session that is stopped.
  var isPaused = false {
    didSet {
      guard isPaused != oldValue else { return }
      earlierLate = late
      mark = isPaused ? nil : makeMark()
    }
  }
  private var earlierLate: [RecordingManifest.Process] = []

  /// The programs of the followed name that were not recorded from their beginning.
  var late: [RecordingManifest.Process] { earlierLate + (mark?.lateStarts ?? []) }

  /// The recorded processes that run.
  var processes: [pid_t] { Array(running.keys) }
  /// The numbers of recorded processes.
  private(set) var counts = RecorderState.Processes()
  /// All of them, up to a number that a manifest can hold.
  private(set) var seen: [RecordingManifest.Process] = []

  private static let mostSeen = 1000
  /// The interval of looking for processes whose arrival the kernel does not report, such as those
  /// with another /dev/shm.
  private static let interval = Duration.seconds(2)
  /// The interval of looking at the reports of the kernel, which costs one call.
  static let shortInterval = Duration.milliseconds(50)

  /// - Parameters:
  ///   - session: The name of LTTng's session, which tracks `tracked`.
  ///   - follows: Whether later processes of a name are recorded, too.
  init(
    client: LTTngClient, session: String, target: AttachTarget, follows: Bool,
    tracked: [ListedProcess], watchdog: Watchdog
  ) {
    self.client = client
    self.session = session
    self.target = target
    self.follows = follows
    makeMark = {
      guard follows, case .name(let name) = target else { return nil }
      let mark = FollowMark(
        name: name, directory: ServingDaemon.directory(environment: client.tools.environment))
      if let mark { watchdog.take(file: mark.path) }
      return mark
    }
    mark = makeMark()
    // Programs of a followed name wait until they are listed.
    counts.isLowerBound = target == .everything
    tracked.forEach(add)
  }

  /// Whether none of the processes runs any more.
  var haveAllEnded: Bool {
    counts.started > 0 && running.keys.allSatisfy(hasEnded)
  }

  /// Checks for processes that have come or gone.
  ///
  /// - Returns: Whether there are any.
  func lookForChanges() -> Bool {
    if arrivals.take() {
      // It opens the file before it registers.
      look = Deadline(after: .zero)
      recent = Deadline(after: .milliseconds(500))
    }
    guard look.hasPassed || !recent.hasPassed else { return false }
    look = Deadline(after: Self.interval)
    let answer = client.ask(["list", "--userspace"])
    guard answer.succeeded else { return false }
    let matching = target.matches(answer.processes)
    return update(
      follows || target == .everything ? matching : matching.filter(isRunning))
  }

  private var recent = Deadline(after: .zero)

  /// Notes which of the recorded processes have come or gone.
  ///
  /// - Returns: Whether there are any.
  func update(_ listed: [ListedProcess]) -> Bool {
    let known = Set(listed.filter(isRunning).map(\.pid))
    let gone = running.keys.filter { !known.contains($0) }
    let new = listed.filter { !known.contains($0.pid) }
    guard !gone.isEmpty || !new.isEmpty else { return false }
    for pid in gone { running[pid] = nil }
    counts.running = running.count
    if follows, case .name = target {
      let arrived = new.map(\.pid)
      // The ids of ended processes go to other programs.
      change("untrack", gone.filter { !arrived.contains($0) })
      // Otherwise the next look tries it again.
      guard change("track", arrived.filter { !gone.contains($0) }) else { return !gone.isEmpty }
    }
    new.forEach(add)
    return true
  }

  /// Whether a listed process is one of those that run as far as known.
  ///
  /// LTTng lists a process for a moment after its end. It has no name then, and no start time once
  /// it is reaped: it is not another process of the same id.
  private func isRunning(_ process: ListedProcess) -> Bool {
    guard let known = running[process.pid] else { return false }
    return [nil, known].contains(ProcessStatus.startTime(of: process.pid))
  }

  /// Returns whether LTTng has done it.
  @discardableResult
  private func change(_ command: String, _ pids: [pid_t]) -> Bool {
    if pids.isEmpty { return true }
    let list = pids.map { "\($0)" }.joined(separator: ",")
    return client.ask([command, "--userspace", "--session=\(session)", "--vpid=\(list)"]).succeeded
  }

  private func add(_ process: ListedProcess) {
    let startTime = ProcessStatus.startTime(of: process.pid) ?? 0
    guard running.updateValue(startTime, forKey: process.pid) == nil else { return }
    counts.started += 1
    counts.running = running.count
    counts.most = max(counts.most, running.count)
    if seen.count < Self.mostSeen { seen.append(.init(pid: process.pid, name: process.name)) }
  }
}

/// The programs that start with LTTng's library, as the kernel reports them: each opens a file of
/// LTTng in /dev/shm before it registers.
private final class Arrivals {
  private let descriptor: Int32

  init() {
    descriptor = Files.aboveStandardStreams(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)))
    if descriptor >= 0 { inotify_add_watch(descriptor, "/dev/shm", UInt32(IN_OPEN)) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether there were any since the last call.
  func take() -> Bool {
    guard descriptor >= 0 else { return false }
    var result = false
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      result = result || Self.names(in: buffer[..<count])
    }
    return result
  }

  /// Whether an event is about that file; or events were dropped, which have no name.
  private static func names(in events: ArraySlice<UInt8>) -> Bool {
    let header = MemoryLayout<inotify_event>.size
    var rest = events
    while rest.count >= header {
      let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      let name = rest.dropFirst(header).prefix(Int(event.len))
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 || name.starts(with: "lttng-ust-wait-".utf8) {
        return true
      }
      rest = rest.dropFirst(header + Int(event.len))
    }
    return false
  }
}
