import TraceAnalysis

/// Determines which action intervals of a trace are actions of a session, rather than the records
/// of nested wrappers.
///
/// A session consists of the records of one wrapper of one root store: the outermost one with a
/// replayable payload.
struct ReplayIntervals {
  /// The identity of a session.
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
    /// Whether it is of a nested wrapper. The reducer of another store may have sent the action of
    /// an interval that lies in another one.
    var isNested: Bool
    /// Whether an enclosing wrapper records data.
    var isWithinData: Bool
    var hasData = false
  }

  private var open: [ID: Interval] = [:]

  /// An action interval has begun.
  mutating func begin(_ begin: TraceEvent.ActionBegin, _ process: ProcessIndex, prefix: String) {
    let outer = begin.parent == 0 ? nil : open[ID(process: process, action: begin.parent)]
    let isNested = outer?.key.store == begin.store
    open[ID(process: process, action: begin.action)] = Interval(
      key: Key(process: process, store: begin.store, prefix: prefix), isNested: isNested,
      isWithinData: isNested && outer.map { $0.isWithinData || $0.hasData } == true)
  }

  /// Whether an open action is the record of a nested wrapper of its store.
  func isNested(_ action: UInt64, _ process: ProcessIndex) -> Bool {
    open[ID(process: process, action: action)]?.isNested == true
  }

  /// Processes recorded data of an action.
  ///
  /// - Returns: The session that the action belongs to; `nil` if an enclosing wrapper records data.
  mutating func addData(_ action: UInt64, _ process: ProcessIndex) -> Key? {
    let id = ID(process: process, action: action)
    guard let interval = open[id], !interval.isWithinData else { return nil }
    open[id]?.hasData = true
    return interval.key
  }

  /// The session of an open action of the outermost wrapper with data.
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
