import TextTables
import TraceAnalysis

extension TraceName {
  /// The name in the form of the report.
  var displayed: String { displayName(prefix: prefix, name: name) }
}

extension TraceParticipants {
  /// The number and the name of a thread.
  func thread(_ thread: ThreadIndex) -> (tid: Int64, name: String) {
    let thread = threads[Int(thread)]
    return (thread.vtid, thread.name)
  }
}

extension Span {
  var category: TimelineCategory { kind.category }
}

extension Span.Kind {
  var category: TimelineCategory {
    switch self {
    case .action: .action
    case .effect: .effect
    case .interval: .interval
    case .observer: .observer
    case .store: .store
    }
  }
}
