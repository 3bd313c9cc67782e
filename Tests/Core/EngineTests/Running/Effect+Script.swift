import ComposableCore
import ReferenceEngine

extension ReferenceEffect<Target> {
  /// The effect for the engine.
  func effect<A: ScriptedAction>(_ world: World) -> Effect<A> {
    switch self {
    case .none, .of, .presented, .scoped, .found, .removed, .renamed: .none
    case .send(let target): .send(A(target))
    case .run(let work): work.effect(world)
    case .merge(let effects): .merge(effects.map { $0.effect(world) })
    case .concatenate(let effects): .concatenate(effects.map { $0.effect(world) })
    case .cancellable(let base, let id, let cancelInFlight):
      base.effect(world).cancellable(id: id, cancelInFlight: cancelInFlight)
    case .cancel(let id): .cancel(id: id)
    case .debounce(let base, let id, let duration):
      base.effect(world).debounce(id: id, for: .seconds(duration), clock: world.clock)
    case .throttle(let base, let id, let duration, let latest):
      base.effect(world).throttle(
        id: id, for: .seconds(duration), clock: world.clock, latest: latest)
    }
  }
}

extension ReferenceWork<Target> {
  fileprivate func effect<A: ScriptedAction>(_ world: World) -> Effect<A> {
    let serial = serial
    let resource = world.makeResource(serial)
    guard let handler else {
      return .run { send in
        defer { withExtendedLifetime(resource) {} }
        try await run(world, send)
      }
    }
    return .run { send in
      defer { withExtendedLifetime(resource) {} }
      try await run(world, send)
    } catch: { _, send in
      world.record(serial, .handled)
      try? await handler.run(world, serial, send)
      world.record(serial, .handlerReturned)
    }
  }

  private nonisolated(nonsending) func run(
    _ world: World, _ send: Send<some ScriptedAction>
  ) async throws {
    world.willRun(serial)
    world.record(serial, .began(isCancelled: Task.isCancelled))
    @Dependency(\.mark) var mark
    world.record(serial, mark: mark)
    do {
      try await operations.run(world, serial, send)
      world.record(serial, .returned)
    } catch {
      world.record(serial, error is CancellationError ? .threwCancellation : .threwError)
      throw error
    }
  }
}

extension [ReferenceOperation<Target>] {
  /// Does one after the other.
  fileprivate nonisolated(nonsending) func run<Action: ScriptedAction>(
    _ world: World, _ serial: Int, _ send: Send<Action>
  ) async throws {
    for operation in self {
      switch operation {
      case .wait(let reaction):
        try await world.turns.wait(serial, reaction) {
          world.recordRead(serial)
        } willGoOn: {
          world.willRun(serial)
        }
      case .sleep(let duration):
        if !world.turns.isOver { try await world.sleep(serial, for: duration) }
      case .send(let target): await send(Action(target))
      case .dismiss:
        @Dependency(\.dismiss) var dismiss
        await dismiss()
      case .fail: throw Turns.Failure()
      case .cancel(let id): Task.cancel(id: id)
      case .part(let id, let cancelInFlight, let recovers, let operations):
        do {
          defer { world.willRun(serial) }
          // On the actor of an explored store, so that only waits suspend the code.
          if world.isExplored {
            try await withTaskCancellation(id: id, cancelInFlight: cancelInFlight) { @MainActor in
              world.willRun(serial)
              try await operations.run(world, serial, send)
            }
          } else {
            try await withTaskCancellation(id: id, cancelInFlight: cancelInFlight) {
              try await operations.run(world, serial, send)
            }
          }
        } catch {
          if !recovers { throw error }
        }
      case .shielded(let operations) where world.isExplored:
        let task = Task { @MainActor in
          world.willRun(serial)
          try? await operations.run(world, serial, send)
        }
        await task.value
        world.willRun(serial)
      case .shielded(let operations):
        // In the isolation of the store, as the effect itself.
        await Task { try? await operations.run(world, serial, send) }.value
      }
    }
  }
}
