import CCore
import CLTTng

/// An interval that somebody heard begin.
@usableFromInline
struct SignpostInterval: Sendable {
  /// Pairs the begin with its end.
  let number: UInt64
  let id: SignpostID
  let source: SignpostSource
  let name: CStringConstant
  let sink: SignpostSink

  func end(_ outcome: SignpostIntervalOutcome, message: () -> String = { "" }) {
    guard sink.hearsIntervalEnds else { return }
    sink.intervalEnd(self, outcome, message: RecordedText.limited(message()))
  }

  /// Ends the interval of code that returned.
  @usableFromInline
  func finish() {
    end(.finished)
  }

  /// Ends the interval of code that threw an error.
  @usableFromInline
  func end(throwing error: any Error) {
    end(error is CancellationError || Task.isCancelled ? .cancelled : .failed)
  }
}

extension Signposter {
  /// Begins an interval, if somebody listens.
  @usableFromInline
  func begin(
    _ name: StaticString, _ id: SignpostID, _ message: () -> String
  ) -> SignpostInterval? {
    guard composable_interval_begin_enabled() || composable_recorder_exists() else { return nil }
    return beginHeard(name, id, message)
  }

  /// Apart, to keep the way short while nobody listens.
  @inline(never)
  private func beginHeard(
    _ name: StaticString, _ id: SignpostID, _ message: () -> String
  ) -> SignpostInterval? {
    guard let source, id.isRecorded else { return nil }
    let sink = SignpostSink.current
    guard sink.hearsIntervals else { return nil }
    let interval = SignpostInterval(
      number: composable_make_id(), id: id, source: source, name: CStringConstant(name), sink: sink)
    sink.intervalBegin(interval, message: RecordedText.limited(message()))
    return interval
  }
}
