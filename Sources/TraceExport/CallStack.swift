import TraceAnalysis

/// What is open where code runs: actions and reactions of observers, one within another.
///
/// Ends can be lost. So the stack is the one to say what cannot be open any more when something
/// begins.
struct CallStack<Content> {
  /// What is open, the outermost first.
  var frames: [Frame] = []

  /// An action, or a reaction of an observer.
  struct Frame {
    var kind: Span.Kind
    var id: UInt64
    var store: UInt64
    /// What an exporter has to know of it.
    var content: Content

    init(_ span: borrowing Span, _ content: Content) {
      kind = span.kind
      id = span.id
      store = span.store
      self.content = content
    }
  }

  /// How many frames stay when this begins; of the others, the ends are lost.
  func depth(beginning span: borrowing Span) -> Int {
    if span.parent != 0 {
      return index(ofAction: span.parent).map { $0 + 1 } ?? frames.count
    }
    // A store processes one action at a time.
    guard span.kind == .action, span.store != 0 else { return frames.count }
    let store = span.store
    return frames.firstIndex { $0.kind == .action && $0.store == store } ?? frames.count
  }

  /// Where a span is among the frames, `nil` if it is not open, or was taken for lost.
  func index(of span: borrowing Span) -> Int? {
    let (id, kind) = (span.id, span.kind)
    return frames.lastIndex { $0.id == id && $0.kind == kind }
  }

  /// Where an action is among the frames, `nil` if it is not open, or was taken for lost.
  func index(ofAction id: UInt64) -> Int? {
    frames.lastIndex { $0.id == id && $0.kind == .action }
  }
}
