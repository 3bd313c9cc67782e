import CCore
import ComposableCore
import Tracing

/// Creates spans for the actions of a reducer.
struct TracingListener: ActionListener {
  static let tracingKind = EffectTrackerKind("traced")

  var kind: EffectTrackerKind { Self.tracingKind }

  private let identity: WrapperIdentity
  private let tracer: (any Tracer)?
  private let recordsErrors: Bool

  init(_ identity: WrapperIdentity, _ tracer: (any Tracer)?, recordsErrors: Bool) {
    self.identity = identity
    self.tracer = tracer
    self.recordsErrors = recordsErrors
  }

  struct Interval {
    let tracer: any Tracer
    let span: any Span
    let name: UnsafePointer<CChar>
    let store: UInt64
  }

  /// The store whose reducer runs within its span.
  ///
  /// Another wrapper that runs in this store meanwhile processes the same action: other actions
  /// have to wait until the reducer has returned.
  @TaskLocal private static var enclosingStore: UInt64?

  func begin(_ action: UnsafeRawPointer) -> Interval? {
    let tracer = tracer ?? InstrumentationSystem.tracer
    guard !(tracer is NoOpTracer) else { return nil }
    let store = WrapperIdentity.store
    let name = identity.names(ofValueAt: action)
    let cause = store != 0 && Self.enclosingStore == store ? nil : TracedCause()
    let span = tracer.startAnySpan(
      identity.spanName(name), context: cause?.context ?? .current ?? .topLevel)
    identity.describe(span, action: name, store: store)
    cause?.link(to: span)
    return Interval(tracer: tracer, span: span, name: name, store: store)
  }

  func reduce(in interval: Interval, _ base: () -> AnyEffectNode?) -> AnyEffectNode? {
    ServiceContext.$current.withValue(interval.span.context) {
      Self.$enclosingStore.withValue(interval.store, operation: base)
    }
  }

  func end(_ interval: Interval, change: StateChange, effect: EffectKind) {
    interval.span.updateAttributes { attributes in
      attributes["composable.changed"] = "\(change)"
      attributes["composable.effect"] = "\(effect)"
    }
    interval.span.end()
  }

  func tracker(of interval: Interval) -> EffectListener {
    TracingEffectListener(identity, interval, recordsErrors: recordsErrors)
  }
}

/// The effect that sent the action being processed, if it has a span.
private struct TracedCause {
  private let effect: RunningEffect
  private let listener: TracingEffectListener

  init?() {
    guard let effect = RunningEffect.causing,
      let listener = effect.tracker(of: TracingListener.tracingKind) as? TracingEffectListener
    else { return nil }
    self.effect = effect
    self.listener = listener
  }

  /// The context that the action continues. In the effect's own task the current span may be one
  /// that the effect's code has started; a queued action is processed in the task of another
  /// sender.
  var context: ServiceContext? {
    effect === RunningEffect.current ? .current : listener.span(of: effect)?.context
  }

  func link(to span: any Span) {
    guard let effectSpan = listener.span(of: effect) else { return }
    span.addLink(SpanLink(context: effectSpan.context, attributes: [:]))
    effectSpan.addLink(SpanLink(context: span.context, attributes: [:]))
  }
}

extension WrapperIdentity {
  func spanName(_ action: UnsafePointer<CChar>) -> String {
    let prefix = String(cString: prefix.pointer)
    let name = String(cString: action)
    return prefix.isEmpty ? name : "\(prefix).\(name)"
  }

  /// Sets the attributes that all spans of a wrapper have.
  func describe(_ span: any Span, action: UnsafePointer<CChar>, store: UInt64) {
    span.updateAttributes { attributes in
      attributes["composable.action"] = String(cString: action)
      let prefix = String(cString: prefix.pointer)
      if !prefix.isEmpty { attributes["composable.prefix"] = prefix }
      attributes["composable.store"] = Int64(clamping: store)
    }
  }
}
