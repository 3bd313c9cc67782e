import Glibc
import SystemSupport
import TraceAnalysis
import TraceRecording

/// Attaches to a running target or starts one, and takes everything down afterwards.
struct LiveRun {
  var options: LiveOptions
  let supervision: Supervision

  /// - Parameter watch: Shows the session until it or the user ends it; returns the exit code.
  func run(_ target: TopTarget, watch: (TopSession) throws -> Int32) throws -> Int32 {
    switch target {
    case .program(let program):
      return try record(
        .program(CommandLine.arguments(last: program.count)), name: program.first ?? "", watch)
    case .process(let pid): return try record(.process(pid), name: "", watch)
    case .session(let name):
      return try show(sessionOf: LiveAddress(options.relay), named: name, watch)
    case .address(let address) where address.session == nil:
      return try show(sessionOf: address, named: nil, watch)
    case .address(let address): return try show(address, watch)
    }
  }

  private func record(
    _ target: LiveRecording.Target, name: String, _ watch: (TopSession) throws -> Int32
  ) throws -> Int32 {
    let recording = LiveRecording(
      options: LiveRecording.Options(
        events: EventSelection(
          level: options.loglevel, leavingOut: [.logs, .messages, .payloads]),
        followsForks: options.followForks, tracesAllStores: options.allStores,
        programOutput: options.programOutput),
      target: target, supervision: supervision,
      emit: { message in
        switch message {
        case .problem(let text), .note(let text), .smallBuffers(let text), .leftBehind(let text):
          Console.say(text)
        case .detail: break
        }
      })
    return try recording.run { address in
      let feed = try LiveFeed(
        LiveAddress(
          relay: "127.0.0.1", port: address.port, target: address.host, session: address.session),
        window: options.window.nanoseconds)
      feed.start()
      return feed
    } watch: { feed, target in
      defer { feed.stop() }
      return try watch(TopSession(feed: feed, target: target, name: name))
    }
  }

  private func show(
    sessionOf relay: LiveAddress?, named name: String?, _ watch: (TopSession) throws -> Int32
  ) throws -> Int32 {
    let relay = relay ?? LiveAddress(relay: "localhost")
    return try show(
      TopTarget.choose(name, of: LiveSession.all(at: relay), at: relay), watch)
  }

  private func show(
    _ address: LiveAddress, _ watch: (TopSession) throws -> Int32
  ) throws -> Int32 {
    let feed = try LiveFeed(address, window: options.window.nanoseconds)
    feed.start()
    defer { feed.stop() }
    let name = "\(address.session ?? "") on \(address.target ?? "")"
    return try watch(TopSession(feed: feed, target: nil, name: name))
  }

  /// Runs a command of that kind to its end.
  ///
  /// - Parameter body: Returns the exit code.
  static func end(_ body: () throws -> Int32) -> Int32 {
    do {
      return try body()
    } catch let failure as RecordingFailure {
      // Ctrl-C needs no message.
      if case .interrupted = failure.kind {} else { Console.say(failure.message) }
      return failure.exitCode
    } catch {
      return Console.fail(error).rawValue
    }
  }
}
