import SystemSupport

/// A recorder's statement that everything it recorded was sent, with the losses that LTTng counted.
///
/// LTTng's protocol has no message for it, and the end of a connection has no reason. So an empty
/// session creates a directory at the relay daemon, in the directory of the recording, whose name
/// is the statement.
struct RelaySeal: Equatable {
  var discardedEvents: Int
  var lostPackets: Int

  private static let prefix = "complete"

  /// The name of the directory.
  var name: String { "\(Self.prefix)-\(discardedEvents)-\(lostPackets)" }

  init(discardedEvents: Int, lostPackets: Int) {
    self.discardedEvents = discardedEvents
    self.lostPackets = lostPackets
  }

  /// Parses the name of a directory; nil if it is not a seal.
  init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == Self.prefix, let events = Int(parts[1]), events >= 0,
      let packets = Int(parts[2]), packets >= 0
    else { return nil }
    self.init(discardedEvents: events, lostPackets: packets)
  }

  /// The seal of a recording; nil if there is none.
  static func find(in recording: String) -> RelaySeal? {
    Files.entries(of: recording).lazy.compactMap { RelaySeal(name: $0) }.first
  }

  /// The session that creates the directory, in the form that `lttng load` reads. No event matches
  /// it.
  func sessionXML(name session: String, target: RelayTarget, pageSize: Int) -> String {
    var target = target
    target.directory += "/\(name)"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <sessions>
        <session>
          <name>\(SessionConfiguration.escaped(session))</name>
          <domains>
            <domain>
              <type>UST</type>
              <buffer_type>PER_PID</buffer_type>
              <channels>
                <channel>
                  <name>none</name>
                  <enabled>true</enabled>
                  <overwrite_mode>DISCARD</overwrite_mode>
                  <subbuffer_size>\(pageSize)</subbuffer_size>
                  <subbuffer_count>2</subbuffer_count>
                  <switch_timer_interval>0</switch_timer_interval>
                  <read_timer_interval>0</read_timer_interval>
                  <blocking_timeout>0</blocking_timeout>
                  <output_type>MMAP</output_type>
                  <events>
                    \(EventSelection.Rule(pattern: "none:none").xml)
                  </events>
                </channel>
              </channels>
            </domain>
          </domains>
          <started>false</started>
          <output>
            <consumer_output>
              <enabled>true</enabled>
              <destination>\(target.destinationXML)</destination>
            </consumer_output>
          </output>
        </session>
      </sessions>

      """
  }
}
