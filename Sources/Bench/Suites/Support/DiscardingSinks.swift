import CoreMetrics
import Logging
import Tracing

/// Discards log records.
struct DiscardingLogHandler: LogHandler {
  var logLevel: Logger.Level = .info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    blackHole(event.metadata?.count ?? 0)
  }
}

/// Creates discarded spans.
struct DiscardingTracer: Tracer {
  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> DiscardingSpan {
    DiscardingSpan(context: context())
  }

  func forceFlush() {}

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract.Carrier == Carrier {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject.Carrier == Carrier {}
}

/// A discarded span.
struct DiscardingSpan: Span {
  let context: ServiceContext

  var operationName: String {
    get { "" }
    nonmutating set {}
  }

  var attributes: SpanAttributes {
    get { [:] }
    nonmutating set { blackHole(newValue.count) }
  }

  var isRecording: Bool { true }

  func setStatus(_ status: SpanStatus) {}
  func addEvent(_ event: SpanEvent) {}
  func addLink(_ link: SpanLink) {}
  func recordError<Instant: TracerInstant>(
    _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {}
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
}
