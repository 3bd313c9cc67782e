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
/// Within an effect, ``Effect/cancel(id:)`` of the effect's feature, and of its ancestors, cancels
/// the part. Outside of any effect, `Task.cancel(id:)` does; in tests, only within the same test.
///
/// - Parameters:
///   - id: The id of the part. Ids of different types never match.
///   - cancelInFlight: Whether to cancel running parts and effects with the same id.
///   - isolation: The isolation that this waits in: the caller's.
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
  let part = CancellablePart(path: effect?.settings.path)
  if cancelInFlight {
    cancellations.replace(id, with: .part(part))
  } else {
    cancellations.insert(.part(part), id)
  }
  defer { cancellations.remove(.part(part), id) }
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
  /// Cancels the effects with an id, and the parts of effects that
  /// ``withTaskCancellation(id:cancelInFlight:isolation:operation:)`` runs.
  ///
  /// All of them are cancelled when this returns, wherever it is called: work that starts with the
  /// same id afterwards is not, and code that cancels itself can observe it at once.
  ///
  /// Within an effect it cancels the same effects as ``Effect/cancel(id:)`` returned by the
  /// effect's feature. Outside of any effect it cancels the effects of all stores, and parts that
  /// run outside of effects; in tests, only the ones of the same test.
  ///
  /// - Parameter id: The id. Ids of different types never match.
  public static func cancel(id: some Hashable & Sendable) {
    let id = CancelID(id)
    if let effect = RunningEffect.current {
      effect.cancellations.cancel(id, within: effect.settings.path)
    } else {
      Cancellations.ofProcess.cancel(id.ofCurrentTest, within: nil)
      StoreCancellations.cancelInAllStores(id)
    }
  }
}
