/// Runs a part of an effect that can be cancelled on its own, by an id.
///
/// ```swift
/// return .run { send in
///   await withTaskCancellation(id: CancelID.animation, cancelInFlight: true) {
///     for await frame in animation { await send(.frame(frame)) }
///   }
///   await send(.animationEnded)
/// }
/// ```
///
/// Within an effect, ``Effect/cancel(id:)`` of the feature that the effect belongs to, and of those
/// above it, cancels the part. Outside of any effect, only `Task.cancel(id:)` does, of the
/// same test while tests run.
///
/// - Parameters:
///   - id: Names the part. Ids of different types never match.
///   - cancelInFlight: Whether to cancel what runs with the same id already.
///   - isolation: Where this waits: where the caller does.
///   - operation: The part.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let id = CancelID(id)
  let part: CancellablePart
  let work: Task<Result<T, Failure>, Never>
  if let effect = RunningEffect.current, let runtime = effect.runtime {
    part = .ofStore(RunningEffect(partOf: effect, id: id), isolation: runtime.isolation)
  } else {
    part = .ofProcess(id, DetachedCancellations.shared.makeKey())
  }
  work = await part.start(cancelInFlight: cancelInFlight) {
    Task { () -> Result<T, Failure> in
      do throws(Failure) {
        return .success(try await operation())
      } catch {
        return .failure(error)
      }
    }
  }
  let result = await withTaskCancellationHandler {
    await work.value
  } onCancel: {
    work.cancel()
  }
  await part.end()
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects with an id, and the parts of effects that ``withTaskCancellation(id:cancelInFlight:isolation:operation:)``
  /// runs, from inside of an effect.
  ///
  /// It reaches what ``Effect/cancel(id:)`` would, returned by the feature the effect belongs to. Where
  /// the code does not run in the isolation of its store, the cancellation takes effect when that gets
  /// to it.
  ///
  /// - Parameter id: The id. Ids of different types never match.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    guard let effect = RunningEffect.current, let runtime = effect.runtime else {
      return DetachedCancellations.shared.cancel(id)
    }
    if runtime.isIsolatingCurrentContext {
      runtime.effects.cancel(id, within: effect.path)
    } else {
      Task<Void, Never> { await effect.cancelAll(id, isolation: runtime.isolation) }
    }
  }
}

/// What a call of `withTaskCancellation` runs.
private enum CancellablePart: Sendable {
  case ofStore(RunningEffect, isolation: any Actor)
  case ofProcess(CancelID, DetachedCancellations.Key)

  /// Starts the work, and cancels what runs with the same id before.
  func start<Success: Sendable>(
    cancelInFlight: Bool, _ start: @Sendable () -> Task<Success, Never>
  ) async -> Task<Success, Never> {
    switch self {
    case .ofStore(let effect, let isolation):
      return await effect.startPart(isolation: isolation, cancelInFlight: cancelInFlight, start)
    case .ofProcess(let id, let key):
      if cancelInFlight { DetachedCancellations.shared.cancel(id) }
      let work = start()
      DetachedCancellations.shared.insert(key, id) { work.cancel() }
      return work
    }
  }

  func end() async {
    switch self {
    case .ofStore(let effect, let isolation): await effect.endPart(isolation: isolation)
    case .ofProcess(let id, let key): DetachedCancellations.shared.remove(key, id)
    }
  }
}

extension RunningEffect {
  fileprivate func startPart<Success: Sendable>(
    isolation: isolated any Actor, cancelInFlight: Bool,
    _ start: @Sendable () -> Task<Success, Never>
  ) -> Task<Success, Never> {
    if cancelInFlight {
      for id in cancelIDs { runtime?.effects.cancel(id, within: path) }
    }
    let work = start()
    task = Task {
      await withTaskCancellationHandler {
        _ = await work.value
      } onCancel: {
        work.cancel()
      }
    }
    if let runtime {
      runtime.effects.insert(self)
    } else {
      work.cancel()
    }
    return work
  }

  fileprivate func endPart(isolation: isolated any Actor) {
    runtime?.effects.remove(self)
  }

  fileprivate func cancelAll(_ id: CancelID, isolation: isolated any Actor) {
    runtime?.effects.cancel(id, within: path)
  }
}
