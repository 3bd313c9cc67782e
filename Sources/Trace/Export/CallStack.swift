import TraceAnalysis

/// The open spans of a thread: nested actions and reactions of observers.
///
/// Ends can be lost, so the stack determines which spans cannot be open any more when another
/// begins.
struct CallStack<Content> {
  /// The open spans, the outermost first.
  var frames: [Frame] = []

  /// An action, or a reaction of an observer.
  struct Frame {
    var kind: Span.Kind
    var id: UInt64
    var store: UInt64
    /// The exporter's data about it.
    var content: Content

    init(_ span: borrowing Span, _ content: Content) {
      kind = span.kind
      id = span.id
      store = span.store
      self.content = content
    }
  }

  /// The number of frames that stay open when this span begins; the ends of the others are lost.
  func depth(beginning span: borrowing Span) -> Int {
    if span.parent != 0 {
      return index(ofAction: span.parent).map { $0 + 1 } ?? frames.count
    }
    // A store processes one action at a time.
    guard span.kind == .action, span.store != 0 else { return frames.count }
    let store = span.store
    return frames.firstIndex { $0.kind == .action && $0.store == store } ?? frames.count
  }

  /// The index of a span's frame, `nil` if it is not open, or considered lost.
  func index(of span: borrowing Span) -> Int? {
    let (id, kind) = (span.id, span.kind)
    return frames.lastIndex { $0.id == id && $0.kind == kind }
  }

  /// The index of an action's frame, `nil` if it is not open, or considered lost.
  func index(ofAction id: UInt64) -> Int? {
    frames.lastIndex { $0.id == id && $0.kind == .action }
  }
}
