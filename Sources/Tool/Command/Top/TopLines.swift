import Foundation
import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// Prints figures as JSON, a line for each interval.
struct TopLines {
  var interval: TimeSpan
  var count: Int?

  /// The fields of a line besides the figures.
  struct Line: Encodable {
    var state: String
    var name: String
    var pid: Int32?
    var exitCode: Int32?
    var reason: String?
    var snapshot: LiveSnapshot

    private enum Key: String, CodingKey { case state, name, pid, exitCode, reason }

    init(_ session: TopSession, _ state: TopSession.State, _ snapshot: LiveSnapshot) {
      self.state = state.word
      name = session.name
      pid = session.pid
      switch state {
      case .running: break
      case .ended(let reason): exitCode = reason?.shellCode
      case .failed(let reason): self.reason = reason
      }
      self.snapshot = snapshot
    }

    func encode(to encoder: any Encoder) throws {
      try snapshot.encode(to: encoder)
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(state, forKey: .state)
      try values.encode(name, forKey: .name)
      try values.encodeIfPresent(pid, forKey: .pid)
      try values.encodeIfPresent(exitCode, forKey: .exitCode)
      try values.encodeIfPresent(reason, forKey: .reason)
    }

    var text: String {
      get throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
      }
    }
  }

  /// Prints until the session ends, the requested number of lines was printed, or a signal arrives.
  func run(_ session: TopSession, _ supervision: Supervision) throws -> Int32 {
    let clock = ContinuousClock()
    let interval = Duration.nanoseconds(interval.nanoseconds)
    var next = clock.now + interval
    var printed = 0
    while true {
      let patience = min(max(next - clock.now, .zero), .milliseconds(100))
      if let signal = supervision.nextSignal(patience: patience) {
        switch signal {
        case SIGHUP, SIGINT, SIGQUIT, SIGTERM: return 128 + signal
        case SIGTSTP: raise(SIGSTOP)
        default: break
        }
      }
      let (state, snapshot) = session.look()
      guard state != .running || clock.now >= next else { continue }
      next = max(next + interval, clock.now)
      let line = Line(session, state, snapshot)
      try Console.write(data: line.text + "\n", to: STDOUT_FILENO)
      printed += 1
      switch state {
      case .running: if printed == count { return ExitStatus.success.rawValue }
      case .ended(let reason): return TopSession.exitCode(reason)
      case .failed(let reason): throw TopFailure.disconnected(reason)
      }
    }
  }
}
