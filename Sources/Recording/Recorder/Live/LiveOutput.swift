/// The destination of a live session, in the form that `lttng load` reads.
///
/// All processes of a user share its buffers: the relay daemon of LTTng 2.13 drops the unread part
/// of a closed stream, and buffers per process are closed at the end of the process.
struct LiveOutput: Equatable {
  var controlPort: UInt16
  var dataPort: UInt16

  /// The interval of sending recorded data, in microseconds.
  static let interval = 200_000

  /// The amount that the relay daemon keeps of each stream: this many files of this many bytes.
  ///
  /// A reader that falls behind further skips the unread part, and counts it as lost: otherwise the
  /// files of a busy program would fill the disk within hours.
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
