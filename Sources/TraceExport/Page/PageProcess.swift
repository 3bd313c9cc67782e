import TraceAnalysis

/// What a page has to know of a process: what runs, what is open, which stores there are.
final class PageProcess {
  let index: ProcessIndex

  /// By thread, and where the trace has no threads by root store.
  var threads: [ThreadIndex: PageCalls] = [:]
  var stores: [UInt64: PageCalls] = [:]
  /// Where an action or a reaction began or ended last.
  var latest: PageCalls?

  /// The root stores of those that are alive.
  var roots: [UInt64: UInt64] = [:]
  /// What has lost its end, as something else took its place.
  var overtaken: [OpenKey: Overtaken] = [:]
  /// Effects, intervals and stores.
  var open: [OpenKey: Open] = [:]
  var logs: PageLane?

  private var lastThread: ThreadIndex = -1

  init(_ index: ProcessIndex) { self.index = index }

  struct OpenKey: Hashable {
    var kind: Span.Kind
    var id: UInt64

    init(_ span: borrowing Span) {
      kind = span.kind
      id = span.id
    }

    init(_ frame: CallStack<PageLane>.Frame) {
      kind = frame.kind
      id = frame.id
    }
  }

  struct Open {
    var lane: PageLane
    var row: UInt8
    /// What an interval said when it began.
    var text = ""
  }

  struct Overtaken {
    var lane: PageLane
    var row: UInt8
    var time: Int64
  }
}

/// What runs on a thread, or where there are none in a store.
final class PageCalls {
  let thread: ThreadIndex?
  var stack = CallStack<PageLane>()
  /// The lane of the action that began last.
  var lane: PageLane?
  /// The action that ended last, whose difference of states may still come.
  var ended: (action: UInt64, lane: PageLane)?

  init(_ thread: ThreadIndex?) { self.thread = thread }
}
