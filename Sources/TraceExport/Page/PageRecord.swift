import Durations
import TraceAnalysis

/// What a page draws as one thing: a span, a point, or a block that stands for several of them.
///
/// A plain value: as many are kept as there are rows, levels and places in chunks.
struct PageRecord {
  /// When it starts, in nanoseconds since the first event of the trace.
  var start: Int64
  /// How long it is drawn, never negative.
  var duration: Int64 = 0
  var kind: Kind
  /// The lowest level at which it is drawn.
  var low: UInt8 = 0
  /// Where it is among the rows of its lane.
  var row: UInt8 = 0
  /// Outcome, completeness, and whether the start is known: see `Documentation/PageFormat.md`.
  var state: UInt8 = 0
  /// What an action did to the state and returned; the level of a log record.
  var action: UInt8 = 0
  var lane: Int32
  var name: Int32 = 0
  var process: ProcessIndex = 0
  var id: UInt64 = 0
  var cause: UInt64 = 0
  var parent: UInt64 = 0
  /// Nanoseconds of nested actions; those that a budget allows; those that the records of a block
  /// cover.
  var nested: Int64 = 0
  /// 1 + the nanoseconds between send and start, or that exceeded a budget. Of a block, how long
  /// the longest of its records is.
  var waited: Int64 = 0
  /// How many actions came before it; how many spans and points a block stands for.
  var depth: UInt64 = 0
  /// How many actions an effect has sent; how many of a block failed.
  var outputs: UInt64 = 0
  /// What an interval or an event belongs to.
  var belongsTo: UInt64 = 0
  /// The file and line that made a store or wrote a log record.
  var place: Int32 = 0
  /// Its number in ``PageTexts``, 0 without one.
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

    /// Whether it is a span, rather than a point or a block.
    var isSpan: Bool { rawValue <= Kind.store.rawValue }
  }

  init(_ kind: Kind, lane: Int32, start: Int64) {
    self.kind = kind
    self.lane = lane
    self.start = start
  }

  /// When it is over.
  var end: Int64 { start.addingClamped(duration) }
}

// MARK: - Blocks

extension PageRecord {
  /// A block, of one record so far.
  init(blockOf first: PageRecord, low: Int) {
    self.init(.block, lane: first.lane, start: first.start)
    self.low = UInt8(low)
    row = first.row
    process = first.process
    add(first)
  }

  /// How many spans and points it stands for.
  var count: UInt64 { kind == .block ? depth : 1 }
  /// Nanoseconds that they cover.
  var busy: Int64 { kind == .block ? nested : duration }
  /// How many sixteenths of a block that is, one at least if there is anything.
  var busyPart: UInt64 {
    guard duration > 0, nested > 0 else { return 0 }
    return UInt64(max((Double(nested) / Double(duration) * 16).rounded(), 1))
  }
  /// How many of them failed.
  var failed: UInt64 { kind == .block ? outputs : hasFailed ? 1 : 0 }
  /// How long the longest of them is.
  var longest: Int64 { kind == .block ? waited : duration }

  /// Takes a record into the block.
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
