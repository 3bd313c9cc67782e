import TraceAnalysis

/// Ids of arrows, distinct for each process and kind of arrow.
enum FlowID {
  /// From the action to one of its effects.
  static func effect(_ index: Int, of action: UInt64, _ process: ProcessIndex) -> UInt64 {
    mix(action, process, UInt64(index))
  }

  /// From the send to its action.
  static func send(of action: UInt64, _ process: ProcessIndex) -> UInt64 {
    mix(action, process, 16)
  }

  /// From the output of an effect to its action.
  static func output(_ index: UInt64, of effect: UInt64, _ process: ProcessIndex) -> UInt64 {
    mix(effect &+ index &* 0x9e37_79b9_7f4a_7c15, process, 17)
  }

  private static func mix(_ id: UInt64, _ process: ProcessIndex, _ kind: UInt64) -> UInt64 {
    let key = id &* 32 &+ kind
    let spread = UInt64(truncatingIfNeeded: process &+ 1) &* 0xd6e8_feb8_6659_fd93
    return (key ^ spread) | 1 << 63
  }
}
