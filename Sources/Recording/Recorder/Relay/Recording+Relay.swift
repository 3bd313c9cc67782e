import Glibc
import RecordingManifests
import SystemSupport

/// Recording to a relay daemon: this machine has no trace, so its state can only be observed while
/// the session exists.
extension Recording {
  /// Connects to the relay daemon, if the recording uses one.
  mutating func findRelay() throws(RecordingFailure) {
    guard case .relay(let address, let allowsUnencrypted, _, let patience) = options.output else {
      return
    }
    relay = RelayWatch(
      target: try RelayTarget.find(
        address, allowsUnencrypted: allowsUnencrypted,
        directory: RelayTarget.uniqueDirectory(program: arguments[0].description)),
      patience: patience)
  }

  /// The interval of checking the connections while the program runs.
  var relayLookInterval: Duration? {
    guard let relay, relay.lost == nil else { return nil }
    return relay.sawBuffers ? .seconds(1) : .milliseconds(50)
  }

  /// Checks whether the connections hold.
  mutating func lookAtRelay(_ daemon: SessionDaemon) {
    guard var watch = relay, watch.lost == nil else { return }
    let connection = RelayConnection(target: watch.target, processes: daemon.children)
    let isLost = watch.observe(
      isWhole: connection.isWhole, openBuffers: connection.openBuffers,
      time: RecordingManifest.timestamp())
    relay = watch
    if isLost { reportLoss() }
  }

  /// Checks whether there ever was a connection.
  private mutating func concludeRelay() {
    guard let target = relay?.target else { return }
    let isReachable =
      target.address.connect(
        port: target.relay.controlPort, until: Deadline(after: .seconds(5))) == 0
    if relay?.conclude(isReachable: isReachable, time: RecordingManifest.timestamp()) == true {
      reportLoss()
    }
  }

  private func reportLoss() {
    guard let watch = relay else { return }
    emit(
      .problem(
        """
        the connection to the relay daemon at \(watch.target.relay) is lost: it ended, or cannot \
        write. The program goes on; what it does from now on is not recorded, and not counted.
        """))
  }

  /// Sends the rest of the recording to the relay daemon, and requests the losses.
  mutating func finishAtRelay(
    _ session: RecordingSession, daemon: SessionDaemon, watchdog: Watchdog
  ) {
    lookAtRelay(daemon)
    do throws(CompletionGivenUp) {
      // A consumer that waits for the relay daemon does not answer, and LTTng's client would wait
      // for the consumer forever.
      var sending = relay.map {
        SendingWatch(
          RelayConnection(target: $0.target, processes: daemon.children), patience: $0.patience)
      }
      try waitForBuffers(daemon, &sending)
      var hasStopped = false
      if relay?.lost != nil || sending?.hasStalled() == false {
        let stop = try session.client.run(
          ["stop", session.name], until: Deadline(after: Self.lookInterval),
          extend: { sending?.hasStalled() != false ? nil : Deadline(after: Self.lookInterval) },
          onSignal: { (signal) throws(CompletionGivenUp) in try handleAtRelay(signal) })
        hasStopped = stop.succeeded
      }
      if hasStopped {
        let list = try session.client.ask(
          ["list", session.name], until: Deadline(after: .seconds(10)),
          onSignal: { (signal) throws(CompletionGivenUp) in try handleAtRelay(signal) })
        if let listed = list.sessions.first {
          relay?.discardedEvents = listed.discardedEvents
          relay?.lostPackets = listed.lostPackets
        }
        lookAtRelay(daemon)
        concludeRelay()
      } else {
        progress.couldNotStop()
        emit(
          .problem(
            """
            the relay daemon at \(relayName) took nothing for \(relayPatience.components.seconds) s \
            at the end of the recording; what the trace lacks is not known.
            """))
      }
      if relay?.lost != nil { progress.couldNotStop() }
      // Ends the session at the relay daemon in order, which completes its files.
      if hasStopped, relay?.lost == nil {
        let destroyed = try session.client.run(
          ["destroy", session.name], until: Deadline(after: relayPatience),
          onSignal: { (signal) throws(CompletionGivenUp) in try handleAtRelay(signal) })
        if destroyed.succeeded { try seal(session) }
      }
      // Data that has not been sent by now never will be.
      watchdog.drained()
    } catch {}
  }

