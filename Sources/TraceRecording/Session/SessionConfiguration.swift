/// A recording session, in the form that `lttng load` reads.
///
/// One client process instead of five, and none that rewrites which session is "the current one"
/// of the user.
struct SessionConfiguration {
  var name: String
  var directory: String
  var buffers: BufferPlan
  /// Whether the program waits for room in the buffers instead of losing events.
  var blocking: Bool
  /// What is recorded.
  var events = EventSelection()

  /// How long a program that waits for room does so before it gives an event up, in microseconds.
  ///
  /// Not for ever: if the consumer dies while a thread waits, LTTng can't switch tracing off in the
  /// program before that thread comes back, and the program would hang. Nobody else ever gets here.
  static let longestWait = 10_000_000

  var xml: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <sessions>
      <session>
        <name>\(escaped(name))</name>
        <domains>
          <domain>
            <type>UST</type>
            <buffer_type>PER_PID</buffer_type>
            <channels>
              <channel>
                <name>composable</name>
                <enabled>true</enabled>
                <overwrite_mode>DISCARD</overwrite_mode>
                <subbuffer_size>\(buffers.subbufferSize)</subbuffer_size>
                <subbuffer_count>\(buffers.subbufferCount)</subbuffer_count>
                <switch_timer_interval>0</switch_timer_interval>
                <read_timer_interval>0</read_timer_interval>
                <blocking_timeout>\(blocking ? Self.longestWait : 0)</blocking_timeout>
                <output_type>MMAP</output_type>
                <events>
                  \(events.rules.map(\.xml).joined(separator: "\n                  "))
                </events>
              </channel>
            </channels>
          </domain>
        </domains>
        <started>true</started>
        <output>
          <consumer_output>
            <enabled>true</enabled>
            <destination>
              <path>\(escaped(directory))</path>
            </destination>
          </consumer_output>
        </output>
      </session>
    </sessions>

    """
  }

  private func escaped(_ text: String) -> String {
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
