/// The destination of a live session, in the form that `lttng load` reads.
///
/// All processes of a user share its buffers: the relay daemon of LTTng 2.13 drops the unread part
/// of a closed stream, and buffers per process are closed at the end of the process.
struct LiveOutput: Equatable {
  var controlPort: UInt16
  var dataPort: UInt16
  /// The size of a file; see ``fileCount``.
  var fileSize = usualFileSize

  /// The interval of sending recorded data, in microseconds.
  static let interval = 200_000

  /// The number of files that the relay daemon keeps of each stream. Each processor has a stream.
  ///
  /// A reader that falls behind further skips the unread part, and counts it as lost: otherwise the
  /// files of a busy program would fill the disk within hours.
  static let fileCount = 4
  static let usualFileSize = 16 << 20

  /// The size of a file where little space is free: the files of all processors take at most half
  /// of it, if a file then holds a sub-buffer, which LTTng does not divide.
  static func fileSize(for buffers: BufferPlan, free: Int?) -> Int {
    let share = free.map { $0 / 2 / (fileCount * buffers.processors) } ?? usualFileSize
    return max(min(share, usualFileSize), buffers.subbufferSize)
  }

  /// The space that the files of all processors take.
  static func room(for buffers: BufferPlan, fileSize: Int) -> Int {
    fileCount * fileSize * buffers.processors
  }

  var channelXML: String {
    """

                    <tracefile_size>\(fileSize)</tracefile_size>
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
