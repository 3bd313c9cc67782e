import TraceAnalysis

/// Which action intervals of a trace are actions of a session, rather than what wrappers within
/// them see.
///
/// A session is what one wrapper of one root store recorded: the outermost one whose payload is
/// replayable.
struct ReplayIntervals {
  /// What sessions are told apart by.
  struct Key: Hashable {
    var process: ProcessIndex
    var store: UInt64
    var prefix: String
  }

  private struct ID: Hashable {
    var process: ProcessIndex
    var action: UInt64
  }

  private struct Interval {
    var key: Key
    /// Whether a wrapper around this one records data.
    var isWithinData: Bool
    var hasData = false
  }

  private var open: [ID: Interval] = [:]

  /// An action interval has begun.
  mutating func begin(_ begin: TraceEvent.ActionBegin, _ process: ProcessIndex, prefix: String) {
    let outer = begin.parent == 0 ? nil : open[ID(process: process, action: begin.parent)]
    open[ID(process: process, action: begin.action)] = Interval(
      key: Key(process: process, store: begin.store, prefix: prefix),
      isWithinData: outer.map { $0.isWithinData || $0.hasData } ?? false)
  }

  /// Data were recorded of an action.
  ///
  /// - Returns: The session that the action belongs to; `nil` if it belongs to none by itself.
  mutating func addData(_ action: UInt64, _ process: ProcessIndex) -> Key? {
    let id = ID(process: process, action: action)
    guard let interval = open[id], !interval.isWithinData else { return nil }
    open[id]?.hasData = true
    return interval.key
  }

  /// What a wrapper that is outermost among those with data has begun and not ended.
  func key(of action: UInt64, _ process: ProcessIndex) -> Key? {
    guard let interval = open[ID(process: process, action: action)], !interval.isWithinData else {
      return nil
    }
    return interval.key
  }

  mutating func end(_ action: UInt64, _ process: ProcessIndex) {
    open[ID(process: process, action: action)] = nil
  }
}