  /// Creates the seal at the relay daemon, which states that everything was sent.
  private mutating func seal(_ session: RecordingSession) throws(CompletionGivenUp) {
    guard let relay, let events = relay.discardedEvents else { return }
    let seal = RelaySeal(discardedEvents: events, lostPackets: relay.lostPackets ?? 0)
    let name = session.name + "-end"
    let file = session.client.directory.configuration
    unlink(file)
    let xml = seal.sessionXML(name: name, target: relay.target, pageSize: Int(getpagesize()))
    guard Files.create(file, text: xml) else { return }
    for command in [["load", "--input-path=\(file)"], ["start", name]] {
      let answer = try session.client.run(
        command, until: Deadline(after: relayPatience),
        onSignal: { (signal) throws(CompletionGivenUp) in try handleAtRelay(signal) })
      guard answer.succeeded else {
        detail("LTTng could not note at the relay daemon that all was sent:\n\(answer.complaint)")
        return
      }
    }
  }

  /// The interval of checking whether data is sent.
  private static let lookInterval = Duration.milliseconds(250)

  private var relayPatience: Duration { relay?.patience ?? .seconds(30) }

  private var relayName: String { relay.map { "\($0.target.relay)" } ?? "" }

  private mutating func handleAtRelay(_ signal: ReceivedSignal) throws(CompletionGivenUp) {
    switch progress.receive(signal) {
    case .ask: emit(.note("sending the end of the trace; once more to leave it incomplete"))
    case .giveUp: throw CompletionGivenUp()
    case .stopSelf: raise(SIGSTOP)
    default: break
    }
  }

  /// Waits until LTTng has sent the buffers of ended processes.
  private mutating func waitForBuffers(
    _ daemon: SessionDaemon, _ sending: inout SendingWatch?
  ) throws(CompletionGivenUp) {
    guard let target = relay?.target else { return }
    let connection = RelayConnection(target: target, processes: daemon.children)
    var look = Deadline(after: .milliseconds(500))
    var pause = Duration.milliseconds(1)
    while connection.openBuffers > 0, sending?.hasStalled() == false {
      lookAtRelay(daemon)
      if relay?.lost != nil { return }
      if look.hasPassed {
        if connection.hasLivingPrograms { return }
        look = Deadline(after: .milliseconds(500))
      }
      let event = supervisor.nextEvent(
        watching: Set([daemon.pid].compactMap(\.self)), until: Deadline(after: pause))
      switch event {
      case .signal(let signal): try handleAtRelay(signal)
      case .exited:
        progress.ended(.sessionDaemon)
        return
      case .timeout: pause = min(pause * 2, .milliseconds(20))
      }
    }
  }

  /// The missing part of the trace at the relay daemon, according to LTTng.
  var relayLoss: String? {
    guard let relay else { return nil }
    let counted = relay.discardedEvents.map { events in
      let packets = relay.lostPackets ?? 0
      if events == 0, packets == 0 { return "no event was lost" }
      return "\(events) events were discarded, as the buffers were full"
        + (packets == 0 ? "" : "; \(packets) packets were lost")
    }
    guard relay.lost == nil, progress.end == .complete else {
      return "the missing part is unknown"
        + (relay.discardedEvents.map {
          "; LTTng counted \($0) discarded events, and not what was on its way"
        } ?? "")
    }
    return counted ?? "LTTng did not report the losses"
  }

  /// Whether the trace at the relay daemon lacks events, or that is unknown.
  var hasRelayLosses: Bool {
    guard let end = relayEnd else { return false }
    return !end.lossesAreKnown || end.discardedEvents != 0 || end.lostPackets != 0
  }

  /// The end of the recording for its manifest.
  var relayEnd: RecordingManifest.End? {
    guard let relay else { return nil }
    let place = "It is at the relay daemon \(relay.target.relay), in \(relay.target.path)."
    if let lost = relay.lost {
      return .init(
        .relayLost, lossesAreKnown: false, discardedEvents: relay.discardedEvents,
        lostPackets: relay.lostPackets,
        message: "The connection to the relay daemon was lost by \(lost). \(place)")
    }
    let reason: RecordingManifest.End.Reason =
      switch progress.end {
      case .complete: .complete
      case .givenUp: .givenUp
      case .brokenOff: progress.deadWriter?.endReason ?? .notStopped
      }
    return .init(
      reason, lossesAreKnown: reason == .complete && relay.discardedEvents != nil,
      discardedEvents: relay.discardedEvents, lostPackets: relay.lostPackets, message: place)
  }
}
