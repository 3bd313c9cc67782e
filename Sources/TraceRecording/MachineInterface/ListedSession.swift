/// A recording session, as `lttng list` describes it.
struct ListedSession: Equatable {
  var name: String
  /// Where it writes to; empty for a snapshot session, which has outputs.
  var path: String
  var isActive: Bool
  var isSnapshot: Bool
  /// In microseconds; 0 if it is not live.
  var liveTimerInterval: Int
  /// Empty unless the session was asked for by its name.
  var channels: [ListedChannel]

  init?(_ element: MachineElement) {
    guard let name = element.text("name") else { return nil }
    self.name = name
    path = element.text("path") ?? ""
    isActive = element.isTrue("enabled")
    isSnapshot = element.isTrue("snapshot_mode")
    liveTimerInterval = element.number("live_timer_interval") ?? 0
    channels = element.all(["domains", "domain"]).flatMap { domain in
      domain.all(["channels", "channel"]).compactMap {
        ListedChannel($0, bufferType: domain.text("buffer_type") ?? "")
      }
    }
  }

  /// Events that found no room, of all channels.
  var discardedEvents: Int { channels.reduce(0) { $0 + $1.discardedEvents } }

  /// Packets that were overwritten, of all channels. Without meaning for a snapshot session, whose
  /// buffers are overwritten by design.
  var lostPackets: Int { channels.reduce(0) { $0 + $1.lostPackets } }
}

/// A channel of a session, as `lttng list NAME` describes it.
struct ListedChannel: Equatable {
  var name: String
  /// Such as `PER_PID`.
  var bufferType: String
  /// Whether old events make room for new ones.
  var overwrites: Bool
  var subbufferSize: Int
  var subbufferCount: Int
  var discardedEvents: Int
  var lostPackets: Int
  /// The patterns of its rules.
  var events: [String]

  init?(_ element: MachineElement, bufferType: String) {
    guard let name = element.text("name") else { return nil }
    self.name = name
    self.bufferType = bufferType
    overwrites = element.text("attributes", "overwrite_mode") == "OVERWRITE"
    subbufferSize = element.number("attributes", "subbuffer_size") ?? 0
    subbufferCount = element.number("attributes", "subbuffer_count") ?? 0
    discardedEvents = Self.count(element.text("attributes", "discarded_events"))
    lostPackets = Self.count(element.text("attributes", "lost_packets"))
    events = element.all(["events", "event"]).compactMap { $0.text("name") }
  }

  /// A count that can be.
  ///
  /// Where a packet says that less was lost than the one before it, which LTTng writes under load,
  /// LTTng takes its counter for one that has gone all the way round, and adds half the range.
  private static func count(_ text: String?) -> Int {
    Int(text.flatMap { UInt64($0) }.map { $0 & .max >> 1 } ?? 0)
  }
}

/// A process that is registered with a session daemon.
struct ListedProcess: Equatable {
  var pid: Int32
  /// Its command line name.
  var name: String

  init?(_ element: MachineElement) {
    guard let pid = element.text("id").flatMap({ Int32($0) }) else { return nil }
    self.pid = pid
    name = element.text("name") ?? ""
  }
}
