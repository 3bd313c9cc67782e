import Durations

extension Report.Losses {
  init(_ streams: [StreamLoss]) {
    self.init(
      events: 0, uncountedEvents: 0, packets: 0, uncountedPackets: 0,
      streams: streams.map { loss in
        Stream(
          stream: loss.stream, events: loss.events, uncountedEvents: loss.uncountedEvents,
          packets: loss.packets, uncountedPackets: loss.uncountedPackets)
      })
    for loss in streams {
      events = events.addingClamped(loss.events)
      uncountedEvents = uncountedEvents.addingClamped(loss.uncountedEvents)
      packets = packets.addingClamped(loss.packets)
      uncountedPackets = uncountedPackets.addingClamped(loss.uncountedPackets)
    }
  }
}
