import TraceAnalysis

/// The state of a process for a page: its threads, open spans, and stores.
final class PageProcess {
  let index: ProcessIndex

  /// By thread, or by root store if the trace has no threads.
  var threads: [ThreadIndex: PageCalls] = [:]
  var stores: [UInt64: PageCalls] = [:]
  /// The calls in which an action or a reaction began or ended last.
  var latest: PageCalls?

  /// The root stores of live stores.
  var roots: [UInt64: UInt64] = [:]
  /// Spans whose ends are lost, as others took their places.
  var overtaken: [OpenKey: Overtaken] = [:]
  /// Effects, intervals and stores.
  var open: [OpenKey: Open] = [:]
  var logs: PageLane?
  let curves = PageCurves()

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
    /// The message of an interval's begin.
    var text = ""
  }

  struct Overtaken {
    var lane: PageLane
    var row: UInt8
    var time: Int64
  }
}

/// The open spans of a thread, or of a store in a trace without threads.
final class PageCalls {
  let thread: ThreadIndex?
  var stack = CallStack<PageLane>()
  /// The lane of the action that began last.
  var lane: PageLane?
  /// The action that ended last, whose state difference may still follow.
  var ended: (action: UInt64, lane: PageLane)?

  init(_ thread: ThreadIndex?) { self.thread = thread }
}
