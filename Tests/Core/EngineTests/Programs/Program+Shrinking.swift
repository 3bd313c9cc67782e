import ReferenceEngine

extension Program {
  /// Programs that are a little smaller than this one, the most promising first.
  var smaller: [Program] {
    var programs: [Program] = []
    func add(_ change: (inout Program) -> Void) {
      var program = self
      change(&program)
      if program != self { programs.append(program) }
    }
    if steps.count > 3 {
      add { $0.steps.removeLast($0.steps.count / 2) }
      add { $0.steps.removeFirst($0.steps.count / 2) }
    }
    for index in steps.indices.reversed() { add { $0.steps.remove(at: index) } }
    for (index, script) in scripts.enumerated() where !script.moves.isEmpty {
      add { $0.scripts[index].moves = [] }
    }
    if let last = scripts.last, last.moves.isEmpty { add { $0.scripts.removeLast() } }
    add { $0.shape.population = 0 }
    add { $0.shape.population = min($0.shape.population, 1) }
    add { $0.shape.usesActor = false }
    add { $0.shape.mixesKinds = false }
    add { $0.shape.callsFeatures = false }
    add { $0.shape.readsInReducers = false }
    add { $0.shape.isObserved = false }
    add { $0.shape.storeCount = 1 }
    add { $0.shape.scopesLast = false }
    add { $0.shape.operators = Slot.allCases }
    for (index, script) in scripts.enumerated() {
      for (moveIndex, move) in script.moves.enumerated() {
        add { $0.scripts[index].moves.remove(at: moveIndex) }
        for change in move.changes.indices {
          add { $0.scripts[index].moves[moveIndex].changes.remove(at: change) }
        }
        if move.sent != nil { add { $0.scripts[index].moves[moveIndex].sent = nil } }
        if move.sentOn != nil { add { $0.scripts[index].moves[moveIndex].sentOn = nil } }
        for effect in move.effect.smaller {
          add { $0.scripts[index].moves[moveIndex].effect = effect }
        }
        if move.distance > 0 { add { $0.scripts[index].moves[moveIndex].distance -= 1 } }
        if move.phase != .core { add { $0.scripts[index].moves[moveIndex].phase = .core } }
      }
    }
    for (index, step) in steps.enumerated() {
      switch step {
      case .send(let targets):
        for target in targets.indices where targets.count > 1 {
          var rest = targets
          rest.remove(at: target)
          add { $0.steps[index] = .send(rest) }
        }
        for (targetIndex, target) in targets.enumerated() where !target.route.isEmpty {
          var shorter = targets
          shorter[targetIndex].route.removeLast()
          add { $0.steps[index] = .send(shorter) }
        }
        for (targetIndex, target) in targets.enumerated() where target.form != .number {
          var plainer = targets
          plainer[targetIndex].form = .number
          add { $0.steps[index] = .send(plainer) }
        }
      case .sendThroughScope(let target): add { $0.steps[index] = .send([target]) }
      case .resume(let number) where number > 0: add { $0.steps[index] = .resume(0) }
      default: break
      }
    }
    return programs
  }
}

extension ReferenceEffect<Target> {
  fileprivate var smaller: [Self] {
    switch self {
    case .none, .of, .presented, .scoped, .found, .removed, .renamed: []
    case .send(let target):
      [.none]
        + (target.route.isEmpty
          ? [] : [.send(Target(route: target.route.dropLast(), script: target.script))])
    case .cancel: [.none]
    case .run(let work):
      [.none]
        + shorter(work.operations).map { .run(ReferenceWork($0, catch: work.handler)) }
        + (work.handler == nil ? [] : [.run(ReferenceWork(work.operations))])
        + (work.handler.map(shorter) ?? []).map { .run(ReferenceWork(work.operations, catch: $0)) }
    case .merge(let effects): [.none] + effects + each(effects).map { .merge($0) }
    case .concatenate(let effects): [.none] + effects + each(effects).map { .concatenate($0) }
    case .cancellable(let base, let id, let cancelInFlight):
      [.none, base] + (cancelInFlight ? [.cancellable(base, id: id, cancelInFlight: false)] : [])
        + base.smaller.map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
    case .debounce(let base, let id, let duration):
      [.none, base] + base.smaller.map { .debounce($0, id: id, for: duration) }
    case .throttle(let base, let id, let duration, let latest):
      [.none, base] + base.smaller.map { .throttle($0, id: id, for: duration, latest: latest) }
    }
  }

  private func each(_ effects: [Self]) -> [[Self]] {
    effects.indices.flatMap { index -> [[Self]] in
      var rest = effects
      rest.remove(at: index)
      return [rest]
        + effects[index].smaller.map { smaller in
          var changed = effects
          changed[index] = smaller
          return changed
        }
    }
  }
}

private func shorter(
  _ operations: [ReferenceOperation<Target>]
) -> [[ReferenceOperation<Target>]] {
  operations.indices.flatMap { index -> [[ReferenceOperation<Target>]] in
    var rest = operations
    let operation = rest.remove(at: index)
    if case .shielded(let inner) = operation {
      return [rest, rest[..<index] + inner + rest[index...]]
        + shorter(inner).map { inner in
          var changed = operations
          changed[index] = .shielded(inner)
          return changed
        }
    }
    guard case .part(let id, let cancelInFlight, let recovers, let inner) = operation else {
      return [rest]
    }
    return [rest, rest[..<index] + inner + rest[index...]]
      + shorter(inner).map { inner in
        var changed = operations
        changed[index] = .part(
          id: id, cancelInFlight: cancelInFlight, recovers: recovers, inner)
        return changed
      }
  }
}
