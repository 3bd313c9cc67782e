/// A recording session in the output of `lttng list`.
struct ListedSession: Equatable {
  var name: String
  /// The output of the session; empty for a snapshot session, which has separate outputs.
  var path: String
  var isActive: Bool
  var isSnapshot: Bool
  /// In microseconds; 0 if it is not live.
  var liveTimerInterval: Int
  /// Empty unless the session was requested by its name.
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

  /// Events discarded for lack of room, of all channels.
  var discardedEvents: Int { channels.reduce(0) { $0 + $1.discardedEvents } }

  /// Overwritten packets of all channels. Meaningless for a snapshot session, whose buffers are
  /// overwritten by design.
  var lostPackets: Int { channels.reduce(0) { $0 + $1.lostPackets } }
}

/// A channel of a session in the output of `lttng list NAME`.
struct ListedChannel: Equatable {
  var name: String
  /// The type of the buffers, such as `PER_PID`.
  var bufferType: String
  /// Whether new events overwrite old ones.
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

  /// A plausible count.
  ///
  /// If a packet reports fewer losses than the previous one, which LTTng writes under load, LTTng
  /// assumes that its counter has wrapped around, and adds half the range.
  private static func count(_ text: String?) -> Int {
    Int(text.flatMap { UInt64($0) }.map { $0 & .max >> 1 } ?? 0)
  }
}

/// A process that is registered with a session daemon.
struct ListedProcess: Equatable {
  var pid: Int32
  /// The name on the command line.
  var name: String
}

extension ListedProcess {
  init?(_ element: MachineElement) {
    guard let pid = element.text("id").flatMap({ Int32($0) }) else { return nil }
    self.pid = pid
    name = element.text("name") ?? ""
  }
}
