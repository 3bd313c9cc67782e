import ReferenceEngine

extension Program {
  /// The same program without the events that an exploration orders by itself, and those at which
  /// the engine runs no code of an effect, as the end of a `debounce`.
  ///
  /// - Parameter usesClock: Whether effects sleep, and the clock advances.
  func explorable(usesClock: Bool) -> Program {
    var program = self
    program.shape.usesActor = false
    program.shape.storeCount = 1
    program.shape.isObserved = false
    program.steps.removeAll { step in
      switch step {
      case .resume, .recreate: true
      case .advance: !usesClock
      default: false
      }
    }
    for script in scripts.indices {
      for move in scripts[script].moves.indices {
        program.scripts[script].moves[move].sent = nil
        program.scripts[script].moves[move].sentOn = nil
        program.scripts[script].moves[move].effect = scripts[script].moves[move].effect
          .explorable(usesClock: usesClock)
        // An operator that does not see a removal ends the effects of the child with the next
        // action.
        if scripts[script].moves[move].phase == .after {
          program.scripts[script].moves[move].phase = .core
        }
      }
    }
    return program
  }
}

extension Program {
  /// Whether effects sleep.
  var sleeps: Bool { scripts.contains { $0.moves.contains { $0.effect.sleeps } } }
}

extension ReferenceEffect<Target> {
  fileprivate func explorable(usesClock: Bool) -> Self {
    func inner(_ effect: Self) -> Self { effect.explorable(usesClock: usesClock) }
    return switch self {
    case .none, .send, .cancel, .of, .presented, .scoped, .found, .removed, .renamed: self
    case .run(let work):
      .run(
        ReferenceWork(
          work.operations.explorable(usesClock: usesClock),
          catch: work.handler?.explorable(usesClock: usesClock)))
    case .merge(let effects): .merge(effects.map(inner))
    case .concatenate(let effects): .concatenate(effects.map(inner))
    case .cancellable(let base, let id, let cancelInFlight):
      .cancellable(inner(base), id: id, cancelInFlight: cancelInFlight)
    case .debounce(let base, let id, _):
      .cancellable(inner(base), id: id, cancelInFlight: true)
    case .throttle(let base, _, _, _): inner(base)
    }
  }

  fileprivate var sleeps: Bool {
    switch self {
    case .none, .send, .cancel, .of, .presented, .scoped, .found, .removed, .renamed: false
    case .run(let work): work.operations.sleep || work.handler?.sleep == true
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.sleeps)
    case .cancellable(let base, _, _), .debounce(let base, _, _), .throttle(let base, _, _, _):
      base.sleeps
    }
  }
}

extension [ReferenceOperation<Target>] {
  fileprivate func explorable(usesClock: Bool) -> Self {
    map { operation in
      switch operation {
      case .wait, .send, .dismiss, .fail, .cancel: operation
      case .part(let id, let cancelInFlight, let recovers, let operations):
        .part(
          id: id, cancelInFlight: cancelInFlight, recovers: recovers,
          operations.explorable(usesClock: usesClock))
      case .shielded(let operations): .shielded(operations.explorable(usesClock: usesClock))
      // A sleep without a duration ends with the next advance, be it of no duration.
      case .sleep(let duration): usesClock ? .sleep(Swift.max(1, duration)) : .wait(.stop)
      }
    }
  }

  fileprivate var sleep: Bool {
    contains { operation in
      switch operation {
      case .sleep: true
      case .part(_, _, _, let operations), .shielded(let operations): operations.sleep
      case .wait, .send, .dismiss, .fail, .cancel: false
      }
    }
  }
}
