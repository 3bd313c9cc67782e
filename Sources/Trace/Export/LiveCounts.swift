import TraceAnalysis

/// The numbers of live effects and live stores of a process.
///
/// Each change calls back with the new count. Events that are lost are missing here as well.
struct LiveCounts {
  enum Quantity {
    case effects, stores
  }

  private var effects: Int64 = 0
  private var stores: Int64 = 0

  /// Counts the begin of a span, once for each effect and store.
  mutating func begin(_ span: borrowing Span, change: (Quantity, Int64) -> Void) {
    add(1, span.kind, change: change)
  }

  /// Counts the end of a span whose begin was counted.
  mutating func end(_ span: borrowing Span, change: (Quantity, Int64) -> Void) {
    // A span without an end was alive when it was last seen. If all of them ended at the end of the
    // trace, because any event was lost, no curve would show a leak.
    if span.end == nil { return }
    add(-1, span.kind, change: change)
  }

  private mutating func add(
    _ number: Int64, _ kind: Span.Kind, change: (Quantity, Int64) -> Void
  ) {
    switch kind {
    case .effect:
      effects += number
      change(.effects, effects)
    case .store:
      stores += number
      change(.stores, stores)
    case .action, .interval, .observer: return
    }
  }
}
