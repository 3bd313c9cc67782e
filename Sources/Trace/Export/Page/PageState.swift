import TraceAnalysis

/// The properties of a span in the columns `state` and `action`, a few bits for each.
enum PageState {
  static let failed: UInt8 = 3
  private static let isStartUnknown: UInt8 = 1 << 6
  private static let isReentrant: UInt8 = 1 << 5

  static func state(_ span: borrowing Span) -> UInt8 {
    let outcome: UInt8 =
      switch span.outcome {
      case nil: 0
      case .finished: 1
      case .cancelled: 2
      case .failed: failed
      case .abandoned: 4
      case .unknown: 5
      }
    let completeness: UInt8 =
      switch span.completeness {
      case .whole: 0
      case .announced: 1
      case .stillOpen: 2
      case .endLost: 3
      case .beginLost: 4
      case .ambiguous: 5
      }
    return outcome | completeness << 3 | (span.isStartKnown ? 0 : isStartUnknown)
  }

  static func action(_ span: borrowing Span) -> UInt8 {
    guard span.kind == .action else { return 0 }
    // The last of them represents unknown values in a reader.
    let returned = min(span.effectKind.rawValue, TraceEvent.EffectKind.cancel.rawValue + 1)
    let isReentrant = span.send?.isReentrant == true ? Self.isReentrant : 0
    return span.stateChange.rawValue | returned << 2 | isReentrant
  }

  /// - Returns: The level plus 1; one more than the highest level if unknown.
  static func action(_ level: TraceEvent.LogLevel) -> UInt8 {
    min(level.rawValue, TraceEvent.LogLevel.critical.rawValue + 1) + 1
  }

  /// Whether a log record of this column is an error.
  static func isError(_ action: UInt8) -> Bool {
    action == Self.action(.error) || action == Self.action(.critical)
  }
}
