import Durations
import TextTables

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

extension Report.Losses {
  /// A description of the losses, as the subject of a sentence; empty if there were none.
  var text: String {
    var parts: [String] = []
    if events > 0 { parts.append(Units.count(events, "event")) }
    if uncountedEvents > 0 { parts.append("an unknown number of events") }
    if packets > 0 { parts.append(Units.count(packets, "whole packet")) }
    if uncountedPackets > 0 { parts.append("an unknown number of whole packets") }
    return parts.joined(separator: " and ")
  }
}

extension Report.EventCounts {
  /// The numbers of events that were read.
  init(_ summary: TraceSummary) {
    self.init(
      total: summary.eventCount, composable: summary.composableEventCount,
      unknown: summary.unknownEventCount, malformed: summary.malformedEventCount)
  }
}
