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
/// above it, cancels the part. Outside of any effect, `Task.cancel(id:)` does, of the same test while
/// tests run.
///
/// - Parameters:
///   - id: Names the part. Ids of different types never match.
///   - cancelInFlight: Whether to cancel what runs with the same id already.
///   - isolation: Where this waits: where the caller does.
///   - operation: The part.
/// - Returns: The result of `operation`.
/// - Throws: The error of `operation`.
public func withTaskCancellation<T: Sendable, Failure: Error>(
  id: some Hashable & Sendable,
  cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> T
) async throws(Failure) -> T {
  let effect = RunningEffect.current
  let id = effect == nil ? CancelID(id).ofCurrentTest : CancelID(id)
  let cancellations = effect?.cancellations ?? .ofProcess
  let part = CancellablePart(path: effect?.path)
  if cancelInFlight {
    cancellations.replace(id, with: .part(part))
  } else {
    cancellations.insert(.part(part), CollectionOfOne(id))
  }
  defer { cancellations.remove(.part(part), CollectionOfOne(id)) }
  let work = part.start {
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
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the effects with an id, and the parts of effects that ``withTaskCancellation(id:cancelInFlight:isolation:operation:)``
  /// runs.
  ///
  /// All of them are cancelled when this returns, wherever it is called: what starts with the same id
  /// afterwards is not, and code that is cancelled itself finds so at once.
  ///
  /// Within an effect it reaches what ``Effect/cancel(id:)`` would, returned by the feature the effect
  /// belongs to. Outside of any effect it reaches those of all stores, and parts that run outside of
  /// effects; where tests run, those of the same test.
  ///
  /// - Parameter id: The id. Ids of different types never match.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let effect = RunningEffect.current {
      effect.cancellations.cancel(id, within: effect.path)
    } else {
      Cancellations.ofProcess.cancel(id.ofCurrentTest, within: nil)
      StoreCancellations.cancelInAllStores(id)
    }
  }
}
