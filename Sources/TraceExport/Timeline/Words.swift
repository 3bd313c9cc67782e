import TextTables
import TraceAnalysis

// Enumerations as they are shown. Constants, so that nothing is put together for each event.

extension TraceName {
  /// As the report shows it.
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

extension Span.Completeness {
  var word: StaticString {
    switch self {
    case .whole: "whole"
    case .announced: "announced"
    case .stillOpen: "stillOpen"
    case .endLost: "endLost"
    case .beginLost: "beginLost"
    case .ambiguous: "ambiguous"
    }
  }
}

extension Span.Outcome {
  var word: StaticString {
    switch self {
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .abandoned: "abandoned"
    case .unknown: "unknown"
    }
  }
}

extension TraceEvent.StateChange {
  var word: StaticString {
    switch self {
    case .unknown: "unknown"
    case .no: "no"
    case .yes: "yes"
    }
  }
}

extension TraceEvent.EffectKind {
  var word: StaticString {
    switch self {
    case .none: "none"
    case .run: "run"
    case .send: "send"
    case .merge: "merge"
    case .concatenate: "concatenate"
    case .cancel: "cancel"
    case .unknown: "unknown"
    }
  }
}

extension TraceEvent.LogLevel {
  var word: StaticString {
    switch self {
    case .trace: "trace"
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    case .unknown: "unknown"
    }
  }
}
