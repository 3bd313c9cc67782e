@testable import TraceAnalysis

/// A decoded event as text, to be compared in tests.
struct ReadEvent: Equatable, CustomStringConvertible, ExpressibleByStringLiteral {
  var description: String

  init(stringLiteral value: String) { description = value }

  init(_ event: TraceEvent, _ reader: TraceReader) {
    func text(_ name: NameID) -> String {
      let name = reader.names[name]
      return name.prefix.isEmpty ? name.name : "\(name.prefix)|\(name.name)"
    }
    func announcement(_ start: TraceEvent.Start) -> String {
      start.isAnnounced ? " announced at \(start.age.map(String.init) ?? "?")" : ""
    }
    let body =
      switch event.payload {
      case .schema(let schema): "schema \(schema.version) \(text(schema.library))"
      case .storeCreated(let store), .storeReleased(let store):
        "store \(store.store) in \(store.parent) \(text(store.feature)) "
          + "\(text(store.file)):\(store.line)" + announcement(store.start)
      case .actionBegin(let begin):
        "action \(begin.action) by \(begin.cause) in \(begin.parent) of \(begin.store) "
          + text(begin.name)
      case .actionEnd(let end): "end \(end.action) changed \(end.stateChanged) \(end.effect)"
      case .effectBegin(let begin):
        "effect \(begin.effect) of \(begin.action) \(text(begin.name))"
          + announcement(begin.start)
      case .effectOutput(let output): "output \(output.effect) \(text(output.name))"
      case .effectEnd(let end):
        "effect end \(end.effect) \(end.outcome) \(end.outputs)"
      case .intervalBegin(let begin):
        "interval \(begin.interval) of \(begin.id) \(text(begin.source)) \(text(begin.name)) "
          + "(\(reader.texts.message))"
      case .intervalEnd(let end):
        "interval end \(end.interval) of \(end.id) \(text(end.source)) \(text(end.name)) "
          + "\(end.outcome) (\(reader.texts.message))"
      case .event(let point):
        "event of \(point.id) \(text(point.source)) \(text(point.name)) (\(reader.texts.message))"
      case .log(let log):
        "log \(log.level) \(text(log.label)) \(text(log.file)):\(log.line) "
          + "(\(reader.texts.message)) (\(reader.texts.metadata))"
      case .actionPayload(let action): "payload of \(action) (\(reader.texts.message))"
      case .actionData(let data):
        "data of \(data.action) at \(data.offset) of \(data.size) (\(reader.texts.message))"
      case .stateData(let data):
        "state before \(data.action) at \(data.offset) of \(data.size) (\(reader.texts.message))"
      case .budgetExceeded(let excess):
        "budget \(excess.action) \(text(excess.name)) \(excess.taken) of \(excess.budget)"
      case .send(let send):
        "send \(send.action) by \(send.cause) to \(send.store) at \(send.depth) "
          + "\(send.isReentrant ? "inside" : "outside") \(text(send.name))"
          + (send.waited == 0 ? "" : " after \(send.waited)")
      case .stateDiff(let action): "difference of \(action) (\(reader.texts.message))"
      case .scope(let scope):
        "scope \(scope.child) of \(scope.store) \(scope.isCached ? "found" : "made")"
      case .observeBegin(let observer, let cause):
        "observer \(text(observer.file)):\(observer.line) of \(observer.store)"
          + (cause.property == .empty
            ? ""
            : " after \(cause.action) \(text(cause.name)) changed \(text(cause.property)) "
              + "and \(cause.others)")
      case .observeEnd(let observer):
        "observer end \(text(observer.file)):\(observer.line) of \(observer.store)"
      case .reduceLatency(let latency):
        "latency of \(latency.action) \(text(latency.name)) \(latency.duration)"
      case .observerLatency(let observer, let duration):
        "observer latency \(text(observer.file)):\(observer.line) \(duration)"
      case .sampling(let sampling):
        "sampling \(sampling.kept)/\(sampling.of) at \(sampling.maxRate)/s "
          + "left out \(sampling.leftOut) \(text(sampling.name))"
      default: "\(event.payload)"
      }
    description = "\(event.timestamp - TraceWriter.origin) p\(event.process) \(body)"
  }
}
