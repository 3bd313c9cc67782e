import CBabeltrace

/// Aligns the clocks of a session's traces to one origin.
///
/// LTTng writes a trace for each process. Its clock counts from the machine's start, and has an
/// offset to the Unix epoch that is measured again for each trace, with an error of some
/// microseconds, or of hours if the time of day was set meanwhile. The count of the clock is the
/// same for all processes of a machine: the offset of a session's first trace applies to all of its
/// traces whose clock has the same identity.
///
/// Another session has its own offset: the clock stands still while the machine is suspended, so
/// that the offsets of both can differ by days, and each is right for its session.
struct ClockTable {
  private struct Identity: Hashable {
    var uuid: [UInt8]
    var frequency: UInt64
    var session: StreamContext.Session
  }

  private struct Offset {
    var seconds: Int64
    var cycles: UInt64
  }

  private var origins: [Identity: Offset] = [:]

  /// Nanoseconds to add to times of a clock.
  ///
  /// - Parameter session: The session that wrote the trace.
  mutating func correction(
    of clock: OpaquePointer, in session: StreamContext.Session
  ) -> Int64 {
    guard let uuid = bt_clock_class_get_uuid(clock) else { return 0 }
    let frequency = bt_clock_class_get_frequency(clock)
    let identity = Identity(
      uuid: Array(UnsafeBufferPointer(start: uuid, count: 16)), frequency: frequency,
      session: session)
    var offset = Offset(seconds: 0, cycles: 0)
    bt_clock_class_get_offset(clock, &offset.seconds, &offset.cycles)
    guard let origin = origins[identity] else {
      origins[identity] = offset
      return 0
    }
    let seconds = origin.seconds &- offset.seconds
    let cycles = Double(origin.cycles) - Double(offset.cycles)
    let nanoseconds = (cycles * 1_000_000_000 / Double(max(frequency, 1))).rounded()
    // A damaged trace may contain any value.
    return seconds &* 1_000_000_000 &+ (Int64(exactly: nanoseconds) ?? 0)
  }

  /// The time at which a clock was 0, in nanoseconds since the Unix epoch, with its correction;
  /// `nil` if that is out of range.
  static func origin(of clock: OpaquePointer, correction: Int64) -> Int64? {
    var offset = Offset(seconds: 0, cycles: 0)
    bt_clock_class_get_offset(clock, &offset.seconds, &offset.cycles)
    let frequency = bt_clock_class_get_frequency(clock)
    let (whole, isTooLarge) = offset.seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let part = (Double(offset.cycles) * 1_000_000_000 / Double(max(frequency, 1))).rounded()
    guard !isTooLarge, let part = Int64(exactly: part) else { return nil }
    return whole.addingClamped(part).addingClamped(correction)
  }
}
