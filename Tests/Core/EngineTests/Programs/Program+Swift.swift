import ReferenceEngine

// A program as Swift that can be pasted into a test.

extension Program: CustomStringConvertible {
  var description: String {
    """
    Program(
      shape: \(shape),
      scripts: [
    \(scripts.map { "    \($0)" }.joined(separator: ",\n"))
      ],
      steps: [
    \(steps.map { "    .\($0)" }.joined(separator: ",\n"))
      ])
    """
  }
}

extension Shape: CustomStringConvertible {
  var description: String {
    "Shape(operators: \(list(operators)), scopesLast: \(scopesLast), usesActor: \(usesActor), "
      + "mixesKinds: \(mixesKinds), callsFeatures: \(callsFeatures), "
      + "readsInReducers: \(readsInReducers), isObserved: \(isObserved), "
      + "storeCount: \(storeCount), population: \(population))"
  }
}

extension Script: CustomStringConvertible {
  var description: String { "Script(moves: [\(moves.map(\.description).joined(separator: ", "))])" }
}

extension Move: CustomStringConvertible {
  var description: String {
    var fields = ["distance: \(distance)", "phase: .\(phase)"]
    if !changes.isEmpty { fields.append("changes: \(list(changes))") }
    if let sent { fields.append("sent: \(sent)") }
    if let sentOn { fields.append("sentOn: \(sentOn)") }
    if effect != .none { fields.append("effect: \(effect.swift)") }
    return "Move(\(fields.joined(separator: ", ")))"
  }
}

extension Target: CustomStringConvertible {
  var description: String {
    "Target(route: \(list(route)), script: \(script)"
      + (form == .number ? ")" : ", form: .\(form))")
  }
}

extension Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .send(let targets): "send([\(targets.map(\.description).joined(separator: ", "))])"
    case .sendThroughScope(let target): "sendThroughScope(\(target))"
    case .hold(let route): "hold(\(list(route)))"
    case .sendThroughHeld(let index, let script, let form):
      "sendThroughHeld(\(index), script: \(script), form: .\(form))"
    case .release(let index): "release(\(index))"
    case .recreate: "recreate"
    case .dismiss(let route): "dismiss(\(list(route)))"
    case .resume(let index): "resume(\(index))"
    case .advance(let duration): "advance(\(duration))"
    case .cancelTask(let index): "cancelTask(\(index))"
    }
  }
}

extension ReferenceEffect<Target> {
  var swift: String {
    func all(_ effects: [Self]) -> String { effects.map(\.swift).joined(separator: ", ") }
    return switch self {
    case .none: ".none"
    case .send(let target): ".send(\(target))"
    case .run(let work):
      ".run(ReferenceWork([\(swiftOperations(work.operations))]"
        + (work.handler.map { ", catch: [\(swiftOperations($0))]" } ?? "") + "))"
    case .merge(let effects): ".merge([\(all(effects))])"
    case .concatenate(let effects): ".concatenate([\(all(effects))])"
    case .cancellable(let base, let id, let cancelInFlight):
      ".cancellable(\(base.swift), id: \(id), cancelInFlight: \(cancelInFlight))"
    case .cancel(let id): ".cancel(\(id))"
    case .debounce(let base, let id, let duration):
      ".debounce(\(base.swift), id: \(id), for: \(duration))"
    case .throttle(let base, let id, let duration, let latest):
      ".throttle(\(base.swift), id: \(id), for: \(duration), latest: \(latest))"
    case .of, .presented, .scoped, .found, .removed, .renamed: "\(self)"
    }
  }
}

private func swiftOperations(_ operations: [ReferenceOperation<Target>]) -> String {
  operations.map { operation in
    switch operation {
    case .part(let id, let cancelInFlight, let recovers, let operations):
      ".part(id: \(id), cancelInFlight: \(cancelInFlight), recovers: \(recovers), "
        + "[\(swiftOperations(operations))])"
    case .shielded(let operations): ".shielded([\(swiftOperations(operations))])"
    case .wait(let reaction): ".wait(.\(reaction))"
    case .send(let target): ".send(\(target))"
    default: ".\(operation)"
    }
  }.joined(separator: ", ")
}

/// Cases whose own description is the text after a dot.
private func list(_ cases: [some Any]) -> String {
  "[\(cases.map { ".\($0)".replacing("Optional(", with: "(").replacing("((", with: "(").replacing("))", with: ")") }.joined(separator: ", "))]"
}
