/// Where a live session is sent, in the form that `lttng load` reads.
///
/// All processes of a user share its buffers: the relay daemon of LTTng 2.13 drops what readers
/// have not read of a stream that is closed, which buffers of a process have at the end of that
/// process.
struct LiveOutput: Equatable {
  var controlPort: UInt16
  var dataPort: UInt16

  /// How often what was recorded is sent, in microseconds.
  static let interval = 200_000

  /// How much the relay daemon keeps of each stream: this many files of this many bytes.
  ///
  /// A reader that falls behind by more than that skips what it has not read, and counts it as
  /// lost: otherwise the files of a busy program would fill the disk within hours.
  static let fileCount = 4
  static let fileSize = 16 << 20

  var channelXML: String {
    """

                    <tracefile_size>\(Self.fileSize)</tracefile_size>
                    <tracefile_count>\(Self.fileCount)</tracefile_count>
                    <live_timer_interval>\(Self.interval)</live_timer_interval>
    """
  }

  var sessionXML: String {
    """

            <attributes>
              <live_timer_interval>\(Self.interval)</live_timer_interval>
            </attributes>
    """
  }

  var destinationXML: String {
    """
    <net_output>
                    <control_uri>tcp4://127.0.0.1:\(controlPort)/</control_uri>
                    <data_uri>tcp4://127.0.0.1:\(dataPort)/</data_uri>
                  </net_output>
    """
  }
}
