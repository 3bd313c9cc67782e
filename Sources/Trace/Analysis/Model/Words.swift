// Enumerations as text. Constants, so that no string is built for each event.

extension Span.Kind {
  package var word: StaticString {
    switch self {
    case .action: "action"
    case .effect: "effect"
    case .interval: "interval"
    case .observer: "observer"
    case .store: "store"
    }
  }
}

extension Span.Completeness {
  package var word: StaticString {
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
  package var word: StaticString {
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
  package var word: StaticString {
    switch self {
    case .unknown: "unknown"
    case .no: "no"
    case .yes: "yes"
    }
  }
}

extension TraceEvent.EffectKind {
  package var word: StaticString {
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
  package var word: StaticString {
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

extension TraceGap.Unit {
  package var word: StaticString {
    switch self {
    case .events: "events"
    case .packets: "packets"
    }
  }
}
