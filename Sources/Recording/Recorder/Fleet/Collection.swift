import Glibc
import RecordingManifests
import SystemSupport

/// Runs a relay daemon, and reports arriving recordings, until a signal ends it.
package struct Collection {
  package struct Options: Sendable {
    /// The directory for recordings; nil for a new one in the working directory.
    package var output: String?
    package var listen = "127.0.0.1"
    package var controlPort = RelayAddress.controlPort
    package var dataPort = RelayAddress.dataPort
    package var allowsUnencrypted = false
    package var interval = Duration.seconds(1)

    package init() {}
  }

  /// The reports in the meantime.
  package enum Report: Sendable {
    /// The daemon listens on these ports, and writes to this directory.
    case listening(host: String, control: UInt16, data: UInt16, live: UInt16, directory: String)
    case status(CollectionStatus)
    case problem(String)
    case note(String)
  }

  package struct Result: Equatable, Sendable {
    package var directory: String
    package var status: CollectionStatus
    /// Whether recordings were truncated, or the relay daemon died.
    package var isIncomplete: Bool
  }

  private let options: Options
  private let report: (Report) -> Void
  private let supervisor = ProcessSupervisor()
  private let environment = ProcessEnvironment.inherited
  private var wasAsked = false
  private var isIncomplete = false
  private var hasWarnedOfDisk = false
  private var isDiskFull = false

  package init(options: Options, report: @escaping (Report) -> Void) {
    self.options = options
    self.report = report
  }

  /// The number of restarts of a relay daemon that dies at once.
  private static let mostDeaths = 3

  /// Collects until a signal arrives.
  package mutating func run() throws(RecordingFailure) -> Result {
    defer { supervisor.restoreSignals() }
    let listen = try ListenAddress.find(
      options.listen, allowsUnencrypted: options.allowsUnencrypted)
    let tools = try LTTngTools.find(in: environment)
    guard
      let executable = ExecutableSearch(directories: environment.searchPath + ["/usr/bin"])
        .find("lttng-relayd")
    else {
      throw RecordingFailure(
        .tracerUnavailable,
        "lttng-relayd is not in PATH. Install it with: sudo apt-get install lttng-tools")
    }
    let ports = try choosePorts(listen)
    var root = try CollectionDirectory.make(options.output)
    let watchdog = try Watchdog.start(tools: tools, supervisor: supervisor)
    defer { watchdog.finish(supervisor: supervisor) }
    let home = try PrivateDirectory.make(environment: environment)
    watchdog.take(directory: home.path)

    var recordings = CollectedRecordings()
    var reported: Set<String> = []
    var deaths = 0
    while true {
      let directory = try root.makeRun()
      recordings.directories.append(directory)
      let daemon: CollectingDaemon
      do throws(RecordingFailure) {
        daemon = try CollectingDaemon.start(
          executable: executable, listen: listen, ports: ports, directory: directory, in: home,
          tools: tools, watchdog: watchdog, supervisor: supervisor,
          onSignal: { (signal) throws(RecordingFailure) in
            if signal.number != SIGTSTP, signal.number != SIGCONT {
              throw RecordingFailure(interruptedBy: signal.number)
            }
          })
      } catch {
        root.removeIfEmpty(recordings.directories)
        throw error
      }
      report(
        .listening(
          host: options.listen, control: ports.control, data: ports.data, live: ports.live,
          directory: root.path))
      let started = ContinuousClock.now
      // For many recordings.
      RoomForNotes.reserve(in: directory, bytes: 256 << 10)
      watchdog.take(directory: RoomForNotes.file(in: directory))
      var watches = [root.path, directory].compactMap(OutputWatch.init)
      let (last, end) = watch(daemon, &watches, &recordings)
      if end != .died { daemon.end(supervisor: supervisor) }
      if case .moved(let path, let change) = end {
        isIncomplete = true
        if case .renamed(let current) = change {
          recordings.rename(path, to: current)
          recordings.directories.last.map { RoomForNotes.release(in: $0) }
          recordings.note(Self.message(last, "The collection was renamed"), in: last.unfinished)
        }
        report(
          .problem(
            "\(change.text(path)). Incomplete are \(last.unfinished.count) recordings:"
              + Self.list(last.unfinished)))
        root = try CollectionDirectory.make(root.path)
        continue
      }
      RoomForNotes.release(in: directory)
      recordings.note(last)
      let unfinished = last.unfinished.filter { !reported.contains($0.path) }
      reported.formUnion(unfinished.map(\.path))
      if end == .asked {
        if !unfinished.isEmpty {
          isIncomplete = true
          recordings.note(
            Self.message(last, "The collection ended before its end arrived"), in: unfinished)
          report(
            .problem(
              "\(unfinished.count) recordings are incomplete, as their ends did not arrive:"
                + Self.list(unfinished)))
        }
        break
      }
      isIncomplete = true
      recordings.note(Self.message(last, "The relay daemon died"), in: unfinished)
      deaths = ContinuousClock.now - started < .seconds(60) ? deaths + 1 : 1
      let words = lastLines(of: home.daemonLog, count: 5)
      report(
        .problem(
          "the relay daemon died. Incomplete are \(unfinished.count) recordings:"
            + "\(Self.list(unfinished))\nThe end of its log:\n\(words)"))
      guard deaths < Self.mostDeaths else {
        throw RecordingFailure(
          .relayDied,
          "the relay daemon died \(deaths) times within a minute, and is not started again.")
      }
    }
    return Result(
      directory: root.path, status: recordings.status(openFiles: []), isIncomplete: isIncomplete)
  }

  /// The statement for readers of a recording whose end did not arrive.
  private static func message(_ status: CollectionStatus, _ cause: String) -> String {
    "\(status.isDiskFull ? "The disk of the relay daemon was full" : cause): the missing part is unknown."
  }

  private static func list(_ recordings: [CollectionStatus.Recording]) -> String {
    let names = recordings.map { "\n  \($0.path)" }
    return names.prefix(10).joined() + (names.count > 10 ? "\n  and \(names.count - 10) more" : "")
  }

  /// The end of a relay daemon.
  private enum End: Equatable {
    /// By a signal to this process.
    case asked
    case died
    /// As a directory of the collection is not at its path any more.
    case moved(String, OutputWatch.Change)
  }

  /// - Returns: The last status, and the reason for the end.
  private mutating func watch(
    _ daemon: CollectingDaemon, _ watches: inout [OutputWatch],
    _ recordings: inout CollectedRecordings
  ) -> (CollectionStatus, End) {
    var last: CollectionStatus?
    var time = ContinuousClock.now
    while true {
      let now = ContinuousClock.now
      for index in watches.indices {
        if let change = watches[index].look() {
          let status = last ?? recordings.status(openFiles: daemon.openFiles)
          return (status, .moved(watches[index].path, change))
        }
      }
      var status = recordings.status(openFiles: daemon.openFiles)
      status.measure(since: last, seconds: (now - time) / .seconds(1))
      time = now
      last = status
      recordings.note(status)
      warnOfDisk(status)
      report(.status(status))
      // The files of a large fleet are many.
      let pause = FileScan.pause(after: ContinuousClock.now - now)
      let deadline = Deadline(after: max(options.interval, pause))
      waiting: while true {
        switch supervisor.nextEvent(watching: [daemon.pid], until: deadline) {
        case .timeout: break waiting
        case .exited: return (recordings.status(openFiles: []).keepingArriving(of: status), .died)
        case .signal(let signal):
          switch signal.number {
          case SIGTSTP: raise(SIGSTOP)
          case SIGCONT, SIGUSR1, SIGUSR2: break
          default:
            let now = recordings.status(openFiles: daemon.openFiles)
            // A terminal's key may have been meant for another program.
            guard signal.number == SIGINT, now.arriving > 0, !wasAsked else { return (now, .asked) }
            wasAsked = true
            report(
              .note("\(now.arriving) recordings are arriving; once more to cut them off"))
          }
        }
      }
    }
  }

  private mutating func warnOfDisk(_ status: CollectionStatus) {
    guard let free = status.freeBytes else { return }
    if status.isDiskFull, !isDiskFull {
      report(
        .problem(
          """
          the disk is full, and recordings that send are cut off. Make room, and record again.
          """))
    }
    isDiskFull = status.isDiskFull
    let isScarce = free < 64 << 20 || status.secondsLeft.map { $0 < 300 } == true
    if isScarce, !hasWarnedOfDisk, !isDiskFull {
      let when = status.secondsLeft.map { ", and is full in about \($0) s at this rate" } ?? ""
      report(
        .problem(
          """
          the disk has \(ByteCount(free).rounded) left\(when). A relay daemon that cannot write \
          drops the recordings that send; make room, or end them.
          """))
    }
    hasWarnedOfDisk = isScarce
  }

  private func choosePorts(
    _ listen: ListenAddress
  ) throws(RecordingFailure) -> CollectingDaemon.Ports {
    for port in [options.controlPort, options.dataPort] {
      let failure = listen.address.checkListening(port: port)
      guard failure == 0 else {
        throw RecordingFailure(
          .outputUnusable,
          """
          can't listen on port \(port) of \(listen.address): \(errorText(failure)). Take others \
          with --port and --data-port.
          """)
      }
    }
    let local = NetworkAddress(bytes: [127, 0, 0, 1])
    for offset in 0..<100 as Range<UInt16> {
      let port = 5344 + offset
      if port != options.controlPort, port != options.dataPort,
        local.checkListening(port: port) == 0
      {
        return .init(control: options.controlPort, data: options.dataPort, live: port)
      }
    }
    throw RecordingFailure(
      .outputUnusable, "no port of 127.0.0.1 from 5344 on is free for readers.")
  }
}
