import Foundation
import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording
import TraceServer

/// Serves the page of a running program, until a signal to end arrives.
struct LiveView {
  var interval: TimeSpan
  var port: UInt16
  var opensBrowser: Bool
  var loss: LossOptions

  /// The interval of checking for signals, and for the end of the program.
  private static let patience = Duration.milliseconds(100)
  /// The time that pages need to receive the end of the session.
  private static let farewell: UInt32 = 150_000

  func run(_ session: TopSession, _ supervision: Supervision) throws -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let feed = session.feed
    let page = LivePage(title: "Signpost") { prefix, name in
      Self.distribution(TraceName(prefix: prefix, name: name), of: feed)
    }
    let server = try runToEnd { [port] in try await PageServer.start(page, port: port) }
    defer {
      page.close()
      usleep(Self.farewell)
      try? runToEnd { await server.stop() }
    }
    try Console.write("\(server.address)\n", to: STDOUT_FILENO)
    Browser.announce(server, opens: opensBrowser)

    let clock = ContinuousClock()
    let interval = Duration.nanoseconds(interval.nanoseconds)
    var next = clock.now
    var status = TopSession.State.running
    while true {
      let patience = min(max(next - clock.now, .zero), Self.patience)
      if let signal = supervision.nextSignal(patience: patience) {
        switch signal {
        case SIGHUP, SIGINT, SIGQUIT, SIGTERM: return exitCode(session, status)
        case SIGTSTP: raise(SIGSTOP)
        default: break
        }
      }
      guard status == .running else {
        next = clock.now + Self.patience
        continue
      }
      let (state, snapshot) = session.look()
      status = state
      guard state != .running || clock.now >= next else { continue }
      next = max(next + interval, clock.now)
      page.publish(try TopLines.Line(session, state, snapshot).text)
      if let words = Self.words(state) {
        Console.say("\(words); its last figures stay on the page until Ctrl-C")
      }
    }
  }

  private static func words(_ state: TopSession.State) -> String? {
    switch state {
    case .running: nil
    case .ended(.exited(let code)?): "the program ended with code \(code)"
    case .ended(.killed(let signal)?): "the program was killed by \(signalName(signal))"
    case .ended(nil): "the session has ended"
    case .failed(let reason): "nothing more is known of the program (\(reason))"
    }
  }

  private func exitCode(_ session: TopSession, _ state: TopSession.State) -> Int32 {
    switch state {
    case .running, .ended(nil), .ended(.exited(0)?):
      loss.status(.success, isComplete: session.look().snapshot.losses.isEmpty).rawValue
    case .ended(let reason): TopSession.exitCode(reason)
    case .failed: ExitStatus.daemonDied.rawValue
    }
  }

  /// The durations of a name's actions, as JSON.
  private static func distribution(_ name: TraceName, of feed: LiveFeed) -> [UInt8]? {
    let rows = feed.look(detailed: name).snapshot.actionRows
    guard let row = rows.first(where: { $0.prefix == name.prefix && $0.name == name.name }) else {
      return nil
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return (try? encoder.encode(row.distribution ?? [])).map { Array($0) }
  }
}
