import ComposableCore
import Tracing

/// Creates spans for the effects that one action returned.
///
/// Unchecked: it is only used in the isolation of the effects' store, and points to constants.
final class TracingEffectListener: EffectListener, @unchecked Sendable {
  private let identity: WrapperIdentity
  private let action: TracingListener.Interval
  private let recordsErrors: Bool
  /// Kept beyond the end of the work: an action that it sent may still be in the queue.
  private var spans: [UInt64: any Span] = [:]

  init(_ identity: WrapperIdentity, _ action: TracingListener.Interval, recordsErrors: Bool) {
    self.identity = identity
    self.action = action
    self.recordsErrors = recordsErrors
    super.init(kind: TracingListener.tracingKind)
  }

  func span(of effect: RunningEffect) -> (any Span)? {
    spans[effect.id]
  }

  override func effectDidBegin(_ effect: RunningEffect) {
    let span = action.tracer.startAnySpan(
      identity.spanName(action.name) + " effect", context: action.span.context)
    identity.describe(span, action: action.name, store: action.store)
    spans[effect.id] = span
  }

  override var surroundsWork: Bool { true }

  override nonisolated(nonsending) func run(
    _ effect: RunningEffect, work: nonisolated(nonsending) () async -> EffectOutcome
  ) async -> EffectOutcome {
    guard let span = span(of: effect) else { return await work() }
    return await ServiceContext.$current.withValue(span.context, operation: work)
  }

  override func effectDidEnd(_ effect: RunningEffect, outcome: EffectOutcome) {
    guard let span = span(of: effect) else { return }
    span.updateAttributes { attributes in
      attributes["composable.outcome"] = "\(outcome)"
      attributes["composable.outputs"] = Int64(effect.outputs)
    }
    switch outcome {
    case .finished: span.setStatus(SpanStatus(code: .ok))
    case .cancelled: break
    case .failed: fail(span, effect.error)
    }
    span.end()
  }

  private func fail(_ span: any Span, _ error: (any Error)?) {
    if let error {
      span.updateAttributes { $0["error.type"] = _typeName(type(of: error), qualified: true) }
      if recordsErrors { span.recordError(error) }
    }
    span.setStatus(
      SpanStatus(code: .error, message: recordsErrors ? error.map { "\($0)" } : nil))
  }
}
