import FoundationEssentials
import Glibc
import SystemSupport

/// The state of a running recorder, for `status`, `stop` and `snapshot`.
///
/// It is a file in the recorder's private directory, which is removed with the recorder in any
/// case.
package struct RecorderState: Codable, Equatable, Sendable {
  package var pid: Int32
  /// The start time of that process in ticks: process ids are reused.
  package var startTime: UInt64
  /// The name of the recording; nil for a recording without a name.
  package var name: String?
  /// The name of LTTng's session.
  package var session: String
  /// The output directory of the recording.
  package var output: String
  /// A description of the recorded processes.
  package var subject: String
  /// Whether a program that was started at a terminal ends the recording. The files of earlier
  /// versions have it under this name as well.
  private var hasProgram: Bool
  /// Whether the recording is a flight recorder.
  package var isFlightRecorder: Bool
  /// In seconds since the epoch.
  package var started: Int
  /// The recorded processes; nil if the recorder does not look for later ones.
  package var processes: Processes?
  /// The number of times that the recording was resumed.
  package var resumptions: Int
  /// Whether it waits for room on the disk.
  package var isPaused: Bool
  /// Whether an unknown number of events is lost; nil in the files of earlier versions.
  package var hasUnknownLosses: Bool?
  /// Why nothing is recorded any more, as a clause; nil while all is well.
  package var problem: String?
  /// The relay daemon that the trace is sent to, and its place there; nil for a trace on this
  /// machine.
  package var relay: String?
  /// The selected events as options; nil for a recorder that cannot change them.
  package var selection: String?
  var daemon: Daemon
  /// The recorder's private directory.
  var directory: String

  /// The numbers of recorded processes.
  package struct Processes: Codable, Equatable, Sendable {
    package var running = 0
    /// The number of processes that have started since the recorder has.
    package var started = 0
    /// Whether more processes may have started: a short-lived one can end before LTTng lists it.
    package var isLowerBound: Bool?
    /// The largest number of processes that ran at the same time.
    package var most = 0

    /// How often a process has replaced an ended one.
    package var restarts: Int { max(0, started - most) }
  }

  /// The parameters of the session daemon that a client needs.
  struct Daemon: Codable, Equatable, Sendable {
    var kind: String
    var path: String?
    var pid: Int32?

    init(_ daemon: SessionDaemon) {
      pid = daemon.pid
      switch daemon.place {
      case .serving: kind = "serving"
      case .home(let path): (kind, self.path) = ("home", path)
      case .namespace(let path): (kind, self.path) = ("namespace", path)
      }
    }

    var daemon: SessionDaemon {
      switch (kind, path) {
      case ("home", let path?): SessionDaemon(place: .home(path), pid: pid)
      case ("namespace", let path?): SessionDaemon(place: .namespace(path), pid: pid)
      default: SessionDaemon(place: .serving, pid: pid)
      }
    }
  }

  private static let fileName = "recorder.json"

  init(
    name: String?, subject: String, isStoppable: Bool, isFlightRecorder: Bool,
    session: RecordingSession
  ) {
    pid = getpid()
    startTime = ProcessStatus.startTime(of: getpid()) ?? 0
    self.name = name
    self.session = session.name
    output = session.directory
    self.subject = subject
    hasProgram = !isStoppable
    self.isFlightRecorder = isFlightRecorder
    started = time(nil)
    resumptions = 0
    isPaused = false
    daemon = Daemon(session.client.daemon)
    directory = session.client.directory.path
  }

  /// Writes it to the private directory of a recorder.
  ///
  /// - Returns: Whether it was written: without room on the disk, the earlier state stays.
  @discardableResult
  func write(to directory: PrivateDirectory) -> Bool {
    guard let data = try? JSONEncoder().encode(self) else { return false }
    let new = directory.path + "/recorder.new"
    unlink(new)
    guard Files.create(new, text: String(decoding: data, as: UTF8.self)),
      rename(new, directory.path + "/" + Self.fileName) == 0
    else {
      unlink(new)
      return false
    }
    return true
  }

  /// Whether the output has events of a process, as its files say: short-lived processes are
  /// missing in ``processes``.
  package var hasRecorded: Bool { OutputDirectory.holdsProcesses(output) }

  /// Whether `stop` ends the recording.
  package var isStoppable: Bool { !hasProgram }

  /// Whether the recorder runs.
  package var isAlive: Bool {
    ProcessStatus.startTime(of: pid) == startTime && ProcessStatus(of: pid)?.state != "Z"
  }

  /// The running recorders of this user, oldest first.
  package static var all: [RecorderState] {
    var states: [RecorderState] = []
    for parent in PrivateDirectory.parents(environment: .inherited) {
      for name in Files.entries(of: parent) where name.hasPrefix(PrivateDirectory.prefix) {
        let path = "\(parent)/\(name)/\(fileName)"
        var status = stat()
        // A file of another user could make this send signals to any process.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
          status.st_uid == geteuid(), let text = Files.contents(of: path),
          let state = try? JSONDecoder().decode(RecorderState.self, from: Data(text.utf8)),
          state.isAlive
        else { continue }
        states.append(state)
      }
    }
    return states.sorted { ($0.started, $0.pid) < ($1.started, $1.pid) }
  }

  /// The recorder of this name, or with this process id.
  package static func find(_ name: String) -> RecorderState? {
    let all = all
    return all.first { $0.name == name } ?? all.first { "\($0.pid)" == name }
  }
}
