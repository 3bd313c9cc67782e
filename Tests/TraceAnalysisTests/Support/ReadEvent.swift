@testable import TraceAnalysis

/// A decoded event as text, to be compared in tests.
struct ReadEvent: Equatable, CustomStringConvertible, ExpressibleByStringLiteral {
  var description: String

  init(stringLiteral value: String) { description = value }

  init(_ event: TraceEvent, _ names: NameTable) {
    func text(_ name: NameID) -> String {
      let name = names[name]
      return name.prefix.isEmpty ? name.name : "\(name.prefix)|\(name.name)"
    }
    let body =
      switch event.payload {
      case .schema(let schema): "schema \(schema.version) \(text(schema.library))"
      case .storeCreated(let store), .storeReleased(let store):
        "store \(store.store) in \(store.parent) \(text(store.feature)) "
          + "\(text(store.file)):\(store.line)"
      case .actionBegin(let begin):
        "action \(begin.action) by \(begin.cause) in \(begin.parent) of \(begin.store) "
          + text(begin.name)
      case .actionEnd(let end): "end \(end.action) changed \(end.stateChanged) \(end.effect)"
      case .effectBegin(let begin):
        "effect \(begin.effect) of \(begin.action) \(text(begin.name))"
      case .effectOutput(let output): "output \(output.effect) \(text(output.name))"
      case .effectEnd(let end):
        "effect end \(end.effect) \(end.outcome) \(end.outputs) "
          + "\(end.running.map(String.init) ?? "-") \(end.suspended.map(String.init) ?? "-")"
      }
    description = "\(event.timestamp - TraceWriter.origin) p\(event.process) \(body)"
  }
}
