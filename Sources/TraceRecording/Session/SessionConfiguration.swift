/// A recording session, in the form that `lttng load` reads.
///
/// Each event carries its thread; its process is told by buffers of its own.
///
/// Three client processes instead of five, and none that rewrites which session is "the current
/// one" of the user.
struct SessionConfiguration {
  var name: String
  var directory: String
  var buffers: BufferPlan
  /// Whether the program waits for room in the buffers instead of losing events.
  var blocking: Bool
  /// What is recorded.
  var events = EventSelection()
  /// Whether it keeps the latest events in memory, and writes snapshots of them to the directory.
  ///
  /// All processes of a user share buffers then: what a process has recorded outlives it, so that a
  /// snapshot can be taken of a program that has crashed.
  var isSnapshot = false
  /// The processes that it records; empty for all.
  var tracked: [Int32] = []
  var rotation: RotationOptions?
  /// The relay daemon that a live session is sent to, instead of being written to the directory.
  var live: LiveOutput?
  /// The relay daemon that it is sent to instead of being written to `directory`.
  var relay: RelayTarget?

  /// How long a program that waits for room does so before it gives an event up, in microseconds.
  ///
  /// Not for ever: if the consumer dies while a thread waits, LTTng can't switch tracing off in the
  /// program before that thread comes back, and the program would hang. No other code gets here.
  static let longestWait = 10_000_000

  /// Whether the description of the events is written out while the session records.
  ///
  /// LTTng 2.15 has no channel of that name any more. It refuses the command, and hangs when the
  /// session is stopped. 2.14 was not tried.
  var flushesMetadata = true

  /// Whether a version of LTTng is known to have a channel for the description of the events.
  static func hasMetadataChannel(_ version: LTTngVersion?) -> Bool {
    version.map { $0 < LTTngVersion(2, 14) } ?? false
  }

  /// How often the description of the events is written out, in microseconds.
  ///
  /// By itself LTTng completes it when the session stops: if the daemon died before, nothing of the
  /// trace could be read.
  static let metadataInterval = 100_000

  /// What a client is asked in turn, once it has loaded the session, to have it record: sessions
  /// that are loaded can say nothing of the channel of the description.
  var start: [[String]] {
    var commands: [[String]] = []
    if flushesMetadata, !isSnapshot {
      commands.append([
        "enable-channel", "--userspace", "--buffers-pid", "--session=\(name)", "metadata",
        "--switch-timer=\(Self.metadataInterval)",
      ])
    }
    if let rotation { commands.append(rotation.command(session: name)) }
    return commands + [["start", name]]
  }

  var xml: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <sessions>
      <session>
        <name>\(Self.escaped(name))</name>
        <domains>
          <domain>
            <type>UST</type>
            <buffer_type>\(sharesBuffers ? "PER_UID" : "PER_PID")</buffer_type>
            <channels>
              <channel>
                <name>composable</name>
                <enabled>true</enabled>
                <overwrite_mode>\(isSnapshot ? "OVERWRITE" : "DISCARD")</overwrite_mode>
                <subbuffer_size>\(buffers.subbufferSize)</subbuffer_size>
                <subbuffer_count>\(buffers.subbufferCount)</subbuffer_count>
                <switch_timer_interval>0</switch_timer_interval>
                <read_timer_interval>0</read_timer_interval>
                <blocking_timeout>\(blocking ? Self.longestWait : 0)</blocking_timeout>
                <output_type>MMAP</output_type>\(live?.channelXML ?? "")\(monitor)
                <events>
                  \(events.rules.map(\.xml).joined(separator: "\n                  "))
                </events>
                <contexts>
                  \(contexts.map { "<context><type>\($0)</type></context>" }.joined())
                </contexts>
              </channel>
            </channels>\(tracker)
          </domain>
        </domains>
        <started>false</started>\(isSnapshot ? "\n    <attributes><snapshot_mode>true</snapshot_mode></attributes>" : "")\(live?.sessionXML ?? "")
        <output>
          \(output)
        </output>
      </session>
    </sessions>

    """
  }

  /// LTTng compares the size of a chunk with its limit once a second unless it is told otherwise,
  /// and a busy program writes tens of megabytes in that time.
  private var monitor: String {
    guard case .bytes? = rotation?.schedule else { return "" }
    return """

                      <monitor_timer_interval>\(Self.monitorInterval)</monitor_timer_interval>
      """
  }

  /// How often LTTng looks at the size of a chunk, in microseconds.
  static let monitorInterval = 200_000

  /// Whether all processes of a user share buffers: see ``isSnapshot`` and ``LiveOutput``.
  private var sharesBuffers: Bool { isSnapshot || live != nil }

  private var contexts: [String] { sharesBuffers ? ["VTID", "VPID", "PROCNAME"] : ["VTID"] }

  private var tracker: String {
    guard !tracked.isEmpty else { return "" }
    let values = tracked.map { "<vpid><id>\($0)</id></vpid>" }.joined()
    return """

                  <process_attr_trackers>
                    <vpid_process_attr_tracker>
                      <process_attr_values>\(values)</process_attr_values>
                    </vpid_process_attr_tracker>
                  </process_attr_trackers>
      """
  }

  private var output: String {
    let destination = """
      <consumer_output>
        <enabled>true</enabled>
        <destination>
          \(place)
        </destination>
      </consumer_output>
      """
    guard isSnapshot else { return destination }
    return """
      <snapshot_outputs>
        <output>
          <name>snapshot</name>
          <max_size>0</max_size>
          \(destination)
        </output>
      </snapshot_outputs>
      """
  }

  private var place: String {
    if let live { return live.destinationXML }
    return relay?.destinationXML ?? "<path>\(Self.escaped(directory))</path>"
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\n": result += "&#10;"
      case "\r": result += "&#13;"
      case "\t": result += "&#9;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
