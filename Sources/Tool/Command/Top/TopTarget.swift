import TraceAnalysis

/// The target of `signpost top` on the command line.
enum TopTarget: Equatable {
  /// A program to start, with its arguments.
  case program(ArraySlice<String>)
  /// A running process.
  case process(Int32)
  /// A session that a relay daemon offers, by name.
  case session(String)
  /// A relay daemon, or one of its sessions.
  case address(LiveAddress)

  /// - Parameter name: A running program, or a path of a program.
  init?(_ name: String) {
    if name.contains("://") {
      guard let address = LiveAddress(name) else { return nil }
      self = .address(address)
    } else if name.contains("/") {
      self = .program([name])
    } else if let pid = Int32(name) {
      guard pid > 0 else { return nil }
      self = .process(pid)
    } else {
      self = .session(name)
    }
  }

  /// Selects the session to show from the sessions of a relay daemon.
  ///
  /// - Parameter name: The session's name; `nil` for the only one.
  static func choose(
    _ name: String?, of sessions: [LiveSession], at relay: LiveAddress
  ) throws(TopFailure) -> LiveAddress {
    let matching = sessions.filter { name == nil || $0.name == name }
    guard matching.count == 1, let session = matching.first else {
      throw .noSession(name, isAmbiguous: matching.count > 1, offered: sessions, relay)
    }
    return LiveAddress(
      relay: relay.relay, port: relay.port, target: session.host, session: session.name)
  }
}

/// The reason why `signpost top` has nothing to show.
enum TopFailure: CommandFailure, Equatable {
  /// There is no such session, or the name is ambiguous.
  case noSession(String?, isAmbiguous: Bool, offered: [LiveSession], LiveAddress)
  /// There is no terminal to draw on.
  case noTerminal
  /// The connection to the relay daemon broke.
  case disconnected(String)

  var status: ExitStatus {
    switch self {
    case .noSession: .noTrace
    case .noTerminal: .usage
    case .disconnected: .daemonDied
    }
  }

  var message: String? {
    switch self {
    case .noSession(let name, let isAmbiguous, let offered, let relay):
      let list = offered.map {
        "\n  signpost top \(relay.ofRelay)/host/\($0.host)/\($0.name)"
          + ($0.readers > 0 ? "   (is being read already)" : "")
      }.joined()
      if offered.isEmpty {
        return "the relay daemon at \(relay.ofRelay) offers no live session. "
          + "Make one with `lttng create --live`."
      }
      if isAmbiguous {
        return "the relay daemon at \(relay.ofRelay) offers several"
          + (name.map { " sessions named \($0)" } ?? " sessions") + ". Choose one:\(list)"
      }
      return "the relay daemon at \(relay.ofRelay) offers no session \(name ?? ""). "
        + "It offers:\(list)"
    case .noTerminal:
      return "standard output is no terminal that can be drawn on. For scripts there is --json."
    case .disconnected(let reason):
      return "the connection to the relay daemon broke (\(reason)), so that nothing more is known."
    }
  }
}
