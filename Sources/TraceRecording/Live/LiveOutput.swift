/// Where a live session is sent, in the form that `lttng load` reads.
struct LiveOutput: Equatable {
  var controlPort: UInt16
  var dataPort: UInt16

  /// How often what was recorded is sent, in microseconds.
  static let interval = 200_000

  /// How much the relay daemon keeps of each stream: this many files of this many bytes.
  ///
  /// A reader that falls behind by more than that skips what it has not read, and counts it as lost:
  /// otherwise the files of a busy program would fill the disk within hours.
  static let fileCount = 4
  static let fileSize = 16 << 20

  /// Buffers of the user, rather than of each process: the relay daemon of LTTng 2.13 drops what readers
  /// have not read of a stream that is closed, such as at the end of a process.
  var bufferType: String { "PER_UID" }

  /// As each event has to say then what process it is of.
  var contextXML: String {
    """

                      <context>
                        <type>VPID</type>
                      </context>
                      <context>
                        <type>PROCNAME</type>
                      </context>
    """
  }

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
