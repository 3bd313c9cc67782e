/// A recording session, in the form that `lttng load` reads.
///
/// Each event carries its thread; its process is identified by the buffers, which are per process.
///
/// Three client processes instead of five, and none that changes the user's "current session".
struct SessionConfiguration {
  var name: String
  var directory: String
  var buffers: BufferPlan
  /// Whether the program waits for room in the buffers instead of losing events.
  var blocking: Bool
  /// The events to record.
  var events = EventSelection()
  /// Whether the session keeps the latest events in memory, and writes snapshots of them to the
  /// directory.
  ///
  /// All processes of a user share buffers then: the events of a process outlive it, so that a
  /// snapshot can be taken of a program that has crashed.
  var isSnapshot = false
  /// The processes that it records at first; nil for all, including later ones.
  var tracked: [Int32]?
  var rotation: RotationOptions?
  /// The relay daemon of a live session, which replaces the directory.
  var live: LiveOutput?
  /// The relay daemon that replaces `directory`.
  var relay: RelayTarget?

  /// The maximum time that a program waits for room before it discards an event, in microseconds.
  ///
  /// Finite: if the consumer dies while a thread waits, LTTng cannot disable tracing in the program
  /// before that thread continues, and the program would hang. No other code gets here.
  static let longestWait = 10_000_000

  /// Whether the metadata is written while the session records.
  ///
  /// LTTng 2.15 no longer has a channel of that name. It refuses the command, and hangs when the
  /// session is stopped. 2.14 was not tried.
  var flushesMetadata = true

  /// Whether a version of LTTng is known to have a channel for metadata.
  static func hasMetadataChannel(_ version: LTTngVersion?) -> Bool {
    version.map { $0 < LTTngVersion(2, 14) } ?? false
  }

  /// The interval of writing the metadata, in microseconds.
  ///
  /// By default LTTng completes it when the session stops: if the daemon died before, nothing of
  /// the trace could be read.
  static let metadataInterval = 100_000

  /// The commands that start the session after the client has loaded it: the file of a session
  /// cannot configure the metadata channel.
  var start: [[String]] {
    var commands = namespaceContexts
    if flushesMetadata, !isSnapshot {
      commands.append([
        "enable-channel", "--userspace", "--buffers-pid", "--session=\(name)", "metadata",
        "--switch-timer=\(Self.metadataInterval)",
      ])
    }
    if let rotation { commands.append(rotation.command(session: name)) }
    return commands + [["start", name]]
  }

  /// The commands that add the namespace of process ids to events: an id is unique within that, and
  /// the file of a session cannot have this context.
  var namespaceContexts: [[String]] {
    guard sharesBuffers else { return [] }
    return channelRules.map {
      [
        "add-context", "--userspace", "--session=\(name)", "--channel=\($0.channel)",
        "--type=pid_ns",
      ]
    }
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
              \(channelsXML)
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

  static let channel = "composable"
  static let stateDumpChannelName = "composable-state"

  /// The rules of its channels.
  var channelRules: [(channel: String, rules: [EventSelection.Rule])] {
    Self.channelRules(of: events, isSnapshot: isSnapshot)
  }

  static func channelRules(
    of events: EventSelection, isSnapshot: Bool
  ) -> [(channel: String, rules: [EventSelection.Rule])] {
    guard isSnapshot else { return [(channel, events.rules)] }
    var events = events
    events.separatesStateDumps = true
    return [(channel, events.rules), (stateDumpChannelName, events.stateDumpRules)]
  }

  private var channelsXML: String {
    channelRules.map { name, rules in
      channelXML(name, name == Self.channel ? buffers : buffers.forStateDumps, rules)
    }.joined(separator: "\n              ")
  }

  private func channelXML(
    _ name: String, _ buffers: BufferPlan, _ rules: [EventSelection.Rule]
  ) -> String {
    """
    <channel>
                    <name>\(name)</name>
                    <enabled>true</enabled>
                    <overwrite_mode>\(isSnapshot ? "OVERWRITE" : "DISCARD")</overwrite_mode>
                    <subbuffer_size>\(buffers.subbufferSize)</subbuffer_size>
                    <subbuffer_count>\(buffers.subbufferCount)</subbuffer_count>
                    <switch_timer_interval>0</switch_timer_interval>
                    <read_timer_interval>0</read_timer_interval>
                    <blocking_timeout>\(blocking ? Self.longestWait : 0)</blocking_timeout>
                    <output_type>MMAP</output_type>\(live?.channelXML ?? "")\(monitor)
                    <events>
                      \(rules.map(\.xml).joined(separator: "\n                      "))
                    </events>
                    <contexts>
                      \(contexts.map { "<context><type>\($0)</type></context>" }.joined())
                    </contexts>
                  </channel>
    """
  }

  /// By default, LTTng compares the size of a chunk with its limit once a second, and a busy
  /// program writes tens of megabytes in that time.
  private var monitor: String {
    guard case .bytes? = rotation?.schedule else { return "" }
    return """

                      <monitor_timer_interval>\(Self.monitorInterval)</monitor_timer_interval>
      """
  }

  /// The interval of checking the size of a chunk, in microseconds.
  static let monitorInterval = 200_000

  /// Whether all processes of a user share buffers: see ``isSnapshot`` and ``LiveOutput``.
  private var sharesBuffers: Bool { isSnapshot || live != nil }

  private var contexts: [String] { sharesBuffers ? ["VTID", "VPID", "PROCNAME"] : ["VTID"] }

  private var tracker: String {
    guard let tracked else { return "" }
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
