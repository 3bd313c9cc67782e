import Durations
import TraceAnalysis

/// An item that a page draws: a span, a point, or a block that represents several of them.
///
/// A plain value: there are as many as rows, levels and places in chunks.
struct PageRecord {
  /// The start of the record, in nanoseconds since the first event of the trace.
  var start: Int64
  /// The drawn length, never negative.
  var duration: Int64 = 0
  var kind: Kind
  /// The lowest level at which it is drawn.
  var low: UInt8 = 0
  /// The row in the lane.
  var row: UInt8 = 0
  /// Outcome, completeness, and whether the start is known: see `Documentation/PageFormat.md`.
  var state: UInt8 = 0
  /// The change of an action to the state and its effect; the level of a log record.
  var action: UInt8 = 0
  var lane: Int32
  var name: Int32 = 0
  var process: ProcessIndex = 0
  var id: UInt64 = 0
  var cause: UInt64 = 0
  var parent: UInt64 = 0
  /// Nanoseconds of nested actions; the budget; the time covered by the records of a block.
  var nested: Int64 = 0
  /// 1 + the nanoseconds between send and start, or above a budget. For a block, the length of its
  /// longest record.
  var waited: Int64 = 0
  /// The number of actions queued before it; the number of spans and points in a block; of a log
  /// record, its thread + 1.
  var depth: UInt64 = 0
  /// The number of actions that an effect has sent; the number of other properties that changed
  /// before an observer ran; the number of failures in a block.
  var outputs: UInt64 = 0
  /// The id of an interval's or event's group.
  var belongsTo: UInt64 = 0
  /// The file and line that created a store or wrote a log record; the property whose change an
  /// observer reacts to.
  var place: Int32 = 0
  /// The number of the text in ``PageTexts``, 0 without one.
  var text: UInt32 = 0

  /// In the order of their numbers in a chunk.
  enum Kind: UInt8, CaseIterable {
    case action, effect, interval, observer, store
    case log, event, budget, payload, difference
    case block

    init(_ kind: Span.Kind) {
      switch kind {
      case .action: self = .action
      case .effect: self = .effect
      case .interval: self = .interval
      case .observer: self = .observer
      case .store: self = .store
      }
    }

    /// Whether the record is a span, rather than a point or a block.
    var isSpan: Bool { rawValue <= Kind.store.rawValue }
  }

  init(_ kind: Kind, lane: Int32, start: Int64) {
    self.kind = kind
    self.lane = lane
    self.start = start
  }

  /// The end of the record.
  var end: Int64 { start.addingClamped(duration) }
}

// MARK: - Blocks

extension PageRecord {
  /// A block with a single record so far.
  init(blockOf first: PageRecord, low: Int) {
    self.init(.block, lane: first.lane, start: first.start)
    self.low = UInt8(low)
    row = first.row
    process = first.process
    add(first)
  }

  /// The number of its spans and points.
  var count: UInt64 { kind == .block ? depth : 1 }
  /// The nanoseconds that they cover.
  var busy: Int64 { kind == .block ? nested : duration }
  /// The covered part of a block in sixteenths, at least one if there is any.
  var busyPart: UInt64 {
    guard duration > 0, nested > 0 else { return 0 }
    return UInt64(max((Double(nested) / Double(duration) * 16).rounded(), 1))
  }
  /// The number of failures.
  var failed: UInt64 { kind == .block ? outputs : hasFailed ? 1 : 0 }
  /// The length of the longest record.
  var longest: Int64 { kind == .block ? waited : duration }

  /// Merges a record into the block.
  mutating func add(_ record: PageRecord) {
    let end = max(self.end, record.end)
    start = min(start, record.start)
    duration = end.subtractingClamped(start)
    if depth == 0 || record.longest > waited {
      waited = record.longest
      name = record.name
    }
    depth += record.count
    outputs += record.failed
    nested = min(nested.addingClamped(record.busy), duration)
  }

  private var hasFailed: Bool {
    switch kind {
    case .log: PageState.isError(action)
    case .budget: true
    default: state & 7 == PageState.failed
    }
  }
}
